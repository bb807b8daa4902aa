import { requireNode } from './supervisor/node-version.mjs';

/**
 * `npm start`: installs, builds, brings up Postgres, Temporal, the sandboxes, the worker and the API, and keeps them
 * running until Ctrl-C. `npm run dev` (`--watch`) runs the sources instead and restarts what a change concerns.
 */
requireNode();
const { runPlatform } = await import('./supervisor/start-run.mjs');
process.exit(await runPlatform({ watch: process.argv.includes('--watch') }));
