import { requireNode } from './supervisor/node-version.mjs';

/**
 * `npm run test:nodes`: the whole of `npm test` on each release of Node that is supported, one after the other; npm brings
 * them. Arguments go to jest: `npm run test:nodes -- test/edge`.
 */
requireNode();
const { runOnNodes } = await import('./supervisor/node-runs.mjs');
process.exitCode = await runOnNodes(process.argv.slice(2), process.env);
