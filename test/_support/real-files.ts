import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where product files of real shops lie, beside the project; they are not ours to publish, so it may be absent. */
const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'shopify');

/** Real product files by name, as far as there are any; tests with them skip without, and say so. */
export const realProductFiles: ReadonlyMap<string, string> = new Map(
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.csv'))
        .map((name) => [name, join(folder, name)] as const)
    : [],
);

if (realProductFiles.size === 0) console.info(`Tests with real product files are skipped: none in ${folder}`);
