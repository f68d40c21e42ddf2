import {
  type Event,
  getFunctionCalls,
  getFunctionResponses,
  type InMemoryRunner,
  RECOVERY_KEY,
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

export interface SendOptions {
  readonly printer: Printer;
  readonly stream: boolean;
  /** False sends the whole history each time and asks the server to keep nothing. */
  readonly store?: boolean;
  readonly signal?: AbortSignal;
}

/** Sends one message, prints calls and results as they happen, and reads the run's events in the standard way. */
export async function sendMessage(
  { runner, userId, sessionId }: Conversation,
  newMessage: Content,
  options: SendOptions,
): Promise<TurnResult> {
  const runConfig: RunConfig = {
    streamingMode: options.stream ? StreamingMode.SSE : StreamingMode.NONE,
    ...(options.store === undefined ? {} : { store: options.store }),
  };
  const abort = options.signal === undefined ? {} : { abortSignal: options.signal };
  let turn: TurnResult = {
    text: '',
    calls: [],
    interactionId: undefined,
    recovery: undefined,
    error: undefined,
  };
  for await (const event of runner.runAsync({ userId, sessionId, newMessage, runConfig, ...abort })) {
    // Partial events repeat, piece by piece, what the whole one says.
    if (event.partial !== true) {
      turn = addEvent(turn, event);
      printTools(event, options.printer);
    }
  }
  return turn;
}

function addEvent(turn: TurnResult, event: Event): TurnResult {
  return {
    text: turn.text + textOf(event),
    calls: [...turn.calls, ...getFunctionCalls(event).map((call) => call.name ?? '')],
    interactionId: event.interactionId ?? turn.interactionId,
    recovery: event.customMetadata?.[RECOVERY_KEY] ?? turn.recovery,
    error: event.errorCode === undefined ? turn.error : `${event.errorCode}: ${event.errorMessage ?? ''}`,
  };
}

function printTools(event: Event, printer: Printer): void {
  for (const call of getFunctionCalls(event)) {
    printer.call(call.name ?? '', call.args ?? {});
  }
  for (const response of getFunctionResponses(event)) {
    printer.result(response.name ?? '', response.response ?? {});
  }
}

function textOf(event: Event): string {
  const parts = event.author === 'user' ? [] : (event.content?.parts ?? []);
  return parts.map((part) => (part.thought === true ? '' : (part.text ?? ''))).join('');
}
