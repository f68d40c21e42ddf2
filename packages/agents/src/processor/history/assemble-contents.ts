import type { ReceivedStep } from '@catenary/protocol';
import type { Content, Part } from '@google/genai';
import type { Event } from '../../contract/event.ts';
import { plainCopy } from '../../frozen-copy.ts';
import { ANSWERED_BY } from './answered-by.ts';
import { contextContent, lateResultPart } from './context-content.ts';
import { giveResult, type OpenCall, openCallsOf, resultsContent } from './open-calls.ts';

/** What of a session becomes contents, and from whose point of view. */
export interface AssembleOptions {
  readonly agentName: string;
  /** Whether the agent may see the event. */
  readonly isReadable: (event: Event) => boolean;
  /** The target whose raw steps may go back to it as they came; `undefined` outside the Interactions API. */
  readonly target: string | undefined;
  /** Calls that the server holds without results; they are answered before everything else. */
  readonly openCalls?: readonly OpenCall[];
  /** False leaves the last answer's calls open, because what is appended later answers them. Default true. */
  readonly closesCalls?: boolean;
}

/** Contents, and the wire steps that go in place of some of them. */
export interface AssembledContents {
  readonly contents: Content[];
  readonly replaySteps: Map<Content, readonly ReceivedStep[]>;
}

/**
 * Turns events into contents, in session order, as copies. Each call is directly followed by one content with all the
 * results of its answer, in call order; a result that comes later than the agent's next answer is told as text.
 */
export function assembleContents(events: Iterable<Event>, options: AssembleOptions): AssembledContents {
  const assembly = new Assembly(options);
  for (const event of events) {
    if (options.isReadable(event) && isHistory(event)) {
      assembly.add(event);
    }
  }
  return assembly.finish();
}

/** An answer that failed was no answer: the server does not continue from it, and a model is not shown it. */
function isHistory(event: Event): boolean {
  return event.partial !== true && (event.errorCode === undefined || event.chain !== undefined);
}

class Assembly {
  readonly #options: AssembleOptions;
  readonly #contents: Content[] = [];
  readonly #replaySteps = new Map<Content, readonly ReceivedStep[]>();
  #openCalls: readonly OpenCall[];
  /** Where the results of the open calls stand once they are closed. */
  #resultsIndex = 0;

  constructor(options: AssembleOptions) {
    this.#options = options;
    this.#openCalls = options.openCalls ?? [];
  }

  add(event: Event): void {
    const isOwn = event.author === this.#options.agentName;
    if (!isOwn && event.author !== 'user') {
      this.#push(contextContent(event));
    } else if (isOwn && !isResults(event)) {
      this.#addAnswer(event);
    } else {
      this.#addInput(event);
    }
  }

  finish(): AssembledContents {
    if (this.#options.closesCalls !== false) {
      this.#closeCalls();
    }
    return { contents: this.#contents, replaySteps: this.#replaySteps };
  }

  #addAnswer(event: Event): void {
    const { target } = this.#options;
    const parts = (event.content?.parts ?? []).filter(isAnswerPart);
    const steps = target !== undefined && answeredBy(event) === target ? event.steps : undefined;
    if (parts.length === 0 && steps === undefined) {
      return;
    }
    this.#closeCalls();
    const content: Content = { role: 'model', parts: plainCopy(parts) };
    this.#push(content);
    if (steps !== undefined) {
      this.#replaySteps.set(content, steps);
    }
    this.#openCalls = openCallsOf(event);
    this.#resultsIndex = this.#contents.length;
  }

  #addInput(event: Event): void {
    const parts = (event.content?.parts ?? []).flatMap((part): Part[] => {
      if (part.functionResponse === undefined) {
        return [plainCopy(part)];
      }
      const response = plainCopy(part.functionResponse);
      return giveResult(this.#openCalls, response) ? [] : [lateResultPart(response)];
    });
    this.#push(parts.length === 0 ? undefined : { role: 'user', parts });
  }

  #closeCalls(): void {
    if (this.#openCalls.length > 0) {
      this.#contents.splice(this.#resultsIndex, 0, resultsContent(this.#openCalls));
      this.#openCalls = [];
    }
  }

  #push(content: Content | undefined): void {
    if (content !== undefined) {
      this.#contents.push(content);
    }
  }
}

/** A model's answer may hold results, too: those of calls that the server answered itself, beside other parts. */
function isResults({ content }: Event): boolean {
  const parts = content?.parts ?? [];
  const results = parts.filter((part) => part.functionResponse !== undefined).length;
  return results > 0 && (content?.role === 'user' || results === parts.length);
}

/** Thoughts go back only for the sake of their signature; empty text says nothing. */
function isAnswerPart(part: Part): boolean {
  if (part.thoughtSignature !== undefined) {
    return true;
  }
  return part.thought !== true && part.text !== '';
}

/** The target that an answer's raw steps came from, when no callback has edited it. */
function answeredBy(event: Event): unknown {
  return event.chain?.target ?? event.customMetadata?.[ANSWERED_BY];
}
