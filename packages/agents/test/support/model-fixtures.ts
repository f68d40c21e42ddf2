import { existsSync, readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../../../', import.meta.url);
const recorded = new URL('../shared/recorded/', root);

/** An exchange as data: the files of one folder that are there. */
export interface ModelFixture {
  readonly name: string;
  /** What the program asks. */
  readonly llmRequest: unknown;
  /** What that is on the wire. */
  readonly request: unknown;
  readonly response: Record<string, unknown> | undefined;
  readonly stream: Record<string, unknown>[] | undefined;
  /** The final response that the program gets. */
  readonly expected: unknown;
}

/** The exchanges written by hand, of the model layer and of the protocol. */
export function readModelFixtures(folder: 'model' | 'protocol'): ModelFixture[] {
  const written = new URL(`fixtures/${folder}/`, root);
  return readdirSync(written).map((name) => ({
    name,
    llmRequest: readJson(new URL(`${name}/llm-request.json`, written)),
    request: readJson(new URL(`${name}/request.json`, written)),
    response: readJson(new URL(`${name}/response.json`, written)),
    stream: readLines(new URL(`${name}/stream.jsonl`, written)),
    expected: readJson(new URL(`${name}/expected.json`, written)),
  }));
}

/** Traffic of the hosted service, kept beside the repository and not in it; `undefined` where it is absent. */
export function readModelRecordings() {
  if (!existsSync(recorded)) return undefined;
  const names = readdirSync(recorded);
  return {
    unary: names
      .filter((name) => name.endsWith('.json'))
      .map((name) => ({ name, response: readJson(new URL(name, recorded)) ?? {} })),
    streams: names
      .filter((name) => name.endsWith('.chunks.txt'))
      .map((name) => ({ name, stream: readLines(new URL(name, recorded)) ?? [] })),
  };
}

function readJson(url: URL): Record<string, unknown> | undefined {
  return existsSync(url) ? JSON.parse(readFileSync(url, 'utf8')) : undefined;
}

function readLines(url: URL): Record<string, unknown>[] | undefined {
  if (!existsSync(url)) return undefined;
  const lines = readFileSync(url, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
}
