import './check-node.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { repoRoot, resolveBin } from './repo.mjs';
import { runProcess } from './run-process.mjs';

await ensureInstalled();

const { code } = await runProcess(process.execPath, [resolveBin('vitest'), 'run', ...process.argv.slice(2)], {
  cwd: repoRoot,
});
process.exitCode = code;
