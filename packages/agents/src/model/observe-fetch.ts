import { getLogger } from '../logger.ts';

/** Sends a request; what `fetch` is. */
export type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/** A request as it goes out. A repeated attempt is one more. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  /** The body as it stands on the wire; empty where there is none. */
  readonly body: string;
  /** Bytes of the body on the wire. */
  readonly bytes: number;
}

/** The same `fetch`, which shows each request before it is sent. An observer that throws is logged: it only looks on. */
export function observeFetch(fetch: Fetch, onRequest: ((request: SentRequest) => void) | undefined): Fetch {
  if (onRequest === undefined) {
    return fetch;
  }
  return async (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const body = request === undefined ? textOf(init?.body) : await request.clone().text();
    try {
      onRequest({
        method: init?.method ?? request?.method ?? 'GET',
        url: request?.url ?? String(input),
        body,
        bytes: encoder.encode(body).length,
      });
    } catch (error) {
      getLogger().warn('onRequest threw; the request is sent all the same.', error);
    }
    return fetch(input, init);
  };
}

const encoder = new TextEncoder();

/** This package and the SDK write JSON, as a string; nothing else is sent from here. */
function textOf(body: BodyInit | null | undefined): string {
  return typeof body === 'string' ? body : '';
}
