import type { InteractionsTarget } from '../contract/model.ts';
import { fingerprint } from './fingerprint.ts';
import { type Endpoint, isGoogleUrl } from './resolve-endpoint.ts';

/**
 * Where an endpoint keeps its chains. A server on this machine is taken for ours, another one that is not Google's for one
 * that we know nothing about; how long a chain is kept is known of none.
 */
export function toInteractionsTarget(endpoint: Endpoint): InteractionsTarget {
  const credential = endpoint.apiKey === undefined ? 'none' : fingerprint(endpoint.apiKey);
  if (endpoint.type === 'vertex') {
    const { baseUrl = 'vertex', project = 'none', location = 'none' } = endpoint;
    return { id: `${baseUrl} project:${project}/${location} key:${credential}`, kind: 'google' };
  }
  return { id: `${endpoint.baseUrl} key:${credential}`, kind: kindOf(endpoint.baseUrl) };
}

function kindOf(baseUrl: string): InteractionsTarget['kind'] {
  if (isGoogleUrl(baseUrl)) {
    return 'google';
  }
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(baseUrl).hostname) ? 'catenary' : 'other';
}
