import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** Whether a path leads nowhere, also because something on its way is a file. */
export function isAbsent(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');
}

/**
 * Whether something below a root is not there.
 * @throws Error with the code ENODEV where the root itself is not there: of what is on a disk that is gone nothing is known
 */
export async function isAbsentBelow(root: string, error: unknown): Promise<boolean> {
  if (!isAbsent(error)) return false;
  const isThere = await stat(root).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (isThere) return true;
  throw Object.assign(new Error(`The directory ${root} is not there`, { cause: error }), { code: 'ENODEV' });
}

/** Whether a path is a folder where a file should go, or the other way round. */
export function isFolderClash(error: unknown): boolean {
  return ['EISDIR', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY'].includes(codeOf(error) ?? '');
}

export interface TreeFile {
  /** Below the root, with slashes. */
  path: string;
  /** Bytes. */
  size: number;
  lastModified: Date;
}

/** All files below a folder whose path begins with the prefix; one directory after another, nothing is gathered. */
export async function* walkFiles(root: string, prefix: string): AsyncGenerator<TreeFile, void, undefined> {
  // Only the folders that the prefix names as a whole are certain; its last part may be the beginning of a name.
  const folder = prefix.split('/').slice(0, -1).join('/');
  if (folder.split('/').some((part) => part.startsWith('.'))) return;
  yield* walk(root, folder, prefix);
}

async function* walk(
  root: string,
  folder: string,
  prefix: string,
): AsyncGenerator<TreeFile, void, undefined> {
  let entries;
  try {
    entries = await opendir(join(root, folder));
  } catch (error) {
    if (await isAbsentBelow(root, error)) return;
    throw error;
  }
  for await (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (`${path}/`.startsWith(prefix)) yield* walk(root, path, prefix);
    } else if (path.startsWith(prefix)) {
      const file = await describeFile(root, path);
      if (file !== undefined) yield file;
    }
  }
}

/** Undefined when the file has been removed since its folder was read. */
async function describeFile(root: string, path: string): Promise<TreeFile | undefined> {
  try {
    const { size, mtime } = await stat(join(root, path));
    return { path, size, lastModified: mtime };
  } catch (error) {
    if (await isAbsentBelow(root, error)) return undefined;
    throw error;
  }
}
