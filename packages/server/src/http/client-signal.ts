import type { ServerResponse } from 'node:http';

/** Aborts when the client leaves before it has the whole answer. */
export function clientSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) {
      controller.abort(new DOMException('The client has left.', 'AbortError'));
    }
  });
  return controller.signal;
}
