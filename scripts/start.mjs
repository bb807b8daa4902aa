import { requireNode } from './supervisor/node-version.mjs';

/**
 * `npm start`: installs, builds, brings up Postgres, Temporal, the sandboxes, the worker and the API, and keeps them
 * running until Ctrl-C. `--typesense` adds a Typesense server for the search index. `--only postgres` (or `postgres,temporal`) runs the embedded services alone, for a restore.
 * `npm run dev` (`--watch`) runs the sources instead and restarts what a change concerns.
 */
requireNode();
const { runPlatform } = await import('./supervisor/start-run.mjs');
const { readArguments } = await import('./supervisor/arguments.mjs');
const { PlainError, printFailure } = await import('./supervisor/plain-error.mjs');

/** The embedded services that can run without the application, for a restore. */
const SERVICES = ['postgres', 'temporal'];

function readOnly(text) {
  if (text === undefined) return undefined;
  const names = text.split(',');
  const unknown = names.find((name) => !SERVICES.includes(name));
  if (unknown !== undefined)
    throw new PlainError(`--only must name ${SERVICES.join(' or ')} (got "${unknown}"), separated by commas`);
  return names;
}

try {
  const {
    watch = false,
    typesense = false,
    only,
  } = readArguments(process.argv.slice(2), {
    watch: { type: 'boolean' },
    typesense: { type: 'boolean' },
    only: { type: 'string' },
  });
  process.exit(await runPlatform({ watch, typesense, only: readOnly(only) }));
} catch (error) {
  process.exit(printFailure(error, ''));
}
