import { requireNode } from './supervisor/node-version.mjs';

/** Installs the dependencies (`npm ci`) unless they are what the lock file says. */
requireNode();
const { ensureDependencies } = await import('./supervisor/dependencies.mjs');
const { printFailure } = await import('./supervisor/plain-error.mjs');
try {
  const installed = await ensureDependencies((line) => console.log(line));
  console.log(installed ? 'dependencies are installed' : 'dependencies are up to date');
} catch (error) {
  process.exitCode = printFailure(error);
}
