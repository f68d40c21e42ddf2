import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed; empty where there is none. */
  readonly body: Record<string, unknown>;
  readonly text: string;
}

/** What the server does with a request. */
export type Answer =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly json: unknown }
  | {
      readonly status?: number;
      readonly type?: string;
      readonly headers?: Record<string, string>;
      readonly text: string | readonly (string | Uint8Array)[];
      /** `end` (default), `cut` breaks the connection, `hold` leaves it open. */
      readonly then?: 'end' | 'cut' | 'hold';
    }
  /** Breaks the connection without an answer. */
  | 'hang up'
  /** Never answers. */
  | 'silence';

export interface Loopback {
  readonly url: string;
  /** In the order they came. */
  readonly requests: readonly ReceivedRequest[];
  /** Resolves when the first request has arrived. */
  readonly reached: Promise<void>;
  /** Resolves when a client has closed a connection before its answer was whole. */
  readonly left: Promise<void>;
}

type AnswerMaker = Answer | ((request: ReceivedRequest) => Answer);

/**
 * A server on this machine that answers each request as told, in order; the last answer is for all that follow. It is closed
 * when the test is finished.
 */
export async function openLoopback(...answers: readonly AnswerMaker[]): Promise<Loopback> {
  const requests: ReceivedRequest[] = [];
  const left = createLatch();
  const reached = createLatch();
  const server = createServer((incoming, response) => {
    response.on('close', () => {
      if (!response.writableFinished) left.release();
    });
    readRequest(incoming)
      .then((request) => {
        const answer = answers[Math.min(requests.push(request), answers.length) - 1] ?? 'silence';
        reached.release();
        return send(response, typeof answer === 'function' ? answer(request) : answer);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, reached: reached.promise, left: left.promise };
}

/**
 * An address where nobody listens. A port that was free a moment ago may be another test's by now; this one is never handed
 * out, and unlike its neighbours `fetch` lets it be asked.
 */
export const CLOSED_URL = 'http://127.0.0.1:2';

/** Events as the body of a stream. */
export function sse(events: readonly unknown[], done = '\nevent: done\ndata: [DONE]\n\n'): string {
  return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}${done.trimStart()}`;
}

/** An answer that streams events. Unless it is cut or held, it ends as streams do. */
export function streamOf(events: readonly unknown[], then: 'end' | 'cut' | 'hold' = 'end'): Answer {
  return { type: 'text/event-stream', text: then === 'end' ? sse(events) : sse(events, ''), then };
}

async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const { method = '', url = '', headers } = incoming;
  return { method, url, headers, text, body: text === '' ? {} : JSON.parse(text) };
}

async function send(response: ServerResponse, answer: Answer): Promise<void> {
  if (answer === 'silence') return;
  if (answer === 'hang up') {
    response.destroy();
    return;
  }
  if ('json' in answer) {
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(JSON.stringify(answer.json));
    return;
  }
  response.writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'text/html', ...answer.headers });
  for (const chunk of typeof answer.text === 'string' ? [answer.text] : answer.text) {
    await new Promise((resolve) => {
      response.write(chunk, resolve);
    });
  }
  if (answer.then === 'cut') response.destroy();
  else if (answer.then !== 'hold') response.end();
}

function createLatch(): { readonly promise: Promise<void>; readonly release: () => void } {
  let release = () => {};
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}
