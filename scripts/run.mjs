import { requireNode } from './supervisor/node-version.mjs';

/**
 * `node scripts/run.mjs <name> [arguments]`: runs `scripts/<name>.ts` from `dist` with the same environment as
 * under `npm start`, so that `npm run seed` works beside it. Builds first where there are sources to build.
 */
requireNode();
const { runScript } = await import('./supervisor/script-run.mjs');
process.exitCode = await runScript(process.argv.slice(2));
