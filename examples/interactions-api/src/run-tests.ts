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

export interface TestRun extends TestTotals {
  /** The id of each answer, where the API gave one. */
  readonly interactionIds: readonly (string | undefined)[];
}

interface CaseResult {
  readonly failures: readonly string[];
  readonly interactionIds: readonly (string | undefined)[];
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
): Promise<TestRun> {
  const results: CaseResult[] = [];
  const shared = await startConversation(runner);
  for (const [index, test] of cases.entries()) {
    if (options.signal.aborted) {
      break;
    }
    options.printer.heading(`TEST ${index + 1}/${cases.length}  ${test.name}`);
    const conversation = test.session === 'shared' ? shared : await startConversation(runner);
    const result = await runCase(conversation, test, options);
    // What was cut short has neither passed nor failed.
    if (!options.signal.aborted) {
      results.push(result);
    }
  }
  const passed = results.filter(({ failures }) => failures.length === 0).length;
  return {
    passed,
    failed: results.length - passed,
    interactionIds: results.flatMap(({ interactionIds }) => interactionIds),
  };
}

/** Runs one case and prints its turns, what is wrong with it, and the verdict. */
async function runCase(
  conversation: Conversation,
  test: TestCase,
  options: RunTestsOptions,
): Promise<CaseResult> {
  const startedAtMs = performance.now();
  const result = await runTurns(conversation, test, options);
  if (options.signal.aborted) {
    return result;
  }
  for (const failure of result.failures) {
    options.printer.line(`  ✗ ${failure}`);
  }
  const verdict = result.failures.length === 0 ? 'PASSED' : 'FAILED';
  options.printer.line(`${verdict} (${Math.round(performance.now() - startedAtMs)} ms)`);
  return result;
}

async function runTurns(
  conversation: Conversation,
  test: TestCase,
  options: RunTestsOptions,
): Promise<CaseResult> {
  const { printer } = options;
  const failures: string[] = [];
  const interactionIds: (string | undefined)[] = [];
  for (const turn of test.turns) {
    printer.user(turn.attach === undefined ? turn.user : `${turn.user} [${turn.attach}]`);
    const result = await sendMessage(conversation, await toMessage(turn, test.directory), options);
    printer.agent(result.text);
    printer.interactionId(result.interactionId);
    interactionIds.push(result.interactionId);
    failures.push(...failuresOf(turn.expect, result));
  }
  if (test.showChain && options.hasIds) {
    printer.line(`  chain   ${interactionIds.join(' -> ')}`);
    if (interactionIds.includes(undefined) || new Set(interactionIds).size !== test.turns.length) {
      failures.push('the turns do not have an id each');
    }
  }
  return { failures, interactionIds };
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
