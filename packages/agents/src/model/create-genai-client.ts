import type { GoogleGenAI } from '@google/genai';
import type { Fetch } from './observe-fetch.ts';
import type { Endpoint } from './resolve-endpoint.ts';

/** What goes in the place of a key where a server asks for none: without one the SDK looks for Google's credentials. */
export const NO_KEY = 'none';

/** Loads the SDK, which is not done before a call needs it, and makes a client for the endpoint. */
export async function createGenAiClient(
  endpoint: Endpoint,
  options: { readonly headers: Readonly<Record<string, string>>; readonly fetch: Fetch },
): Promise<GoogleGenAI> {
  const { GoogleGenAI } = await import('@google/genai');
  const httpOptions = {
    headers: { ...options.headers },
    fetch: options.fetch,
    ...(endpoint.baseUrl === undefined ? {} : { baseUrl: endpoint.baseUrl }),
    apiVersion: endpoint.apiVersion,
  };
  if (endpoint.type === 'vertex') {
    return new GoogleGenAI({
      vertexai: true,
      ...(endpoint.project === undefined ? {} : { project: endpoint.project }),
      ...(endpoint.location === undefined ? {} : { location: endpoint.location }),
      ...(endpoint.apiKey === undefined ? {} : { apiKey: endpoint.apiKey }),
      httpOptions,
    });
  }
  // Without `vertexai: false` the SDK asks the environment once more.
  return new GoogleGenAI({ vertexai: false, apiKey: endpoint.apiKey ?? NO_KEY, httpOptions });
}
