import { ABORTED, raceAbort } from '../agent/abort.ts';
import type { RunLease } from '../contract/session.ts';

/** The lease, or nothing after an abort. A lease that comes after all is given back. */
export async function untilLeased(
  acquired: Promise<RunLease>,
  signal: AbortSignal | undefined,
): Promise<RunLease | undefined> {
  const lease = await raceAbort(acquired, signal);
  if (lease !== ABORTED) {
    return lease;
  }
  acquired.then((late) => late.release()).catch(() => {});
  return undefined;
}
