import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Process ids of the running parts of an installation, by name, as the supervisor notes them. */
export function recordedPids(dataDir) {
  const folder = join(dataDir, 'run');
  return Object.fromEntries(
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.replace(/\.json$/, ''), JSON.parse(readFileSync(join(folder, file), 'utf8')).pid]),
  );
}
