import { requireNode } from './supervisor/node-version.mjs';

/**
 * `npm run check`: everything that can be known without running the platform. Fails with the list of failed steps. `--changed`
 * looks at what differs from `main` alone.
 */
requireNode();
const { runChecks } = await import('./supervisor/check-run.mjs');
const { readArguments } = await import('./supervisor/arguments.mjs');
const { printFailure } = await import('./supervisor/plain-error.mjs');
try {
  const { changed } = readArguments(process.argv.slice(2), { changed: { type: 'boolean', default: false } });
  process.exitCode = await runChecks({ changed });
} catch (error) {
  process.exitCode = printFailure(error, 'check: ');
}
