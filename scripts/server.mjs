import './check-node.mjs';
import { runSource } from './run-source.mjs';

await runSource(['packages', 'server', 'src', 'bin', 'catenary-server.ts'], process.argv.slice(2));
