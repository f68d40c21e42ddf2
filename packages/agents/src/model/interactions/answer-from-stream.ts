import type { LlmResponse } from '../../contract/llm-response.ts';
import { AgentsError } from '../../error.ts';
import { getLogger } from '../../logger.ts';
import type { Sleep } from '../retry.ts';
import { recoverStream } from './recover-stream.ts';
import type { CreateParams } from './request/create-params.ts';
import { assembleResponse, type ResponseAssembly } from './response/assemble-response.ts';
import type { InteractionsTransport, TransportOptions } from './transport/transport.ts';

/** One streamed create, with what it takes to get the rest of a stream that breaks. */
export interface StreamedCall {
  readonly transport: InteractionsTransport;
  readonly params: CreateParams;
  /** For the request that creates the interaction. */
  readonly create: TransportOptions;
  /** For requests about the interaction. */
  readonly ask: TransportOptions;
  readonly sleep: Sleep;
}

const CANCEL_LIMIT_MS = 2_000;

/**
 * Yields the partial responses of a stream and then its one final response, also over a connection that breaks. Throws
 * `stream_cut` where the rest cannot be had, and what the transport throws. A stream that is left or aborted is cancelled on
 * the server, once it has said its id.
 */
export async function* answerFromStream(call: StreamedCall): AsyncGenerator<LlmResponse, void, undefined> {
  const assembly = assembleResponse();
  let isLeft = true;
  try {
    const cause = yield* readStream(assembly, call);
    if (!assembly.isComplete) {
      yield* readRest(assembly, cause, call);
    }
    isLeft = false;
  } catch (error) {
    isLeft = call.ask.signal?.aborted === true;
    throw error;
  } finally {
    if (isLeft && !assembly.isComplete) {
      cancelLeft(assembly.interactionId, call);
    }
  }
}

/** Returns what cut the stream off, if anything did. */
async function* readStream(
  assembly: ResponseAssembly,
  { transport, params, create }: StreamedCall,
): AsyncGenerator<LlmResponse, unknown, undefined> {
  try {
    for await (const event of transport.stream(params, create)) {
      yield* assembly.push(event);
      if (assembly.isComplete) {
        yield assembly.finish();
        return undefined;
      }
    }
    return undefined;
  } catch (error) {
    if (AgentsError.isInstance(error) && error.code === 'stream_cut') {
      return error;
    }
    throw error;
  }
}

async function* readRest(
  assembly: ResponseAssembly,
  cause: unknown,
  { transport, ask, sleep }: StreamedCall,
): AsyncGenerator<LlmResponse, void, undefined> {
  const { interactionId, lastEventId } = assembly;
  const cut = { interactionId, lastEventId, cause };
  for await (const recovered of recoverStream(transport, cut, { ...ask, sleep })) {
    if (recovered.type === 'interaction') {
      yield* assembly.finishWith(recovered.interaction);
      return;
    }
    yield* assembly.push(recovered.event);
    if (assembly.isComplete) {
      yield assembly.finish();
      return;
    }
  }
}

/** What a server stores it would finish, and charge for, with nobody waiting. Nobody waits for this request either. */
function cancelLeft(id: string | undefined, { transport, ask }: StreamedCall): void {
  if (id === undefined) {
    return;
  }
  const limited = { ...ask, signal: AbortSignal.timeout(CANCEL_LIMIT_MS) };
  transport.cancel(id, limited).catch((error: unknown) => {
    getLogger().debug(`Interaction ${id} was left, and cannot be cancelled:`, error);
  });
}
