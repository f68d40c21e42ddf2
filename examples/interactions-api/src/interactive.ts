import { createInterface } from 'node:readline/promises';
import type { InMemoryRunner } from '@catenary/agents';
import type { RequestLog } from './connect.ts';
import { sendMessage, startConversation } from './conversation.ts';
import type { Printer } from './printer.ts';

/** A conversation by hand: `new` starts a session, `quit`, Ctrl-C or the end of the input ends the program. */
export async function runInteractive(
  runner: InMemoryRunner,
  options: {
    readonly printer: Printer;
    readonly stream: boolean;
    readonly requests: RequestLog;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { printer, requests, signal } = options;
  // Lines from a pipe need no prompt.
  const prompt = process.stdin.isTTY ? 'you> ' : '';
  const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt });
  signal.addEventListener('abort', () => terminal.close(), { once: true });
  terminal.on('SIGINT', () => process.emit('SIGINT'));
  let conversation = await startConversation(runner);
  printer.line('Type a message; "new" starts a session, "quit" ends.');
  terminal.prompt();
  for await (const line of terminal) {
    const text = line.trim();
    if (text === 'quit') {
      break;
    }
    if (text === 'new') {
      conversation = await startConversation(runner);
      printer.line(`New session ${conversation.sessionId}.`);
    } else if (text !== '') {
      const sentBefore = requests.length;
      const message = { role: 'user', parts: [{ text }] };
      const result = await sendMessage(conversation, message, options);
      printer.agent(result.error ?? result.text);
      printer.interactionId(result.interactionId);
      const sizes = requests.slice(sentBefore).map((request) => request.bytes);
      printer.line(`  [sent ${sizes.join(' + ')} bytes]`);
    }
    terminal.prompt();
  }
  terminal.close();
}
