import { readFile } from 'node:fs/promises';
import type { InMemoryRunner } from '@catenary/agents';
import type { Content } from '@google/genai';
import { type Conversation, sendMessage, startConversation, type TurnResult } from './conversation.ts';
import type { Printer } from './printer.ts';
import { findFailures, type TestCase } from './test-case.ts';

export interface TestTotals {
  readonly passed: number;
  readonly failed: number;
}

interface RunTestsOptions {
  readonly printer: Printer;
  readonly stream: boolean;
  /** True where the API gives ids, so that a test may ask for its chain. */
  readonly hasIds: boolean;
  readonly signal: AbortSignal;
}

/** Runs the cases one after the other and prints each turn. A failed case does not keep the next from running. */
export async function runTests(
  runner: InMemoryRunner,
  cases: readonly TestCase[],
  options: RunTestsOptions,
): Promise<TestTotals> {
  let shared: Conversation | undefined;
  let failed = 0;
  for (const [index, test] of cases.entries()) {
    options.printer.heading(`TEST ${index + 1}/${cases.length}  ${test.name}`);
    shared ??= test.session === 'shared' ? await startConversation(runner) : undefined;
    const conversation = test.session === 'shared' ? shared : undefined;
    const startedAtMs = performance.now();
    const failures = await runCase(conversation ?? (await startConversation(runner)), test, options);
    for (const failure of failures) {
      options.printer.line(`  ✗ ${failure}`);
    }
    const elapsedMs = Math.round(performance.now() - startedAtMs);
    options.printer.line(`${failures.length === 0 ? 'PASSED' : 'FAILED'} (${elapsedMs} ms)`);
    failed += failures.length === 0 ? 0 : 1;
  }
  return { passed: cases.length - failed, failed };
}

async function runCase(
  conversation: Conversation,
  test: TestCase,
  options: RunTestsOptions,
): Promise<string[]> {
  const failures: string[] = [];
  const ids: string[] = [];
  for (const turn of test.turns) {
    options.printer.user(turn.attach === undefined ? turn.user : `${turn.user} [${turn.attach}]`);
    const message = await toMessage(turn, test.directory);
    const result = await sendMessage(conversation, message, options);
    options.printer.agent(result.text);
    options.printer.interactionId(result.interactionId);
    failures.push(...failuresOf(turn.expect, result));
    if (result.interactionId !== undefined) {
      ids.push(result.interactionId);
    }
  }
  if (test.showChain && options.hasIds) {
    options.printer.line(`  chain   ${ids.join(' -> ')}`);
    if (new Set(ids).size !== test.turns.length) {
      failures.push(`${test.turns.length} turns gave ${new Set(ids).size} ids`);
    }
  }
  return failures;
}

function failuresOf(expected: TestCase['turns'][number]['expect'], result: TurnResult): string[] {
  return result.error === undefined ? findFailures(expected, result) : [result.error];
}

async function toMessage(turn: TestCase['turns'][number], directory: URL): Promise<Content> {
  const text = { text: turn.user };
  if (turn.attach === undefined) {
    return { role: 'user', parts: [text] };
  }
  const data = (await readFile(new URL(turn.attach, directory))).toString('base64');
  return { role: 'user', parts: [text, { inlineData: { data, mimeType: 'application/pdf' } }] };
}
