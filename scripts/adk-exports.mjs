import './check-node.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './ensure-installed.mjs';
import { repoRoot } from './repo.mjs';

await ensureInstalled();
const { tsImport } = await import('tsx/esm/api');

/**
 * @typedef {typeof import('../test/support/adk-typings.ts')} Typings
 * @typedef {typeof import('../test/support/read-exports.ts')} Reader
 * @typedef {typeof import('../test/support/compare-adk-exports.ts')} Comparison
 */
/** @type {Typings} */
const { adkTypings } = await tsImport('../test/support/adk-typings.ts', import.meta.url);
/** @type {Reader} */
const { readExports } = await tsImport('../test/support/read-exports.ts', import.meta.url);
/** @type {Comparison} */
const { adkExportsSchema, compareAdkExports } = await tsImport(
  '../test/support/compare-adk-exports.ts',
  import.meta.url,
);

const list = adkExportsSchema.parse(
  JSON.parse(readFileSync(join(repoRoot, 'docs/adk-exports.json'), 'utf8')),
);
const theirs = readExports(await adkTypings());
const ours = readExports(join(repoRoot, 'packages/agents/src/index.ts'));
const differences = compareAdkExports(list, theirs, ours);

for (const difference of differences) console.log(difference);
const count = { theirs: theirs.size, same: list.same.length, differs: Object.keys(list.differs).length };
console.log(
  `${count.theirs} names of ${list.package} ${list.version}: ${count.same} the same, ${count.differs} different, ` +
    `${count.theirs - count.same - count.differs} absent. The list disagrees with the sources in ${differences.length}.`,
);
process.exitCode = differences.length === 0 ? 0 : 1;
