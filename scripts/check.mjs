import { requireNode } from './supervisor/node-version.mjs';

/** `npm run check`: everything that can be known without running the platform. Fails with the list of failed steps. */
requireNode();
const { runChecks } = await import('./supervisor/check-run.mjs');
process.exitCode = await runChecks();
