import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type ExportKind, readExports } from './support/read-exports.ts';
import { repoRoot } from './support/tracked-files.ts';

const acceptedPath = join(repoRoot, 'test/public-surface.json');
const howToAccept =
  'A public name is a promise. To accept the change: UPDATE_SURFACE=1 npm test -- test/public-surface.test.ts';

const manifestSchema = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
  bin: z.record(z.string(), z.string()).optional(),
});
type Manifest = z.infer<typeof manifestSchema>;

it('each package offers the entry points and names that were agreed on, and no others', () => {
  const actual = Object.fromEntries(readManifests().map((manifest) => [manifest.name, surfaceOf(manifest)]));
  if (process.env.UPDATE_SURFACE === '1') writeFileSync(acceptedPath, `${JSON.stringify(actual, null, 2)}\n`);
  expect(actual, howToAccept).toEqual(JSON.parse(readFileSync(acceptedPath, 'utf8')));
});

it.each(readManifests())(
  '$name offers its sources first, types before code, and its manifest',
  (manifest) => {
    expect(manifest.exports['./package.json']).toBe('./package.json');
    for (const target of Object.values(manifest.exports)) {
      if (typeof target === 'string') continue;
      // Node and TypeScript take the first condition that holds.
      expect(Object.keys(target)).toEqual(['@catenary/source', 'types', 'default']);
    }
  },
);

function readManifests(): readonly Manifest[] {
  const packagesPath = join(repoRoot, 'packages');
  return readdirSync(packagesPath)
    .sort()
    .map((folder) =>
      manifestSchema.parse(JSON.parse(readFileSync(join(packagesPath, folder, 'package.json'), 'utf8'))),
    );
}

function surfaceOf({ name, exports, bin }: Manifest): object {
  const folder = join(repoRoot, 'packages', name.replace('@catenary/', ''));
  const entries = Object.entries(exports).map(([entry, target]) => {
    if (typeof target === 'string') return [entry, target];
    const source = target['@catenary/source'];
    if (source === undefined) throw new Error(`${name} ${entry} has no condition @catenary/source`);
    const names = [...readExports(join(folder, source))];
    return [entry, { exports: target, values: ofKind(names, 'value'), types: ofKind(names, 'type') }];
  });
  return { ...(bin === undefined ? {} : { bin }), entries: Object.fromEntries(entries) };
}

function ofKind(names: readonly (readonly [string, ExportKind])[], wanted: ExportKind): readonly string[] {
  return names
    .filter(([, kind]) => kind === wanted)
    .map(([name]) => name)
    .sort();
}
