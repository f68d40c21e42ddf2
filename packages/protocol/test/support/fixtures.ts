import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../../', import.meta.url);
const written = new URL('fixtures/protocol/', root);
const recorded = new URL('../shared/recorded/', root);

/** An exchange written by hand. */
export interface Fixture {
  readonly name: string;
  readonly request: unknown;
  readonly response: unknown;
  /** The events as JSON, one an entry. */
  readonly stream: readonly string[] | undefined;
}

export function readFixtures(): readonly Fixture[] {
  return readdirSync(written).map((name) => ({
    name,
    request: readJson(new URL(`${name}/request.json`, written)),
    response: readJson(new URL(`${name}/response.json`, written)),
    stream: readLines(new URL(`${name}/stream.jsonl`, written)),
  }));
}

/** Traffic of the hosted service, kept beside the repository and not in it. */
export interface Recordings {
  readonly unary: readonly { readonly name: string; readonly response: unknown }[];
  readonly streams: readonly { readonly name: string; readonly stream: readonly string[] }[];
}

/** `undefined` where the folder is absent. */
export function readRecordings(): Recordings | undefined {
  if (!existsSync(fileURLToPath(recorded))) {
    return undefined;
  }
  const names = readdirSync(recorded);
  return {
    unary: names
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ name, response: readJson(new URL(name, recorded)) })),
    streams: names
      .filter((name) => name.endsWith('.chunks.txt'))
      .map((name) => ({ name, stream: readLines(new URL(name, recorded)) ?? [] })),
  };
}

function readJson(url: URL): unknown {
  return existsSync(url) ? JSON.parse(readFileSync(url, 'utf8')) : undefined;
}

function readLines(url: URL): readonly string[] | undefined {
  if (!existsSync(url)) {
    return undefined;
  }
  return readFileSync(url, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}
