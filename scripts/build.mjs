import { requireNode } from './supervisor/node-version.mjs';

/** `npm run build`: brings `dist` up to date with the sources. */
requireNode();
const { build } = await import('./supervisor/build-run.mjs');
const { printFailure } = await import('./supervisor/plain-error.mjs');
const say = (line) => console.error(`build: ${line}`);
try {
  if (!(await build(say))) say('nothing has changed');
} catch (error) {
  process.exitCode = printFailure(error, 'build: ');
}
