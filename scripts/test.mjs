import { requireNode } from './supervisor/node-version.mjs';

/**
 * `npm test`: installs what is missing, brings up an empty Postgres and a Temporal server of its own, runs jest
 * and takes both down again. Arguments go to jest: `npm test -- test/invoices`.
 * `npm run test:long` runs the `*.long.ts` files instead, within a time budget.
 */
requireNode();
const { runTests } = await import('./supervisor/test-run.mjs');
process.exitCode = await runTests(process.argv.slice(2), process.env);
