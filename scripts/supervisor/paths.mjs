import { homedir, platform } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const projectRoot = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** Absolute path of something inside the project. */
export const inProject = (...parts) => join(projectRoot, ...parts);

/**
 * Absolute path of the folder with everything that a running installation keeps.
 * @param {Record<string, string | undefined>} env
 */
export const dataDirectory = (env) => resolve(projectRoot, env.DATA_DIR || '.data');

/**
 * The per-user cache, shared by all checkouts, for things that are slow to fetch and safe to delete.
 * `HAAT_CACHE_DIR` overrides the operating system's usual place.
 * @param {Record<string, string | undefined>} env
 */
export function cacheDirectory(env) {
  if (env.HAAT_CACHE_DIR) return resolve(projectRoot, env.HAAT_CACHE_DIR);
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Caches', 'haat');
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'haat');
}
