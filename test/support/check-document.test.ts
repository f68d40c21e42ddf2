import { describe, expect, it } from 'vitest';
import { checkDocument } from './check-document.ts';
import { readMarkdown } from './read-markdown.ts';
import { readRegion } from './read-region.ts';

const files: Readonly<Record<string, string>> = {
  'examples/docs/hello.ts':
    'before();\n{\n  // #region call\n  call({\n    a: 1,\n  });\n  // #endregion call\n}\n',
  'docs/other.md': '',
};
const rules = {
  readFile: (path: string) => files[path],
  isKnownCommand: (command: string) => command === 'npm start',
};
const check = (text: string): readonly string[] => checkDocument('docs/page.md', text, rules);
const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\`\n`;

describe('checkDocument', () => {
  it('accepts a quote of a region, a known command, JSON, output and a link', () => {
    const quote = `<!-- from: examples/docs/hello.ts#call -->\n\n${block('ts', 'call({\n  a: 1,\n});')}`;
    const rest = [
      block('sh', 'npm start  # the first time'),
      block('console', '$ npm start\nanything'),
      block('json', '{}'),
    ];
    expect(
      check([quote, ...rest, block('text', '?'), '[other](./other.md#part) [web](https://a.b)'].join('\n')),
    ).toEqual([]);
  });

  it.each([
    ['program text from nowhere', block('ts', 'x();'), 'docs/page.md:1 needs a comment above it'],
    [
      'a quote that has drifted',
      `<!-- from: examples/docs/hello.ts#call -->\n${block('ts', 'call();')}`,
      ':2 differs from',
    ],
    [
      'a quote of a missing file',
      `<!-- from: examples/docs/no.ts -->\n${block('ts', 'x')}`,
      'not a file of examples/',
    ],
    [
      'a quote of a missing region',
      `<!-- from: examples/docs/hello.ts#no -->\n${block('ts', 'x')}`,
      'the region no',
    ],
    ['an unknown command', block('sh', 'npm start\nrm -rf x'), 'shows "rm -rf x"'],
    ['an unknown command at a prompt', block('console', '$ make'), 'shows "make"'],
    ['JSON that does not parse', block('json', '{a: 1}'), 'is not JSON'],
    ['a language that nothing checks', block('python', 'x'), 'has a block of "python"'],
    ['a block without a language', block('', 'x'), 'has a block of ""'],
    ['a link to nothing', 'see [it](../docs/no.md)', 'docs/page.md:1 links to ../docs/no.md'],
  ])('names %s', (_fault, text, message) => {
    expect(check(text).join('\n')).toContain(message);
  });

  it('does not lose its place after an empty block', () => {
    expect(check(`\`\`\`text\n\`\`\`\n${block('sh', 'make')}`)).toHaveLength(1);
  });

  it('does not guess where an open block ends', () => {
    expect(() => check('```sh\nnpm start\n')).toThrow('the code block of line 1 is not closed');
  });
});

describe('readMarkdown', () => {
  it('reads headings, and blocks inside lists, but no headings inside blocks', () => {
    const { headings, blocks } = readMarkdown(
      '# One\n- item\n  ```sh\n  npm start\n  # no heading\n  ```\n### Three\n',
    );
    expect(headings).toEqual([1, 3]);
    expect(blocks).toEqual([{ language: 'sh', text: 'npm start\n# no heading\n', line: 3 }]);
  });
});

describe('readRegion', () => {
  it('gives the whole file without its markers when no region is named', () => {
    expect(readRegion('// #region a\nx();\n// #endregion a\ny();\n')).toBe('x();\ny();\n');
  });

  it('ends a region at its own end when another lies inside', () => {
    const source =
      '// #region a\nx();\n// #region b\ny();\n// #endregion b\nz();\n// #endregion a\nlast();\n';
    expect(readRegion(source, 'a')).toBe('x();\ny();\nz();');
  });
});
