import type { ReceivedStep } from '@catenary/protocol';
import type { Clock } from '../clock.ts';
import type { InteractionEnd } from '../store/store.ts';
import type { RunEvent, RunResult } from './run.ts';

/** Reads a run to its end, handing each event to `take` before the next is asked for. */
export async function collectRun(
  events: AsyncIterable<RunEvent>,
  clock: Clock,
  take: (item: RunEvent) => Promise<void> = async () => {},
): Promise<RunResult> {
  const steps: ReceivedStep[] = [];
  let end: InteractionEnd | undefined;
  for await (const item of events) {
    if (item.step !== undefined) {
      steps.push(item.step.step);
    }
    end = item.end;
    await take(item);
  }
  if (end === undefined) {
    throw new Error('A run stopped without an end.');
  }
  return { end, steps, endedAtMs: clock.now() };
}
