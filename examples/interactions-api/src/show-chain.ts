import type { InMemoryRunner } from '@catenary/agents';
import type { Connection, RequestLog } from './connect.ts';
import { type Conversation, sendMessage, startConversation, type TurnResult } from './conversation.ts';
import type { EmbeddedServer } from './embedded-server.ts';
import { measureRequests } from './measure-requests.ts';
import type { Printer } from './printer.ts';
import type { TestTotals } from './run-tests.ts';

interface ShowOptions {
  readonly printer: Printer;
  readonly stream: boolean;
  readonly signal: AbortSignal;
  /** The turns of the conversation that is shown, and what its last answer must contain. */
  readonly turns: readonly string[];
  readonly remembered: string;
}

/**
 * Shows what is special, measured on the requests that really went out: the same conversation chained and with its whole
 * history, then a restart of the server, then the loss of the chain's head.
 */
export async function showChain(
  runner: InMemoryRunner,
  connection: Connection & { readonly embedded: EmbeddedServer },
  options: ShowOptions,
): Promise<TestTotals> {
  const { printer, remembered } = options;
  const question = options.turns.at(-1) ?? '';
  const checks: boolean[] = [];
  const check = (result: TurnResult, extra = true) => {
    printer.agent(result.error ?? result.text);
    printer.interactionId(result.interactionId);
    const passed = extra && result.error === undefined && result.text.toLowerCase().includes(remembered);
    printer.line(passed ? 'PASSED' : 'FAILED');
    checks.push(passed);
  };
  const ask = (conversation: Conversation) => {
    printer.user(question);
    return sendMessage(conversation, { role: 'user', parts: [{ text: question }] }, options);
  };

  printer.heading('WHAT GOES OVER THE WIRE  the same conversation, chained and with its whole history');
  const chained = await hold(runner, connection.requests, options, true);
  const whole = await hold(runner, connection.requests, options, false);
  printer.table(measureRequests(chained.requests, whole.requests));

  printer.heading('A RESTART  the server is stopped and started on its file');
  await connection.embedded.restart();
  const afterRestart = await ask(chained.conversation);
  check(afterRestart, afterRestart.recovery === undefined);

  printer.heading('A LOST HEAD  the newest interaction is deleted on the server');
  const head = afterRestart.interactionId ?? '';
  await connection.embedded.deleteInteraction(head);
  printer.line(`  DELETE  ${head}`);
  const afterDelete = await ask(chained.conversation);
  printer.line(`  event   ${JSON.stringify(afterDelete.recovery)}`);
  check(afterDelete, afterDelete.recovery !== undefined);

  return { passed: checks.filter(Boolean).length, failed: checks.filter((passed) => !passed).length };
}

async function hold(
  runner: InMemoryRunner,
  requests: RequestLog,
  options: ShowOptions,
  store: boolean,
): Promise<{ conversation: Conversation; requests: RequestLog }> {
  const conversation = await startConversation(runner);
  const start = requests.length;
  const silent: Printer = { ...options.printer, call: () => {}, result: () => {} };
  for (const text of options.turns) {
    const message = { role: 'user', parts: [{ text }] };
    await sendMessage(conversation, message, { ...options, printer: silent, store });
  }
  return { conversation, requests: requests.slice(start) };
}
