import { describe, expect, it } from 'vitest';
import { trackedFiles } from './support/tracked-files.ts';

const maxLines = 300;
const machinePath = /(?<![\w.~-])\/(?:work|tmp|root|home\/[a-z]\w*|Users\/[A-Za-z]\w*)\/|\b[A-Z]:\\Users\\/;
const licenceBanner =
  /SPDX-License-Identifier|@licen[sc]e\b|Licensed under the Apache|Copyright (?:\(c\) )?20\d\d/;

// This file spells out what it looks for.
const exempt = ['package-lock.json', 'test/source-files.test.ts'];
const files = trackedFiles().filter(({ path }) => !exempt.includes(path));

function isSource(path: string): boolean {
  const isCode = /^(?:packages\/[^/]+\/src|scripts|examples)\/.*\.(?:ts|mjs)$/.test(path);
  return isCode && !/\.(?:test|test-d|data)\.ts$/.test(path);
}

describe('the tracked files', () => {
  it(`keep every source file within ${maxLines} lines`, () => {
    const sizes = files
      .filter(({ path }) => isSource(path))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }));
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.filter(({ lines }) => lines > maxLines)).toEqual([]);
  });

  it('name no path of the machine they were written on', () => {
    expect(linesThatMatch(machinePath)).toEqual([]);
  });

  it('leave the licence to the files LICENSE, of which each package ships one', () => {
    const isLicence = (line: string): boolean => /^(?:(?:packages\/[\w-]+\/)?LICENSE|NOTICE):/.test(line);
    expect(linesThatMatch(licenceBanner).filter((line) => !isLicence(line))).toEqual([]);
  });
});

function linesThatMatch(pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

describe('the patterns themselves', () => {
  it.each([
    'see /home/mia/catenary/x.ts',
    // In pieces, so that this file names no such path itself.
    ['sqlite:', 'tmp', 'x.db'].join('/'),
    'C:\\Users\\mia',
    '"/Users/mia/x"',
    ['(', 'root', '.npm)'].join('/'),
  ])('find the machine path in %s', (text) => expect(text).toMatch(machinePath));
  it.each(['https://example.com/work/x', 'packages/agents/tmp/x', '../work/notes', 'C:\\data'])(
    'find none in %s',
    (text) => expect(text).not.toMatch(machinePath),
  );
  it.each(['// SPDX-License-Identifier: MIT', ' * @license', '// Copyright 2026 Somebody'])(
    'find the banner in %s',
    (text) => expect(text).toMatch(licenceBanner),
  );
});
