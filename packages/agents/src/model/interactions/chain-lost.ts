import { AgentsError } from '../../error.ts';
import type { InteractionsTransport, TransportOptions } from './transport/transport.ts';

/** What an error says about the chain that the request wanted to continue. */
type ChainVerdict = 'lost' | 'kept' | 'unclear';

/** From these a server lets a request continue. */
const CONTINUABLE: ReadonlySet<string> = new Set([
  'completed',
  'requires_action',
  'incomplete',
  'budget_exceeded',
  'requires_continuation',
]);

/**
 * Judges by status, code and the id that the message names. A missing model, a quota or a bad key say nothing about the
 * chain; a plain "not found" or a precondition that does not hold may.
 */
function judgeChain(error: AgentsError, previousInteractionId: string): ChainVerdict {
  const { code, status, serverCode, message } = error;
  if (code !== 'request_refused' || serverCode === 'model_not_found') {
    return 'kept';
  }
  switch (status) {
    case 404:
      return serverCode === 'not_found' && message.includes(previousInteractionId) ? 'lost' : 'unclear';
    case 403:
      return serverCode === 'permission_denied' ? 'unclear' : 'kept';
    case 400:
      return serverCode === 'failed_precondition' || namesChain(message, previousInteractionId)
        ? 'unclear'
        : 'kept';
    default:
      return 'kept';
  }
}

function namesChain(message: string, previousInteractionId: string): boolean {
  return message.includes(previousInteractionId) || /previous[_ ]interaction/i.test(message);
}

/**
 * The error to throw for a refused request that continued a chain: `chain_lost` where the chain is gone or cannot be
 * continued, else the error itself. Where the answer leaves it open, the interaction is asked for once.
 */
export async function toChainError(
  error: unknown,
  previousInteractionId: string | undefined,
  transport: Pick<InteractionsTransport, 'get'>,
  options: TransportOptions,
): Promise<unknown> {
  if (previousInteractionId === undefined || !AgentsError.isInstance(error)) {
    return error;
  }
  const verdict = judgeChain(error, previousInteractionId);
  const isLost =
    verdict === 'lost' ||
    (verdict === 'unclear' && !(await canContinue(previousInteractionId, transport, options)));
  return isLost ? chainLost(error, previousInteractionId) : error;
}

async function canContinue(
  id: string,
  transport: Pick<InteractionsTransport, 'get'>,
  options: TransportOptions,
): Promise<boolean> {
  try {
    return CONTINUABLE.has((await transport.get(id, options)).status);
  } catch (error) {
    options.signal?.throwIfAborted();
    const status = AgentsError.isInstance(error) ? error.status : undefined;
    // An answer that is no answer (a server in trouble) must not cost a conversation its chain.
    return status !== 404 && status !== 403;
  }
}

function chainLost(cause: AgentsError, id: string): AgentsError {
  const { status, serverCode } = cause;
  return new AgentsError({
    code: 'chain_lost',
    message: `The server no longer has interaction ${id}, or does not let it be continued: ${cause.message}`,
    hint: 'Send the whole history without the id; a runner does so by itself.',
    ...(status === undefined ? {} : { status }),
    ...(serverCode === undefined ? {} : { serverCode }),
    cause,
  });
}
