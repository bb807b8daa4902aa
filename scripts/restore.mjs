import { requireNode } from './supervisor/node-version.mjs';

/** `npm run restore -- --from <folder> [--until <instant>] [--replace]`: the database of a backup, while nothing runs. */
requireNode();
const { restore } = await import('./supervisor/restore-run.mjs');
const { readArguments } = await import('./supervisor/arguments.mjs');
const { PlainError, printFailure } = await import('./supervisor/plain-error.mjs');

try {
  const { from, ...options } = readArguments(process.argv.slice(2), {
    from: { type: 'string' },
    until: { type: 'string' },
    replace: { type: 'boolean' },
  });
  if (from === undefined) throw new PlainError('Which backup? Name its folder with --from.');
  await restore({ ...options, from }, (line) => console.log(line));
  process.exit(0);
} catch (error) {
  process.exit(printFailure(error));
}
