import { AgentsError } from '../error.ts';
import { type Endpoint, isGoogleUrl, KEY_VARIABLES } from './resolve-endpoint.ts';

/** Headers by which a caller brings credentials of its own. */
const CREDENTIAL_HEADERS: ReadonlySet<string> = new Set(['authorization', 'x-goog-api-key']);

/** The error for an endpoint that would refuse every call, with the ways to go on; `undefined` where a call may be tried. */
export function missingCredentials(
  model: string,
  endpoint: Endpoint,
  headers: Readonly<Record<string, string>>,
): AgentsError | undefined {
  if (endpoint.apiKey !== undefined || bringsCredentials(headers)) {
    return undefined;
  }
  if (endpoint.type === 'vertex') {
    return endpoint.project === undefined
      ? new AgentsError({
          code: 'missing_credentials',
          message: `There is no project for the model ${model} on Vertex AI.`,
          hint: 'Set GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION, or pass project and location.',
        })
      : undefined;
  }
  // A server of one's own may need no key.
  return isGoogleUrl(endpoint.baseUrl)
    ? new AgentsError({
        code: 'missing_credentials',
        message: `There is no key for the model ${model}.`,
        hint: [
          `Ways to go on: set ${KEY_VARIABLES.join(', ')} or pass apiKey`,
          'use Vertex AI with GOOGLE_GENAI_USE_VERTEXAI=true, GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION',
          "start a server that needs no key with `npx --package @catenary/server catenary-server --alias 'gemini-*=offline-rules'` and pass its URL as baseUrl.",
        ].join('; or '),
      })
    : undefined;
}

/** Whether headers hold a key or a token, in whatever case their names are written. */
export function bringsCredentials(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => CREDENTIAL_HEADERS.has(name.toLowerCase()));
}
