import { requireNode } from './supervisor/node-version.mjs';

/** `npm run backup -- --to <folder>`: the database and the files of this installation. docs/operations.md has the whole of it. */
requireNode();
const { backUp } = await import('./supervisor/backup-run.mjs');
const { readArguments } = await import('./supervisor/arguments.mjs');
const { printFailure } = await import('./supervisor/plain-error.mjs');

try {
  const options = readArguments(process.argv.slice(2), {
    to: { type: 'string' },
    cluster: { type: 'string' },
  });
  await backUp(options, (line) => console.log(line));
} catch (error) {
  process.exitCode = printFailure(error);
}
