import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findFailures, loadTestCases } from '../src/test-case.ts';

async function folderWith(files: Readonly<Record<string, string>>): Promise<URL> {
  const directory = await mkdtemp(join(tmpdir(), 'catenary-example-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(directory, name), text);
  }
  return pathToFileURL(`${directory}/`);
}

describe('test cases', () => {
  test('come in the order of their file names, and other files are passed over', async () => {
    const one = JSON.stringify({ name: 'one', turns: [{ user: 'hi', expect: { notEmpty: true } }] });
    const two = JSON.stringify({ name: 'two', turns: [{ user: 'hi', expect: {} }] });
    const cases = await loadTestCases(await folderWith({ 'b.json': two, 'a.json': one, 'notes.md': '' }));
    expect(cases.map((testCase) => [testCase.name, testCase.session])).toEqual([
      ['one', 'own'],
      ['two', 'own'],
    ]);
  });

  test.each([
    ['is not JSON', '{'],
    ['has no turns', JSON.stringify({ name: 'x', turns: [] })],
    ['has an unknown field', JSON.stringify({ name: 'x', turns: [{ user: 'hi', expect: {} }], extra: 1 })],
    [
      'expects something unknown',
      JSON.stringify({ name: 'x', turns: [{ user: 'hi', expect: { is: 'good' } }] }),
    ],
  ])('a file that %s is refused by its name', async (_, text) => {
    await expect(loadTestCases(await folderWith({ 'broken.json': text }))).rejects.toThrow('broken.json');
  });
});

describe('what an answer lacks', () => {
  const answer = { text: 'It is 68 degrees.', calls: ['get_current_weather'] };

  test.each([
    [{ notEmpty: true, containsAny: ['DEGREES'], calls: ['get_current_weather'] }, 0],
    [{ containsAny: ['70', 'rain'] }, 1],
    [{ calls: ['google_search_agent'] }, 1],
    [{ containsAtLeast: { count: 2, of: ['68', 'degrees', 'snow'] } }, 0],
    [{ containsAtLeast: { count: 2, of: ['68', 'snow'] } }, 1],
  ])('%j leaves %i failures', (expected, failures) => {
    expect(findFailures(expected, answer)).toHaveLength(failures);
  });

  test('an empty answer is named', () => {
    expect(findFailures({ notEmpty: true }, { text: ' \n', calls: [] })).toEqual(['the answer is empty']);
  });
});
