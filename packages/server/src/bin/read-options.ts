import { Command, InvalidArgumentError, Option } from 'commander';
import type { ServerOptions } from '../config.ts';
import { LOG_LEVELS, type LogLevel } from './create-logger.ts';

export type CommandOptions = Pick<
  ServerOptions,
  | 'port'
  | 'host'
  | 'allowRemote'
  | 'allowedHosts'
  | 'allowedOrigins'
  | 'store'
  | 'backend'
  | 'aliases'
  | 'documents'
> & { readonly logLevel: LogLevel };

const EXAMPLES = `
The first line on stdout is JSON: {"url", "backend", "store", "pid"}. Logs go to stderr.

Examples:
  $ catenary-server
      answers on a free port of this machine, and forgets everything when it stops
  $ catenary-server --port 8080 --store sqlite:./catenary.db
      keeps conversations in a file and goes on with them after a restart
  $ catenary-server --alias "gemini-*=offline-rules"
      answers requests that name a Gemini model; responses say which backend answered
  $ catenary-server --documents ./notes
      lets google_search find the documents of a folder

Point a client at it with its base URL, for example httpOptions: {baseUrl: "<url>"} of @google/genai.`;

/** Reads the command line. Throws `CommanderError` for help and for options that mean nothing, after saying so. */
export function readOptions(argv: readonly string[]): CommandOptions {
  const command = new Command('catenary-server')
    .description('A server of the Gemini Interactions API on this machine.')
    .option('--port <number>', 'port to listen on; 0 takes a free one', toPort, 0)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--allow-remote', 'let other machines in; there is no authentication')
    .option('--allow-host <name>', 'a further name that requests may be sent to (repeatable)', collect, [])
    .option('--allow-origin <origin>', 'a web origin whose pages may send requests (repeatable)', collect, [])
    .option('--store <store>', 'where interactions are kept: memory, or sqlite:PATH', 'memory')
    .option('--backend <backend>', 'what answers: offline-rules, or scripted:FILE', 'offline-rules')
    .option('--alias <pattern=backend>', 'a further model name, * for any text (repeatable)', collect, [])
    .option('--documents <folder>', 'documents that google_search finds')
    .addOption(new Option('--log-level <level>', 'least that is logged').choices(LOG_LEVELS).default('warn'))
    .addHelpText('after', EXAMPLES)
    .allowExcessArguments(false)
    .exitOverride()
    .showHelpAfterError('Run catenary-server --help to see the options.');
  const { alias, allowHost, allowOrigin, ...options } = command.parse(argv).opts<ParsedOptions>();
  return { ...options, aliases: alias, allowedHosts: allowHost, allowedOrigins: allowOrigin };
}

interface ParsedOptions {
  readonly port: number;
  readonly host: string;
  readonly allowRemote?: true;
  readonly allowHost: readonly string[];
  readonly allowOrigin: readonly string[];
  readonly store: string;
  readonly backend: string;
  readonly alias: readonly string[];
  readonly documents?: string;
  readonly logLevel: LogLevel;
}

function toPort(text: string): number {
  const port = Number(text);
  if (text.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  }
  return port;
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}
