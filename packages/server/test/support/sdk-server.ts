import { GoogleGenAI, type Interactions } from '@google/genai';
import { afterEach } from 'vitest';
import type { Backend } from '../../src/backend/backend.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../src/index.ts';
import { createScriptedBackend, type ScriptedBackend, type ScriptedTurn } from '../../src/testing.ts';

/** Switches the client's retries off: it sends a failed create up to five times. */
export const once = { maxRetries: 0 };

/** Starts servers, one a test, and closes them; gives Google's own client, unmodified, for each. */
export function useSdkServer() {
  let server: RunningServer | undefined;
  let backend: ScriptedBackend | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
  return {
    get url() {
      return server?.url ?? '';
    },
    get backend() {
      if (backend === undefined) {
        throw new Error('No server was started.');
      }
      return backend;
    },
    async start(turns: readonly ScriptedTurn[], options: ServerOptions = {}) {
      backend = createScriptedBackend(turns);
      server = await startServer({ ...options, backend });
      return connect(server.url);
    },
    /** Starts a server on a backend of the test's own, named `own`. */
    async startWith(generate: (signal: AbortSignal) => ReturnType<Backend['generate']>) {
      server = await startServer({ backend: { name: 'own', generate: (_, { signal }) => generate(signal) } });
      return connect(server.url);
    },
  };
}

export function connect(baseUrl: string, options: { readonly apiVersion?: string } = {}): GoogleGenAI {
  return new GoogleGenAI({ apiKey: 'not-checked', httpOptions: { baseUrl, ...options } });
}

export async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) {
    all.push(event);
  }
  return all;
}

type Refusal = Error & {
  readonly status: number;
  readonly error: { readonly error: { readonly code: string } };
};

/** The error that the client throws; a request that is not refused fails the test. */
export async function refusal(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) {
    throw new Error('Expected the request to be refused.');
  }
  // The client does not export its error classes; these are their fields.
  return error as Refusal;
}

/** A turn that answers with a text. */
export function text(answer: string): ScriptedTurn {
  return { steps: [{ type: 'model_output', content: [{ type: 'text', text: answer }] }] };
}

export function call(id: string, name: string, args: Record<string, unknown>) {
  return { type: 'function_call', id, name, arguments: args } as const;
}

export function result(call_id: string, name: string, value: Record<string, unknown>) {
  return { type: 'function_result', call_id, name, result: value } as const;
}

export function tool(name: string): Interactions.Tool {
  return {
    type: 'function',
    name,
    description: `The function ${name}`,
    parameters: { type: 'object', properties: { pier: { type: 'string' } } },
  };
}
