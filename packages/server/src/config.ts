import type { Backend } from './backend/backend.ts';
import { type ModelAlias, parseAlias } from './backend/resolve.ts';
import { type Clock, systemClock } from './clock.ts';
import { isLoopbackHost } from './http/guard-request.ts';
import { newInteractionId } from './interaction/new-interaction-id.ts';
import { type Logger, silentLogger } from './logger.ts';
import { StartError } from './start-error.ts';
import type { SearchProvider } from './tool/search/search-provider.ts';

/** How a server is started. Everything has a default that suits a test: a free port of this machine, nothing kept. */
export interface ServerOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default `127.0.0.1`. A host that other machines reach needs `allowRemote`. */
  readonly host?: string;
  /** Lets other machines in. There is no authentication: whoever reaches the port may use it. Default false. */
  readonly allowRemote?: boolean;
  /** Names that requests may be sent to besides `localhost` and IP addresses. */
  readonly allowedHosts?: readonly string[];
  /** Origins of web pages that may send requests, besides those of this machine; as `https://app.example`. */
  readonly allowedOrigins?: readonly string[];
  /** `memory` (default), or `sqlite:` and a path. */
  readonly store?: string;
  /** `offline-rules` (default), `scripted:` and the path of a script, or a backend of your own. */
  readonly backend?: string | Backend;
  /** Further names of the backend, as `gemini-*=offline-rules`; the first that matches wins. */
  readonly aliases?: readonly (string | ModelAlias)[];
  /** What answers `google_search`; default the local facts, and `documents`. */
  readonly searchProvider?: SearchProvider;
  /** A folder whose documents the local search finds too. */
  readonly documents?: string;
  /** Default: silent. */
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** Makes interaction ids; whoever replaces it sees to it that they cannot be guessed. */
  readonly newId?: () => string;
  /** Default 32 MiB: media travel inside the JSON. */
  readonly maxBodyBytes?: number;
  /** Default 100. */
  readonly maxJsonDepth?: number;
  /** A run that takes longer fails with `deadline_exceeded`; default 15 minutes. */
  readonly runTimeoutMs?: number;
  /** A silent stream gets a comment so often; default 15 seconds. */
  readonly keepAliveMs?: number;
  /** How long `close` lets runs go on before it ends them as `failed`; default 5 seconds. */
  readonly closeGraceMs?: number;
}

/** The options with their defaults. */
export interface Config
  extends Required<Omit<ServerOptions, 'aliases' | 'searchProvider' | 'documents'>>,
    Pick<ServerOptions, 'searchProvider' | 'documents'> {
  readonly aliases: readonly ModelAlias[];
}

/** Fills in and checks options, before anything is opened. Throws `StartError`: `invalid_option`, `remote_not_allowed`. */
export function toConfig(options: ServerOptions): Config {
  const config: Config = {
    port: 0,
    host: '127.0.0.1',
    allowRemote: false,
    allowedHosts: [],
    allowedOrigins: [],
    store: 'memory',
    backend: 'offline-rules',
    logger: silentLogger,
    clock: systemClock,
    newId: newInteractionId,
    maxBodyBytes: 32 * 1024 * 1024,
    maxJsonDepth: 100,
    runTimeoutMs: 15 * 60_000,
    keepAliveMs: 15_000,
    closeGraceMs: 5_000,
    ...withoutUndefined(options),
    aliases: (options.aliases ?? []).map((alias) => (typeof alias === 'string' ? parseAlias(alias) : alias)),
  };
  checkWhole('port', config.port, 0, 65_535);
  for (const name of ['maxBodyBytes', 'maxJsonDepth', 'runTimeoutMs', 'keepAliveMs'] as const) {
    checkWhole(name, config[name], 1, 2 ** 31 - 1);
  }
  checkWhole('closeGraceMs', config.closeGraceMs, 0, 2 ** 31 - 1);
  if (!config.allowRemote && !isLoopbackHost(config.host)) {
    throw new StartError({
      code: 'remote_not_allowed',
      message: `Other machines reach the host ${config.host}, and the server has no authentication.`,
      hint: 'Listen on 127.0.0.1, or allow remote access (allowRemote, --allow-remote) where the network is trusted.',
    });
  }
  return config;
}

/** Programs that are not type-checked pass `undefined` for what they do not set. */
function withoutUndefined(options: ServerOptions): ServerOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function checkWhole(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new StartError({
      code: 'invalid_option',
      message: `${name} is ${value}.`,
      hint: `It must be a whole number from ${least} to ${most}.`,
    });
  }
}
