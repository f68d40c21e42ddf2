import type { FoldProblem } from './fold-problem.ts';
import { type Fault, type OpenStep, openStep } from './fold-step.ts';
import type { ReceivedStep } from './types.ts';

/** The steps of a fold by their index, and what went wrong with them. */
export function createStepTable() {
  const table = new Map<number, OpenStep>();
  const problems: FoldProblem[] = [];
  const report = (index: number, fault: Omit<FoldProblem, 'index'> | undefined) => {
    if (fault !== undefined) {
      problems.push({ ...fault, index });
    }
  };
  return {
    problems,
    isEmpty: () => table.size === 0,
    start(index: number, step: ReceivedStep, isAfterEnd: boolean) {
      if (isAfterEnd || table.has(index)) {
        const code = isAfterEnd ? 'after_end' : 'duplicate_start';
        report(index, {
          code,
          message: `Step ${index} cannot start${isAfterEnd ? ' any more' : ' twice'}.`,
          raw: step,
        });
        return;
      }
      table.set(index, openStep(step));
    },
    change(index: number, what: string, apply: (open: OpenStep) => Fault | undefined) {
      const open = table.get(index);
      if (open === undefined || open.isClosed) {
        const code = open === undefined ? 'unknown_index' : 'closed_step';
        report(index, { code, message: `A ${what} came for step ${index}, which is not open.` });
        return;
      }
      report(index, apply(open));
    },
    closeAll() {
      for (const [index, open] of table) {
        if (!open.isClosed) {
          report(index, open.close());
        }
      }
    },
    build: (): ReceivedStep[] =>
      [...table].sort(([left], [right]) => left - right).map(([, open]) => open.build()),
  };
}
