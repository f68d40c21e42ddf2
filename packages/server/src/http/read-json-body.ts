import type { IncomingMessage } from 'node:http';
import { ServerError } from '../error.ts';
import { HttpFault } from './http-fault.ts';
import { jsonDepth } from './json-depth.ts';

export interface BodyLimits {
  readonly maxBodyBytes: number;
  /** Deeper nesting is refused before it is parsed: code behind this walks values by recursion. */
  readonly maxJsonDepth: number;
}

/**
 * Reads a body as JSON. Only `application/json` is read, since a page of another site may send the other types unasked.
 * Throws `HttpFault` 415 and 413, and `ServerError` `invalid_request` for what is not JSON.
 */
export async function readJsonBody(incoming: IncomingMessage, limits: BodyLimits): Promise<unknown> {
  const type = incoming.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new HttpFault(415, 'The body must be JSON, sent with the content type application/json.');
  }
  const text = decode(await readBytes(incoming, limits.maxBodyBytes));
  if (jsonDepth(text) > limits.maxJsonDepth) {
    throw invalid(`The body is nested deeper than ${limits.maxJsonDepth} levels.`);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid('The body is not JSON.', cause);
  }
}

function readBytes(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    // What is not read would be taken for the next request.
    new HttpFault(413, `The body is larger than ${maxBytes} bytes.`, { connection: 'close' });
  return new Promise((resolve, reject) => {
    if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) {
      reject(tooLarge());
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    const stop = () => {
      incoming.off('data', take).off('end', finish).off('error', fail).off('close', fail);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > maxBytes) {
        stop();
        incoming.pause();
        reject(tooLarge());
      }
    };
    const finish = () => {
      stop();
      resolve(Buffer.concat(chunks));
    };
    const fail = () => {
      stop();
      reject(
        new ServerError({ code: 'cancelled', message: 'The client left before its request was whole.' }),
      );
    };
    incoming.on('data', take).on('end', finish).on('error', fail).on('close', fail);
  });
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw invalid('The body is not UTF-8.', cause);
  }
}

function invalid(message: string, cause?: unknown): ServerError {
  return new ServerError({ code: 'invalid_request', message, cause });
}
