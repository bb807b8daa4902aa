import { requireNode } from './supervisor/node-version.mjs';

/** `npm run bench -- <name> [options]`: measures one thing on its own platform; see bench/README.md. */
requireNode();
const { runBench } = await import('../bench/bench-run.mjs');
process.exit(await runBench(process.argv.slice(2)));
