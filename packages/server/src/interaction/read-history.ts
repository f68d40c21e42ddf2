import type { ReceivedStep } from '@catenary/protocol';
import { ServerError } from '../error.ts';
import type { Store } from '../store/store.ts';
import type { HistoryCache } from './history-cache.ts';
import { notFound } from './not-found.ts';

/** Ends that leave a conversation one can go on with. */
const CONTINUABLE: ReadonlySet<string> = new Set([
  'completed',
  'requires_action',
  'incomplete',
  'requires_continuation',
  'budget_exceeded',
]);

const PATH = 'previous_interaction_id';

/**
 * The whole conversation that ends in `previousId`, oldest step first.
 * Throws `ServerError`: `not_found` when it, or one it follows, is gone; `failed_precondition` when it is running, failed or
 * was cancelled.
 */
export async function readHistory(
  previousId: string,
  { store, histories }: { readonly store: Store; readonly histories: HistoryCache },
): Promise<readonly ReceivedStep[]> {
  const previous = await store.find(previousId);
  if (previous === undefined) {
    throw notFound(previousId, PATH);
  }
  if (!CONTINUABLE.has(previous.status)) {
    throw new ServerError({
      code: 'failed_precondition',
      message: `Interaction ${previousId} is ${previous.status} and cannot be continued.`,
      hint:
        previous.status === 'in_progress'
          ? 'Wait until it has ended, or cancel it.'
          : 'Continue the interaction before it instead.',
      path: PATH,
    });
  }
  const steps = await histories.read(previousId, () => store.readChain(previousId));
  if (steps === undefined) {
    throw new ServerError({
      code: 'not_found',
      message: `The conversation before interaction ${previousId} was deleted or has expired.`,
      hint: 'Send the conversation as steps in input, without previous_interaction_id.',
      path: PATH,
    });
  }
  return steps;
}
