import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const own = join(import.meta.dirname, '..', 'product-imports', 'fixtures', 'shops');

const filesOf = (folder: string): [string, string][] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.csv'))
    .sort()
    .map((name) => [name, join(folder, name)]);

/**
 * Product files as shop systems export them, by name: those of this folder, and those of the folder that
 * `PRODUCT_FILES_DIR` names, for catalogs that are not ours to publish. Each of them must import without an error.
 */
export function shopFiles(): [string, string][] {
  const more = process.env['PRODUCT_FILES_DIR'];
  if (more) return [...filesOf(own), ...filesOf(resolve(more))];
  console.info(`Product files of ${basename(own)}/ alone: PRODUCT_FILES_DIR names a folder with more.`);
  return filesOf(own);
}
