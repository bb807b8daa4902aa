import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** This code runs as it was written, through tsx, and not as it was built. */
const runsFromSources = import.meta.filename.endsWith('.ts');

/** Where package.json lies. How far above that is differs: the build puts what starts together into few files. */
export const projectRoot = ((): string => {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    if (dirname(folder) === folder) throw new Error(`No package.json above ${import.meta.dirname}`);
    folder = dirname(folder);
  }
  return folder;
})();

/**
 * A file or folder that belongs to the code, such as a template, as the running code has it: beside the sources, or
 * copied into the build.
 * @param path as in the source tree: `src/…`, `sandboxes/…`, `migrations`
 */
export function projectFile(path: string): string {
  return runsFromSources ? join(projectRoot, path) : join(projectRoot, 'dist', path.replace(/^src\//, ''));
}
