import type { GoogleGenAI } from '@google/genai';
import type { LlmRequest } from '../contract/llm-request.ts';
import type { LlmResponse } from '../contract/llm-response.ts';
import type { InteractionsTarget } from '../contract/model.ts';
import { BaseLlm } from './base-llm.ts';
import { createGenAiClient, NO_KEY } from './create-genai-client.ts';
import { modelMixesBuiltInTools } from './interactions/request/capabilities.ts';
import type { InteractionsTransport } from './interactions/transport/transport.ts';
import { assertInteractions } from './interactions-support.ts';
import { toInteractionsTarget } from './interactions-target.ts';
import { bringsCredentials, missingCredentials } from './missing-credentials.ts';
import { type Fetch, observeFetch, type SentRequest } from './observe-fetch.ts';
import { type Endpoint, resolveEndpoint, splitBaseUrl } from './resolve-endpoint.ts';

const BRAND = Symbol.for('catenary.agents.gemini');

/** What a `Gemini` is made from. */
export interface GeminiParams {
  /** Default `gemini-2.5-flash`. */
  readonly model?: string;
  /** Keeps the conversation on the server and sends only what is new; default false. */
  readonly useInteractionsApi?: boolean;
  /** Default: `GOOGLE_GENAI_API_KEY`, `GOOGLE_API_KEY` or `GEMINI_API_KEY`, which are not sent to a `baseUrl` set here. */
  readonly apiKey?: string;
  /** Default: `GOOGLE_GENAI_USE_VERTEXAI`. */
  readonly vertexai?: boolean;
  /** Of Vertex AI. Default: `GOOGLE_CLOUD_PROJECT`. */
  readonly project?: string;
  /** Of Vertex AI. Default: `GOOGLE_CLOUD_LOCATION`. */
  readonly location?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Another server that speaks the API; it may end in a version segment. Default: `GOOGLE_GEMINI_BASE_URL`, else Google's. */
  readonly baseUrl?: string;
  /** Default: what `baseUrl` ends in, else `v1beta`. */
  readonly apiVersion?: string;
  /** A client of the SDK to use for everything, in place of key, project, base URL, version, headers and `fetch`. */
  readonly client?: GoogleGenAI;
  readonly fetch?: Fetch;
  /**
   * What is known of the place that keeps the chains, where it is not what the endpoint suggests: its kind, how long it keeps
   * an interaction, or an id that also tells two `client`s apart.
   */
  readonly target?: Partial<InteractionsTarget>;
  /** Default: true for our own server and for Gemini 3 and later. */
  readonly mixesBuiltInTools?: boolean;
  /** Shown every request before it is sent, a repeated attempt once more. Not called for a `client` of one's own. */
  readonly onRequest?: (request: SentRequest) => void;
}

/**
 * A Gemini model, or whatever another server answers with under that name, over one of two APIs: `generateContent`, with
 * the whole history in each request, or the Interactions API, where the server keeps it.
 *
 * Making one never fails for want of a key: the first call does, with `missing_credentials` and the ways to go on. The
 * environment is read, and the SDK and the code of the API in use loaded, when they are first needed. Throws `invalid_argument` for a base URL that is
 * none; a client without interactions makes the first call throw `missing_capability`.
 */
export class Gemini extends BaseLlm {
  static override readonly supportedModels: Array<string | RegExp> = [
    /gemini-.+/,
    /models\/.+/,
    /projects\/.+/,
  ];

  readonly [BRAND] = true;
  readonly useInteractionsApi: boolean;
  // Private at run time, too, so that printing a model does not print its key.
  readonly #params: GeminiParams;
  #endpoint: Endpoint | undefined;
  #target: InteractionsTarget | undefined;
  #client: Promise<GoogleGenAI> | undefined;
  #transport: Promise<InteractionsTransport> | undefined;

  constructor(params: GeminiParams = {}) {
    super({ model: params.model ?? 'gemini-2.5-flash' });
    splitBaseUrl(params.baseUrl);
    this.useInteractionsApi = params.useInteractionsApi ?? false;
    this.#params = params;
  }

