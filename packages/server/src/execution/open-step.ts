import { createFold, type Delta, type ReceivedStep, type Step } from '@catenary/protocol';
import { ServerError } from '../error.ts';

/** A step that a backend is emitting. */
export interface OpenStep {
  readonly type: Step['type'];
  /** Throws `ServerError` `api_error` for a delta that does not fit the step. */
  add(delta: Delta): void;
  /** The step as it is now. Throws `ServerError` `api_error` for arguments that are not JSON. */
  finish(): ReceivedStep;
}

/** Puts one step together by the rules of the stream, so that what is stored is what a reader of the stream makes of it. */
export function openStep(start: Step): OpenStep {
  const fold = createFold();
  const push = (event: Parameters<typeof fold.push>[0]) => {
    const known = fold.problems.length;
    fold.push(event);
    const problem = fold.problems[known];
    if (problem !== undefined) {
      throw new ServerError({
        code: 'api_error',
        message: `The backend emitted a ${start.type} step that cannot be read: ${problem.message}`,
      });
    }
  };
  push({ event_type: 'step.start', index: 0, step: start });
  return {
    type: start.type,
    add: (delta) => push({ event_type: 'step.delta', index: 0, delta }),
    finish: () => {
      push({ event_type: 'step.stop', index: 0 });
      return fold.steps[0] ?? start;
    },
  };
}
