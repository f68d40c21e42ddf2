import { ServerError } from '../../error.ts';
import type { Backend, BackendEvent, BackendRequest } from '../backend.ts';
import { findMismatch } from './match-request.ts';
import type { ScriptedAction, ScriptedTurn } from './scripted-turn.ts';
import { stepToEvents } from './step-to-events.ts';

/** A backend for tests. It says what it was told to say, and fails on everything else. */
export interface ScriptedBackend extends Backend {
  /** The requests so far, in order. */
  readonly requests: readonly BackendRequest[];
  /** Throws when turns are left over, or when a call was not the expected one. */
  assertDone(): void;
}

export interface ScriptedOptions {
  /** Default `scripted`. */
  readonly name?: string;
}

/**
 * Answers the n-th call with the n-th turn. A call without a turn, and one that its turn did not expect, fail the interaction
 * with `api_error`; `assertDone` tells about both again, and about turns that were not asked for.
 */
export function createScriptedBackend(
  turns: readonly ScriptedTurn[],
  options: ScriptedOptions = {},
): ScriptedBackend {
  const { name = 'scripted' } = options;
  const requests: BackendRequest[] = [];
  const faults: string[] = [];

  const fail = (message: string): never => {
    faults.push(message);
    throw new ServerError({ code: 'api_error', message: `The script of ${name} does not fit: ${message}.` });
  };
  const takeTurn = (request: BackendRequest): ScriptedTurn => {
    const turn = turns[requests.push(request) - 1];
    if (turn === undefined) {
      return fail(`call ${requests.length} came, and there are ${turns.length} turns`);
    }
    const mismatch = findMismatch(turn.expect, request);
    return mismatch === undefined ? turn : fail(`in call ${requests.length}, ${mismatch}`);
  };

  return {
    name,
    requests,
    async *generate(request, { signal }) {
      for (const action of toActions(takeTurn(request))) {
        signal.throwIfAborted();
        yield* perform(action, signal);
      }
    },
    assertDone: () => {
      const left = turns.length - requests.length;
      const all = [...faults, ...(left > 0 ? [`${left} of ${turns.length} turns were not asked for`] : [])];
      if (all.length > 0) {
        throw new Error(`The script of ${name} does not fit: ${all.join('; ')}.`);
      }
    },
  };
}

function toActions(turn: ScriptedTurn): readonly ScriptedAction[] {
  if ('actions' in turn) {
    return turn.actions;
  }
  const { steps, status, usage } = turn;
  const end = {
    type: 'end',
    ...(status === undefined ? {} : { status }),
    ...(usage === undefined ? {} : { usage }),
  } as const;
  return [...steps.flatMap(stepToEvents), end];
}

async function* perform(action: ScriptedAction, signal: AbortSignal): AsyncGenerator<BackendEvent> {
  switch (action.type) {
    case 'wait':
      await Promise.race([action.until, aborted(signal)]);
      return;
    case 'hang':
      await aborted(signal);
      return;
    case 'throw':
      throw action.error;
    default:
      yield action;
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) {
      abort();
    }
    signal.addEventListener('abort', abort, { once: true });
  });
}
