import type { GeminiParams } from '@catenary/agents';
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server.ts';
import { type Options, UsageError } from './options.ts';

/** Every request the model sent, as it went out. */
export type RequestLog = { readonly bytes: number; readonly body: string }[];

/** What answers, and how the agent's model reaches it. */
export interface Connection {
  /** Lines that say which backend answers. */
  readonly banner: readonly string[];
  readonly model: GeminiParams;
  readonly requests: RequestLog;
  /** Set when the program started a server of its own. */
  readonly embedded: EmbeddedServer | undefined;
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const KEY_NAMES = ['GOOGLE_GENAI_API_KEY', 'GOOGLE_API_KEY', 'GEMINI_API_KEY'] as const;

/**
 * Google where a key or Vertex AI is configured, a server by its URL, else a server of our own. Never looks for a local
 * model by itself: a test run must not depend on what else happens to run on the machine.
 */
export async function connect(options: Options, environment: Environment): Promise<Connection> {
  const requests: RequestLog = [];
  const model: GeminiParams = {
    model: options.model,
    useInteractionsApi: options.api === 'interactions',
    onRequest: ({ bytes, body }) => requests.push({ bytes, body }),
  };
  const nothingToClose = async () => {};
  if (options.backend.startsWith('http')) {
    await assertAnswers(options.backend);
    const banner = [`Backend   the server at ${options.backend}`];
    const target = { ...model, baseUrl: options.backend };
    return { banner, model: target, requests, embedded: undefined, close: nothingToClose };
  }
  const credential = options.backend === 'embedded' ? undefined : findCredential(environment);
  if (credential !== undefined) {
    const banner = [`Backend   Google, with ${credential.label}`];
    const target = { ...model, ...credential.model };
    return { banner, model: target, requests, embedded: undefined, close: nothingToClose };
  }
  if (options.backend === 'google') {
    throw new UsageError(
      `--backend google needs a key: set ${KEY_NAMES.join(', ')}, or configure Vertex AI.`,
    );
  }
  if (options.api === 'generate-content') {
    throw new UsageError(
      `--api generate-content needs a key for now: set ${KEY_NAMES.join(' or ')}. ` +
        'The embedded server speaks the Interactions API only; without the flag, everything runs on it.',
    );
  }
  const embedded = await startEmbeddedServer(options.model);
  const banner = [
    `Backend   offline-rules: a rule-based responder, not a model, behind our own server at ${embedded.url}`,
    `          ${options.model} is served by it through the alias ${embedded.alias}`,
  ];
  return {
    banner,
    model: { ...model, baseUrl: embedded.url },
    requests,
    embedded,
    close: () => embedded.close(),
  };
}

/** A server that is not there is said once, before anything else, and not by every test. */
async function assertAnswers(url: string): Promise<void> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
  } catch (error) {
    throw new UsageError(
      `No server answers at ${url}. Start one, for example with: npm run server -- --port 8080`,
      {
        cause: error,
      },
    );
  }
}

function findCredential(
  environment: Environment,
): { readonly label: string; readonly model: GeminiParams } | undefined {
  if (['true', '1'].includes(environment.GOOGLE_GENAI_USE_VERTEXAI?.toLowerCase() ?? '')) {
    const project = environment.GOOGLE_CLOUD_PROJECT;
    const location = environment.GOOGLE_CLOUD_LOCATION;
    if (project === undefined || location === undefined) {
      throw new UsageError(
        'Vertex AI needs GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION beside GOOGLE_GENAI_USE_VERTEXAI.',
      );
    }
    return { label: `Vertex AI (${project}, ${location})`, model: { vertexai: true, project, location } };
  }
  for (const name of KEY_NAMES) {
    const apiKey = environment[name];
    if (apiKey !== undefined && apiKey !== '') {
      return { label: `the key in ${name}`, model: { apiKey } };
    }
  }
  return undefined;
}
