import { copyFile, lchown, mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { PlainError } from './plain-error.mjs';

/** Folders of a cluster whose contents a copy has no use for (PostgreSQL, "Backing Up the Data Directory"). */
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|pg_internal\.init(\..*)?|pgsql_tmp.*|backup_label(\.old)?|recovery\.signal|standby\.signal)$/;

/**
 * Copies the folder of a cluster, also of one that runs: files may grow, shrink and go meanwhile, which the log repairs.
 * @param {string} from
 * @param {string} to is made
 */
export async function copyCluster(from, to, relative = '') {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      if (relative === '' && EMPTIED.has(entry.name)) await mkdir(target, { mode: 0o700 });
      else await copyCluster(source, target, join(relative, entry.name));
    } else if (entry.isFile()) await copyFile(source, target).catch(unlessGone);
    // A tablespace lies outside of the folder, and would not be in the copy.
    else
      throw new PlainError(
        `${source} is a link: a cluster with tablespaces is backed up with pg_basebackup.`,
      );
  }
}

function unlessGone(error) {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Copies the files that are missing at another place; those that are there stay as they are.
 * @returns {Promise<number>} how many were copied
 */
export async function copyMissing(from, to) {
  await mkdir(to, { recursive: true });
  let copied = 0;
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copied += await copyMissing(source, target);
    else if (entry.isFile() && !(await stat(target).catch(() => undefined))) {
      await copyFile(source, target).catch(unlessGone);
      copied += 1;
    }
  }
  return copied;
}

/** Gives a folder and all in it to the user of the server, which takes no other. */
export async function giveTo(folder, { uid, gid }) {
  if (uid === undefined) return;
  await lchown(folder, uid, gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTo(path, { uid, gid });
    else await lchown(path, uid, gid);
  }
}

/** Bytes of the files below a folder; 0 where there is none. */
export async function sizeOf(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory()
      ? await sizeOf(path)
      : ((await stat(path).catch(() => undefined))?.size ?? 0);
  }
  return bytes;
}

const megabytes = (bytes) => Math.ceil(bytes / 1024 ** 2);

/**
 * @param {string} folder that exists, on the disk that is written to
 * @throws PlainError where less than `bytes` and a tenth is free
 */
export async function requireSpace(folder, bytes, doing) {
  const { bavail, bsize } = await statfs(folder);
  const [free, wanted] = [bavail * bsize, bytes * 1.1];
  if (free < wanted)
    throw new PlainError(
      `The disk is too full for ${doing}: ${megabytes(free)} MB are free at ${folder}, ${megabytes(wanted)} MB are needed.`,
    );
}