  override get interactionsTarget(): InteractionsTarget | undefined {
    return this.useInteractionsApi ? this.#knownTarget() : undefined;
  }

  override get mixesBuiltInTools(): boolean {
    return (
      this.#params.mixesBuiltInTools ??
      (this.#knownTarget().kind === 'catenary' || modelMixesBuiltInTools(this.model))
    );
  }

  override async *generateContentAsync(
    request: LlmRequest,
    stream = false,
    abortSignal?: AbortSignal,
  ): AsyncGenerator<LlmResponse, void, undefined> {
    abortSignal?.throwIfAborted();
    this.#assertCredentials(request);
    const { model } = this;
    if (this.useInteractionsApi) {
      const { generateOverInteractions } = await import('./interactions/generate.ts');
      const transport = await this.#interactionsTransport();
      const target = this.#knownTarget();
      yield* generateOverInteractions(request, { transport, target, model, stream, signal: abortSignal });
    } else {
      const { generateContent } = await import('./generate-content/generate.ts');
      yield* generateContent(request, {
        loadClient: () => this.#genAi(),
        model,
        stream,
        signal: abortSignal,
      });
    }
  }

  #knownEndpoint(): Endpoint {
    this.#endpoint ??= resolveEndpoint({ ...this.#params, model: this.model });
    return this.#endpoint;
  }

  #knownTarget(): InteractionsTarget {
    const { client, target } = this.#params;
    const known: InteractionsTarget =
      client === undefined
        ? toInteractionsTarget(this.#knownEndpoint())
        : { id: client.vertexai ? 'client:vertex' : 'client:key', kind: 'google' };
    this.#target ??= { ...known, ...target };
    return this.#target;
  }

  #assertCredentials({ config }: LlmRequest): void {
    if (this.#params.client !== undefined) {
      return;
    }
    const headers = { ...this.#params.headers, ...config?.httpOptions?.headers };
    const error = missingCredentials(this.model, this.#knownEndpoint(), headers);
    if (error !== undefined) {
      throw error;
    }
  }

  #interactionsTransport(): Promise<InteractionsTransport> {
    this.#transport ??= this.#createTransport();
    return this.#transport;
  }

  async #createTransport(): Promise<InteractionsTransport> {
    const { client, headers = {} } = this.#params;
    const endpoint = this.#knownEndpoint();
    if (client !== undefined || endpoint.type === 'vertex') {
      const { createSdkTransport } = await import('./interactions/transport/sdk-transport.ts');
      return createSdkTransport({
        loadClient: async () => {
          const loaded = await this.#genAi();
          assertInteractions(loaded);
          return loaded;
        },
      });
    }
    const { createFetchTransport } = await import('./interactions/transport/fetch-transport.ts');
    const { baseUrl, apiVersion, apiKey = NO_KEY } = endpoint;
    return createFetchTransport({
      url: apiVersion === '' ? baseUrl : `${baseUrl}/${apiVersion}`,
      headers: { ...(bringsCredentials(headers) ? {} : { 'x-goog-api-key': apiKey }), ...headers },
      fetch: this.#fetch(),
    });
  }

  #genAi(): Promise<GoogleGenAI> {
    const { client, headers = {} } = this.#params;
    this.#client ??=
      client === undefined
        ? createGenAiClient(this.#knownEndpoint(), { headers, fetch: this.#fetch() })
        : Promise.resolve(client);
    return this.#client;
  }

  #fetch(): Fetch {
    // Looked up at each request, as a program may replace it later.
    const { fetch = (input, init) => globalThis.fetch(input, init), onRequest } = this.#params;
    return observeFetch(fetch, onRequest);
  }
}

/** Recognises Gemini models of any copy of this package. */
export function isGemini(value: unknown): value is Gemini {
  return typeof value === 'object' && value !== null && BRAND in value;
}
