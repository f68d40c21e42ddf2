import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const source = join(root, 'packages/server/src');
const examples = join(root, 'examples/interactions-api/tests');
const exampleFiles = existsSync(examples)
  ? readdirSync(examples).filter((file) => file.endsWith('.json'))
  : [];

/** Places that the example's weather tool knows. */
const CITIES = ['new york', 'london', 'tokyo', 'paris', 'sydney'];

/** Collections of facts about the whole world are data and hold every answer there is; nothing else is left out. */
const isFactCollection = (file: string) =>
  /^tool\/search\/.*\.data\.(?:ts|json)$|^tool\/search\/data\//.test(file);

const product = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter(
    (file) => /\.(?:ts|json)$/.test(file) && !/\.test(?:-d)?\.ts$/.test(file) && !isFactCollection(file),
  )
  .map((file) => ({ file, text: wordsIn(readFileSync(join(source, file), 'utf8')) }));

/** Lower-case words with single blanks around, so that a search finds whole words whatever stands between them. */
function wordsIn(text: string): string {
  return ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}

/** What a responder could be fitted to: whole sentences of three words or more, and expected values of four letters. */
function tellingStrings(value: unknown, key = ''): readonly string[] {
  if (typeof value === 'string') {
    const isSaid = key === 'user' || key === 'text';
    const strings = isSaid ? [value, ...value.split(/(?<=[.!?])\s+/)] : SETTINGS.has(key) ? [] : [value];
    const isLong = (text: string) => wordsIn(text).trim().split(' ').length > 2;
    return strings.filter((text) => isLong(text) || (!isSaid && /\p{L}{4}/u.test(text)));
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, inner]) => tellingStrings(inner, isList ? key : name));
}

const SETTINGS = new Set(['name', 'session', 'attach', 'calls', 'description', 'mode', '$schema']);

function filesWith(text: string): readonly string[] {
  return product.filter((each) => each.text.includes(wordsIn(text))).map(({ file }) => file);
}

describe('product code of the server', () => {
  it('is being looked at', () => {
    expect(product.length).toBeGreaterThan(20);
    expect(product.some(({ file }) => file.endsWith('word-lists.data.ts'))).toBe(true);
  });

  it.each(CITIES)('does not know the city %s', (city) => {
    expect(filesWith(city)).toEqual([]);
  });

  it.skipIf(exampleFiles.length === 0).each(exampleFiles)('holds no sentence and no answer of %s', (file) => {
    const content: unknown = JSON.parse(readFileSync(join(examples, file), 'utf8'));
    const hits = tellingStrings(content).flatMap((text) =>
      filesWith(text).map((where) => `${where}: ${text}`),
    );
    expect(hits).toEqual([]);
  });
});
