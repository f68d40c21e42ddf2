import { AgentsError } from '../error.ts';

/** How a model reaches its API. */
export type Endpoint =
  | {
      readonly type: 'key';
      /** Without a slash at its end and without the version segment. */
      readonly baseUrl: string;
      /** Empty for an API without a version segment. */
      readonly apiVersion: string;
      readonly apiKey: string | undefined;
    }
  | {
      readonly type: 'vertex';
      readonly project: string | undefined;
      readonly location: string | undefined;
      /** Of express mode, which knows no project. */
      readonly apiKey: string | undefined;
      readonly apiVersion: string;
      readonly baseUrl: string | undefined;
    };

export interface EndpointOptions {
  readonly model: string;
  readonly apiKey?: string;
  readonly vertexai?: boolean;
  readonly project?: string;
  readonly location?: string;
  readonly baseUrl?: string;
  readonly apiVersion?: string;
}

/** The variables of the process, as far as they are read here. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a key is looked for, in this order. */
export const KEY_VARIABLES = ['GOOGLE_GENAI_API_KEY', 'GOOGLE_API_KEY', 'GEMINI_API_KEY'] as const;

const GOOGLE_BASE_URL = 'https://generativelanguage.googleapis.com';
// Pinned, so that a new release of the SDK does not move a program to another version of the API.
const DEFAULT_API_VERSION = 'v1beta';
const DEFAULT_VERTEX_VERSION = 'v1beta1';

/**
 * Options first, then the environment. A version segment at the end of a base URL is taken as the API version, so that
 * none is sent twice. A key of the environment is for Google, or for the server that the environment itself names: it is
 * not sent to a base URL that a program sets. Throws `invalid_argument` for a base URL that is none.
 */
export function resolveEndpoint(
  options: EndpointOptions,
  environment: Environment = globalThis.process?.env ?? {},
): Endpoint {
  if (isVertex(options, environment)) {
    const { url, version } = splitBaseUrl(options.baseUrl);
    return {
      type: 'vertex',
      project: options.project ?? environment.GOOGLE_CLOUD_PROJECT,
      location: options.location ?? environment.GOOGLE_CLOUD_LOCATION,
      apiKey: options.apiKey,
      apiVersion: options.apiVersion ?? version ?? DEFAULT_VERTEX_VERSION,
      baseUrl: url,
    };
  }
  const { url = GOOGLE_BASE_URL, version } = splitBaseUrl(
    options.baseUrl ?? environment.GOOGLE_GEMINI_BASE_URL ?? undefined,
  );
  const isKeyMeantForUrl = options.baseUrl === undefined || isGoogleUrl(url);
  return {
    type: 'key',
    baseUrl: url,
    apiVersion: options.apiVersion ?? version ?? DEFAULT_API_VERSION,
    apiKey: options.apiKey ?? (isKeyMeantForUrl ? keyFrom(environment) : undefined),
  };
}

/** True for hosts below googleapis.com. */
export function isGoogleUrl(url: string): boolean {
  return URL.canParse(url) && /(^|\.)googleapis\.com$/.test(new URL(url).hostname);
}

/** Splits a base URL into what comes before the version segment, and the version. */
export function splitBaseUrl(baseUrl: string | undefined): {
  readonly url?: string;
  readonly version?: string;
} {
  if (baseUrl === undefined || baseUrl === '') {
    return {};
  }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw invalidBaseUrl(`The base URL "${baseUrl}" is not one of http or https.`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    // Such parts would be lost when a path is put behind the URL, and they would end up in logs.
    throw invalidBaseUrl(`The base URL of ${url.host} has a user name, a password, a query or a fragment.`);
  }
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  const version = /\/(v\d+(?:(?:alpha|beta)\d*)?)$/.exec(path)?.[1];
  return version === undefined
    ? { url: url.origin + path }
    : { url: url.origin + path.slice(0, -version.length - 1), version };
}

function isVertex({ model, vertexai, apiKey, baseUrl }: EndpointOptions, environment: Environment): boolean {
  if (vertexai !== undefined) {
    return vertexai;
  }
  // Who names a server or a key has chosen; the environment, and the form of the name, decide only where nobody did.
  const isOpen = baseUrl === undefined && apiKey === undefined;
  return isOpen && (isTrue(environment.GOOGLE_GENAI_USE_VERTEXAI) || model.startsWith('projects/'));
}

function keyFrom(environment: Environment): string | undefined {
  return KEY_VARIABLES.map((name) => environment[name]).find((key) => key !== undefined && key !== '');
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value?.toLowerCase() === 'true';
}

function invalidBaseUrl(message: string): AgentsError {
  return new AgentsError({
    code: 'invalid_argument',
    message,
    hint: 'Give scheme, host and path, as http://127.0.0.1:8080; keys and the like go into apiKey or headers.',
  });
}
