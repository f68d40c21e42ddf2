import type { InMemoryRunner } from '@catenary/agents';
import type { Connection } from './connect.ts';
import { type Conversation, sendMessage, startConversation, type TurnResult } from './conversation.ts';
import type { EmbeddedServer } from './embedded-server.ts';
import { compareRequests, type Measured, summarise } from './measure-requests.ts';
import type { Printer } from './printer.ts';
import type { TestTotals } from './run-tests.ts';
import { findFailures, type TestCase } from './test-case.ts';

type Embedded = Connection & { readonly embedded: EmbeddedServer };

interface ShowOptions {
  readonly printer: Printer;
  readonly stream: boolean;
  readonly signal: AbortSignal;
  /** The conversation that is shown. Its last turn asks for what an earlier one said, and is asked again and again. */
  readonly testCase: TestCase;
}

/**
 * Shows what is special, measured on the requests that really went out: the same conversation chained and with its whole
 * history, then a restart of the server, then the loss of the chain's head.
 */
export async function showChain(
  runner: InMemoryRunner,
  connection: Embedded,
  options: ShowOptions,
): Promise<TestTotals> {
  const { printer } = options;
  printer.heading('WHAT GOES OVER THE WIRE  the same conversation, chained and with its whole history');
  const chained = await hold(runner, connection, options, { label: 'chained', store: true });
  const whole = await hold(runner, connection, options, { label: 'store: false', store: false });
  printer.table(compareRequests([chained, whole]));
  printer.line('');
  printer.table(summarise([chained, whole]));

  printer.heading('A RESTART  the server is stopped and started on its file');
  await connection.embedded.restart();
  const afterRestart = await askAgain(chained.conversation, options);
  const survived = judge(afterRestart, options, afterRestart.recovery === undefined);

  printer.heading('A LOST HEAD  the newest interaction is deleted on the server');
  const head = afterRestart.interactionId;
  if (head !== undefined) {
    await connection.embedded.deleteInteraction(head);
    printer.line(`  DELETE  ${head}`);
  }
  const afterDelete = await askAgain(chained.conversation, options);
  printer.line(`  event   ${JSON.stringify(afterDelete.recovery)}`);
  const recovered = judge(afterDelete, options, afterDelete.recovery !== undefined);

  const passed = [survived, recovered].filter(Boolean).length;
  return { passed, failed: 2 - passed };
}

async function hold(
  runner: InMemoryRunner,
  { requests }: Embedded,
  options: ShowOptions,
  way: { readonly label: string; readonly store: boolean },
): Promise<Measured & { readonly conversation: Conversation }> {
  const conversation = await startConversation(runner);
  const start = requests.length;
  const silent: Printer = { ...options.printer, call: () => {}, result: () => {} };
  const interactionIds: (string | undefined)[] = [];
  for (const { user } of options.testCase.turns) {
    const message = { role: 'user', parts: [{ text: user }] };
    const turn = await sendMessage(conversation, message, { ...options, printer: silent, store: way.store });
    interactionIds.push(turn.interactionId);
  }
  return { conversation, label: way.label, requests: requests.slice(start), interactionIds };
}

async function askAgain(conversation: Conversation, options: ShowOptions): Promise<TurnResult> {
  const question = options.testCase.turns.at(-1)?.user ?? '';
  options.printer.user(question);
  return sendMessage(conversation, { role: 'user', parts: [{ text: question }] }, options);
}

/** Prints the answer and whether it still knows, in the way that was expected. */
function judge(turn: TurnResult, { printer, testCase }: ShowOptions, cameAsExpected: boolean): boolean {
  printer.agent(turn.error ?? turn.text);
  printer.interactionId(turn.interactionId);
  const expected = testCase.turns.at(-1)?.expect ?? {};
  const passed = cameAsExpected && turn.error === undefined && findFailures(expected, turn).length === 0;
  printer.line(passed ? 'PASSED' : 'FAILED');
  return passed;
}
