import { isIP } from 'node:net';
import { HttpFault } from './http-fault.ts';

export interface GuardOptions {
  /** Names besides `localhost` and IP addresses that a request may be sent to. */
  readonly allowedHosts: readonly string[];
  /** Origins besides those of this machine whose pages may send requests, as `https://app.example`. */
  readonly allowedOrigins: readonly string[];
}

/**
 * Keeps web pages away from a server on somebody's machine. A page of another site says its `Origin`; one that had its own
 * name point to this machine (DNS rebinding) says that name in `Host`. An IP address cannot be rebound.
 * Throws `HttpFault` 403.
 */
export function guardRequest(
  headers: { readonly host?: string | undefined; readonly origin?: string | undefined },
  options: GuardOptions,
): void {
  const host = hostnameOf(`http://${headers.host ?? ''}`);
  if (host === undefined || !(isLocalName(host) || isAddress(host) || options.allowedHosts.includes(host))) {
    throw new HttpFault(
      403,
      'The Host of this request is not one of this server. Add it to the allowed hosts.',
    );
  }
  const { origin } = headers;
  if (origin === undefined || options.allowedOrigins.includes(origin)) {
    return;
  }
  const source = hostnameOf(origin);
  if (source === undefined || !(isLocalName(source) || isLoopback(source))) {
    throw new HttpFault(
      403,
      'The Origin of this request may not use this server. Add it to the allowed origins.',
    );
  }
}

/** Whether only programs of this machine can reach a server that listens on `host`. */
export function isLoopbackHost(host: string): boolean {
  return isLocalName(host) || isLoopback(host);
}

function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function isAddress(host: string): boolean {
  return isIP(withoutBrackets(host)) !== 0;
}

function isLoopback(host: string): boolean {
  const address = withoutBrackets(host);
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
