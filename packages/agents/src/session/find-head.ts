import type { ChainHead, Session } from '../contract/session.ts';
import { isBranchContinuable } from '../event/branch.ts';

/**
 * The newest head that an agent may continue from: its own name, a branch that is its own or an ancestor, on the target it
 * is about to ask, and not past the time when the target is known to forget. `undefined` starts a new chain.
 */
export function findHead(
  session: Pick<Session, 'heads'>,
  query: {
    readonly agentName: string;
    readonly branch: string | undefined;
    /** The id of the target, never a key. */
    readonly target: string;
    readonly nowMs: number;
  },
): ChainHead | undefined {
  return session.heads.findLast(
    (head) =>
      head.agentName === query.agentName &&
      head.target === query.target &&
      isBranchContinuable(head.branch, query.branch) &&
      (head.expiresAtMs === undefined || query.nowMs < head.expiresAtMs),
  );
}
