import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inProject, projectRoot } from './paths.mjs';

/** All files below a folder (absolute paths, sorted), or the file itself; nothing when it does not exist. */
export function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/**
 * A fingerprint of names and contents.
 * @param {string[]} places files or folders relative to the project
 */
export function fingerprint(places) {
  const hash = createHash('sha256');
  for (const file of places.flatMap((place) => filesBelow(inProject(place)))) {
    hash
      .update(`${relative(projectRoot, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}
