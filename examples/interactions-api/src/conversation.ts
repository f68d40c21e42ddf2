import {
  type Event,
  getFunctionCalls,
  getFunctionResponses,
  type InMemoryRunner,
  type RunConfig,
  StreamingMode,
} from '@catenary/agents';
import type { Content } from '@google/genai';
import type { Printer } from './printer.ts';

/** One turn as a reader of the run saw it. */
export interface TurnResult {
  readonly text: string;
  /** Names of the tools that were called, in order. */
  readonly calls: readonly string[];
  /** The newest id of the turn; `undefined` where the API has none. */
  readonly interactionId: string | undefined;
  /** What the recovery of a lost chain reported, where one happened. */
  readonly recovery: unknown;
  readonly error: string | undefined;
}

export interface Conversation {
  readonly runner: InMemoryRunner;
  readonly userId: string;
  readonly sessionId: string;
}

export async function startConversation(runner: InMemoryRunner): Promise<Conversation> {
  const userId = 'user';
  const session = await runner.sessionService.createSession({ appName: runner.appName, userId });
  return { runner, userId, sessionId: session.id };
}

/** Sends one message, prints what happens as it happens, and reads the run's events in the standard way. */
export async function sendMessage(
  conversation: Conversation,
  message: Content,
  options: {
    readonly printer: Printer;
    readonly stream: boolean;
    readonly store?: boolean;
    readonly signal?: AbortSignal;
  },
): Promise<TurnResult> {
  const { runner, userId, sessionId } = conversation;
  const runConfig: RunConfig = {
    streamingMode: options.stream ? StreamingMode.SSE : StreamingMode.NONE,
    ...(options.store === undefined ? {} : { store: options.store }),
  };
  const seen = { text: '', calls: [] as string[], interactionId: undefined as string | undefined };
  let recovery: unknown;
  let error: string | undefined;
  for await (const event of runner.runAsync({
    userId,
    sessionId,
    newMessage: message,
    runConfig,
    ...(options.signal === undefined ? {} : { abortSignal: options.signal }),
  })) {
    if (event.partial === true) {
      continue;
    }
    seen.text += textOf(event);
    seen.interactionId = event.interactionId ?? seen.interactionId;
    recovery = event.customMetadata?.['catenary:recovery'] ?? recovery;
    error = event.errorCode === undefined ? error : `${event.errorCode}: ${event.errorMessage ?? ''}`;
    for (const call of getFunctionCalls(event)) {
      seen.calls.push(call.name ?? '');
      options.printer.call(call.name ?? '', call.args ?? {});
    }
    for (const response of getFunctionResponses(event)) {
      options.printer.result(response.name ?? '', response.response ?? {});
    }
  }
  return { ...seen, recovery, error };
}

function textOf(event: Event): string {
  const parts = event.author === 'user' ? [] : (event.content?.parts ?? []);
  return parts.map((part) => (part.thought === true ? '' : (part.text ?? ''))).join('');
}
