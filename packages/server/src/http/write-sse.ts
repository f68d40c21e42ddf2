import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { DONE_FRAME, encodeStreamEventFrame, type ReceivedStreamEvent } from '@catenary/protocol';
import type { Clock } from '../clock.ts';
import { toErrorAnswer } from './to-error-answer.ts';

export interface WriteSseOptions {
  readonly clock: Clock;
  readonly headers: Readonly<Record<string, string>>;
  /** A comment is sent after so long without an event, so that nothing in between takes the connection for dead. */
  readonly keepAliveMs: number;
  /** Aborts when the client has left. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/**
 * Writes events as they come, then `[DONE]`, straight to the node response: a reader that is slow is waited for, so what it has
 * not read is not kept in memory. What `events` throws is told as an `error` event.
 */
export async function writeSse(
  response: ServerResponse,
  events: AsyncIterable<ReceivedStreamEvent>,
  options: WriteSseOptions,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
    ...options.headers,
  });
  response.flushHeaders();
  const keepAlive = createKeepAlive(response, options);
  try {
    for await (const event of events) {
      keepAlive.restart();
      await write(response, encodeStreamEventFrame(event), options.signal);
    }
    await write(response, DONE_FRAME, options.signal);
  } catch (error) {
    if (!options.signal.aborted) {
      options.onError(error);
      const last: ReceivedStreamEvent = { event_type: 'error', error: toErrorAnswer(error).body.error };
      response.write(encodeStreamEventFrame(last) + DONE_FRAME);
    }
  } finally {
    keepAlive.stop();
    response.end();
  }
}

async function write(response: ServerResponse, text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!response.write(text)) {
    await once(response, 'drain', { signal });
  }
}

function createKeepAlive(response: ServerResponse, { clock, keepAliveMs }: WriteSseOptions) {
  let stop = () => {};
  const restart = () => {
    stop();
    stop = clock.after(keepAliveMs, () => {
      // A reader that is behind has bytes to read; more comments would only pile up.
      if (!response.writableNeedDrain) {
        response.write(': keep-alive\n\n');
      }
      restart();
    });
  };
  restart();
  return { restart, stop: () => stop() };
}
