import { parseArgs } from 'node:util';

/** What the program was asked to do. */
export interface Options {
  readonly mode: 'test' | 'interactive';
  readonly api: 'interactions' | 'generate-content';
  readonly model: string;
  /** `auto`: Google where a key is set, else `embedded`. Anything that starts with `http` is a server's base URL. */
  readonly backend: string;
  readonly stream: boolean;
  readonly debug: boolean;
}

export const HELP = `Usage: npm start -- [options]

Runs an agent over the Gemini Interactions API: six tests, then what is special about a chain.
Without a key it starts a server of its own, with a rule-based responder behind it.

Options
  --mode test|interactive            run the tests (default), or talk to the agent yourself
  --api interactions|generate-content   the API behind the agent (default interactions)
  --model NAME                       the model (default gemini-3.1-flash-lite)
  --backend auto|embedded|google|URL what answers (default auto: google where a key is set, else embedded)
  --no-stream                        ask for whole answers instead of streams
  --debug                            log whole requests and responses, keys redacted
  --help                             this text

Keys: GOOGLE_GENAI_API_KEY, GOOGLE_API_KEY or GEMINI_API_KEY; or Vertex AI with GOOGLE_GENAI_USE_VERTEXAI=true,
GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION.
`;

/** A mistake in the command line; the message says what is allowed. */
export class UsageError extends Error {}

/** Reads the command line; `undefined` when help was asked for. Throws {@link UsageError}. */
export function parseOptions(args: readonly string[]): Options | undefined {
  const { values } = readFlags(args);
  if (values.help === true) {
    return undefined;
  }
  return {
    mode: oneOf('--mode', values.mode, ['test', 'interactive']),
    api: oneOf('--api', values.api, ['interactions', 'generate-content']),
    model: values.model,
    backend: backendOf(values.backend),
    stream: values['no-stream'] !== true,
    debug: values.debug === true,
  };
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        mode: { type: 'string', default: 'test' },
        api: { type: 'string', default: 'interactions' },
        model: { type: 'string', default: 'gemini-3.1-flash-lite' },
        backend: { type: 'string', default: 'auto' },
        'no-stream': { type: 'boolean' },
        debug: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function oneOf<T extends string>(flag: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) {
    throw new UsageError(`${flag} takes ${allowed.join(' or ')}, not "${value}".`);
  }
  return found;
}

function backendOf(value: string): string {
  if (['auto', 'embedded', 'google'].includes(value)) {
    return value;
  }
  if (/^https?:\/\//.test(value) && URL.canParse(value)) {
    return value;
  }
  throw new UsageError(`--backend takes auto, embedded, google or the base URL of a server, not "${value}".`);
}
