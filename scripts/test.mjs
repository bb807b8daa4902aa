import { requireNode } from './supervisor/node-version.mjs';

/**
 * `npm test`: installs what is missing, brings up an empty Postgres and a separate Temporal server, runs jest
 * and takes both down again. Arguments go to jest: `npm test -- test/invoices`.
 * `npm run test:long` runs the `*.long.ts` files instead, within a time budget, and then all others on each release of
 * Node that is supported, unless files are named.
 */
requireNode();
const { runTests } = await import('./supervisor/test-run.mjs');
const args = process.argv.slice(2);
const code = await runTests(args, process.env);
process.exitCode = code;
if (args.length === 1 && args[0] === '--long') {
  const { runOnNodes } = await import('./supervisor/node-runs.mjs');
  process.exitCode = (await runOnNodes([], process.env)) || code;
}
