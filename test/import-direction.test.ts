import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkImportDirection, type PackageRule } from './support/check-import-direction.ts';

const rules: Readonly<Record<string, PackageRule>> = {
  protocol: {
    siblings: [],
    why: 'Every other package stands on the wire; it stands on none and loads in a browser.',
    only: ['zod'],
  },
  agents: {
    siblings: ['protocol'],
    why: 'Agents and server meet only over HTTP, so that each can be swapped or tested alone.',
    runtimeOnlyIn: { '@google/genai': ['model'] },
    typesOnly: ['contract'],
    floors: [
      { units: ['contract'], why: 'The shapes that every floor shares; types, no code.' },
      {
        units: ['logger', 'runtime', 'frozen-copy'],
        why: 'What any part may need and that knows none of them.',
      },
      { units: ['error', 'event', 'schema'], why: 'What happened, and what shape it has, as data.' },
      { units: ['session', 'artifact', 'memory', 'model'], why: 'Where data is kept and who answers.' },
      { units: ['context'], why: 'What callbacks and tools are given.' },
      { units: ['tool', 'recovery'], why: 'What a model may call, and how its effects survive a crash.' },
      { units: ['processor', 'plugin'], why: 'What edits a request or hears of a run.' },
      { units: ['agent'], why: 'The loop of model and tools.' },
      { units: ['runner'], why: 'Drives one agent for one session.' },
      { units: ['index', 'testing'], why: 'The public entries.' },
    ],
  },
  server: {
    siblings: ['protocol'],
    why: 'Agents and server meet only over HTTP, so that each can be swapped or tested alone.',
    floors: [
      {
        units: ['error', 'start-error', 'clock', 'logger'],
        why: 'What any part may need and that knows none of them.',
      },
      {
        units: ['store', 'backend', 'tool'],
        why: 'Where interactions are kept, who answers, what it may use.',
      },
      { units: ['execution'], why: 'History to backend to steps.' },
      { units: ['interaction'], why: 'Create, get, cancel, delete, and what may be asked.' },
      { units: ['http'], why: 'Parse, call, encode; no logic.' },
      { units: ['config', 'start-server'], why: 'Puts the parts together.' },
      { units: ['index', 'testing', 'bin'], why: 'The public entries and the command.' },
    ],
  },
};

describe('the packages of this repository', () => {
  it('import downwards only', () => {
    const packagesPath = fileURLToPath(new URL('../packages', import.meta.url));
    expect(checkImportDirection(packagesPath, rules)).toEqual([]);
  });
});

describe('the check itself', () => {
  const low = { siblings: [], why: 'Low stands alone.', only: ['zod'] };
  const high: PackageRule = {
    siblings: ['low'],
    why: 'High knows low.',
    runtimeOnlyIn: { heavy: ['model'] },
    typesOnly: ['contract'],
    floors: [
      { units: ['contract'], why: 'Shapes.' },
      { units: ['event', 'model'], why: 'Data.' },
      { units: ['agent', 'index'], why: 'Loop.' },
    ],
  };
  let packagesPath = '';

  beforeEach(() => {
    packagesPath = mkdtempSync(join(tmpdir(), 'import-direction-'));
    write('low/src/index.ts', `import { z } from 'zod';\nexport const low = z;\n`);
    write(
      'high/src/index.ts',
      `import { low } from '@catenary/low';\nexport { agent } from './agent/agent.ts';\n`,
    );
    write(
      'high/src/agent/agent.ts',
      `import type { Shape } from '../contract/shape.ts';\nexport const agent = 1;\n`,
    );
    write(
      'high/src/contract/shape.ts',
      `import type { Other } from './other.ts';\nexport type Shape = Other;\n`,
    );
    write(
      'high/src/contract/other.ts',
      `import type { Shape } from './shape.ts';\nexport type Other = Shape;\n`,
    );
    write('high/src/model/call.ts', `import { heavy } from 'heavy/node';\nimport '../event/event.ts';\n`);
    write('high/src/event/event.ts', `import type { Heavy } from 'heavy';\n`);
  });
  afterEach(() => rmSync(packagesPath, { recursive: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(packagesPath, path)), { recursive: true });
    writeFileSync(join(packagesPath, path), text);
  }
  const check = (): readonly string[] => checkImportDirection(packagesPath, { low, high });

  it('finds nothing where all arrows run down', () => {
    expect(check()).toEqual([]);
  });

  it.each([
    ['an import', `import { agent } from '../agent/agent.ts';`],
    ['a type import', `import type { agent } from '../agent/agent.ts';`],
    ['a re-export', `export { agent } from '../agent/agent.ts';`],
    ['an import when first used', `const late = await import('../agent/agent.ts');`],
    ['a type of a module', `export type Agent = typeof import('../agent/agent.ts');`],
  ])('names %s that runs up, with file, line and reason', (_form, code) => {
    write('high/src/event/event.ts', `// first line\n${code}\n`);
    expect(check()).toEqual([
      'packages/high/src/event/event.ts:2 imports ../agent/agent.ts: runs up from event to agent. event: Data. agent: Loop.',
    ]);
  });

  it.each([
    [
      'a package that imports a sibling above it',
      'low/src/a.ts',
      `import type { A } from '@catenary/high';`,
      'Low stands alone.',
    ],
    [
      'a test that imports a sibling above it',
      'low/src/a.test.ts',
      `import { a } from '@catenary/high/testing';`,
      'Low stands alone.',
    ],
    [
      'a package beside zod in a pure package',
      'low/src/a.ts',
      `import { h } from 'hono';`,
      'a package that is not in its list (zod)',
    ],
    [
      'a module of Node in a pure package',
      'low/src/a.ts',
      `import { a } from 'path';`,
      'a module of Node that is not in its list',
    ],
    [
      'a relative path into another package',
      'high/src/agent/b.ts',
      `import { low } from '../../../low/src/index.ts';`,
      'leaves the package',
    ],
    [
      'a heavy package imported at run time elsewhere',
      'high/src/event/b.ts',
      `import { type Heavy } from 'heavy';`,
      'only in model',
    ],
    [
      'code imported by types',
      'high/src/contract/b.ts',
      `import { b } from './shape.ts';`,
      'contract holds types only',
    ],
    ['a folder without a floor', 'high/src/attic/b.ts', `import './c.ts';`, 'src/attic stands on no floor'],
    [
      'a circle of folders',
      'high/src/event/b.ts',
      `import type { M } from '../model/call.ts';`,
      'event -> model -> event is a circle',
    ],
    ['a circle of files', 'high/src/agent/b.ts', `import './b.ts';`, 'agent/b.ts -> agent/b.ts is a circle'],
  ])('names %s', (_fault, path, code, message) => {
    write(path, code);
    expect(check().join('\n')).toContain(message);
  });

  it('asks for a rule for a new package', () => {
    write('third/src/index.ts', '');
    expect(check()).toEqual(['packages/third has no rule: say in the table what it may import']);
  });

  it('does not read past a file that it cannot parse', () => {
    write('low/src/broken.ts', 'export const = 1;');
    expect(check).toThrow('broken.ts does not parse');
  });

  it('does not accept an import of a computed name', () => {
    write('low/src/hidden.ts', `export const load = (name: string) => import(name);`);
    expect(check).toThrow('hidden.ts imports a computed name');
  });
});
