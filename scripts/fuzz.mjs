import { requireNode } from './supervisor/node-version.mjs';

/**
 * `npm run fuzz`: generated requests against its own platform, as each kind of session; fails on any response that
 * openapi.json does not declare. `-- --minutes 15 --max-examples 50 --seed 7 --session vendor`; with `--install` it
 * only fetches schemathesis.
 */
requireNode();
const { runFuzz } = await import('./supervisor/fuzz-run.mjs');
process.exitCode = await runFuzz(process.argv.slice(2), process.env);
