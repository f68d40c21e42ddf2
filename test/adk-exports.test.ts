import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adkTypings, adkVersion } from './support/adk-typings.ts';
import { adkExportsSchema, compareAdkExports } from './support/compare-adk-exports.ts';
import { readExports } from './support/read-exports.ts';
import { repoRoot } from './support/tracked-files.ts';

const list = adkExportsSchema.parse(
  JSON.parse(readFileSync(join(repoRoot, 'docs/adk-exports.json'), 'utf8')),
);

describe('docs/adk-exports.json', () => {
  it('says of every name of the real typings whether it is here', { timeout: 150_000 }, async (context) => {
    const typings = await adkTypings().catch((error: unknown) => {
      if (process.env.CI === 'true') throw error;
      return context.skip(`the typings of @google/adk could not be had: ${String(error)}`);
    });
    const ours = readExports(join(repoRoot, 'packages/agents/src/index.ts'));
    const theirs = readExports(typings);
    expect(theirs.size).toBeGreaterThan(400);
    expect(
      compareAdkExports(list, theirs, ours),
      'to print this alone: node scripts/adk-exports.mjs',
    ).toEqual([]);
  });

  it('is about the release that is read', () => {
    expect(list.version).toBe(adkVersion);
  });
});

describe('the comparison itself', () => {
  const agreed = {
    package: '@google/adk' as const,
    version: adkVersion,
    same: ['Agent', 'Config'],
    differs: { Gemini: 'Takes more.' },
    absent: [{ why: 'Other wire.', planned: false, names: ['Live'] }],
  };
  const theirs = new Map([
    ['Agent', 'value'],
    ['Config', 'type'],
    ['Gemini', 'value'],
    ['Live', 'value'],
  ] as const);
  const ours = new Map([
    ['Agent', 'value'],
    ['Config', 'type'],
    ['Gemini', 'value'],
    ['Ours', 'value'],
  ] as const);

  it('is content where list, typings and package agree, whatever else we export', () => {
    expect(compareAdkExports(agreed, theirs, ours)).toEqual([]);
  });

  it('names what the typings have and the list lacks', () => {
    expect(compareAdkExports({ ...agreed, absent: [] }, theirs, ours)).toEqual(['Live is not listed']);
  });

  it('names what the list has and the typings lack', () => {
    const list = { ...agreed, differs: { ...agreed.differs, Ours: 'Invented.' } };
    expect(compareAdkExports(list, theirs, ours)).toEqual([
      'Ours is listed, and the typings have no such name',
    ]);
  });

  it('names what is promised and not exported, and what is exported in spite of the list', () => {
    const ours = new Map([
      ['Agent', 'type'],
      ['Gemini', 'value'],
      ['Live', 'value'],
    ] as const);
    expect(compareAdkExports(agreed, theirs, ours)).toEqual([
      'Agent is listed as the same, and is only a type here',
      'Config is listed as here, and is not exported',
      'Live is listed as absent, and is exported',
    ]);
  });

  it('names what is listed twice', () => {
    expect(compareAdkExports({ ...agreed, same: ['Agent', 'Config', 'Gemini'] }, theirs, ours)).toEqual([
      'Gemini is listed twice',
    ]);
  });
});
