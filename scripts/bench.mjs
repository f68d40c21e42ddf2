import './check-node.mjs';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from './repo.mjs';
import { runSource } from './run-source.mjs';

const benches = readdirSync(join(repoRoot, 'bench'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.replaceAll('\\', '/').replace(/\.ts$/, ''))
  .sort();
const names = process.argv.slice(2);

if (names.length === 0) {
  console.log(
    `npm run bench -- NAME runs a benchmark; each opens with the question it answers.\n  ${benches.join('\n  ')}`,
  );
}
for (const name of names) {
  if (!benches.includes(name)) {
    console.error(`There is no benchmark "${name}"; there are ${benches.join(', ')}.`);
    process.exit(2);
  }
  await runSource(['bench', `${name}.ts`], []);
}
