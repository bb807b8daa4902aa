import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { projectRoot } from './paths.mjs';
import { PlainError, explain } from './plain-error.mjs';
import { isReachable } from './unprivileged-user.mjs';

/** A quiet database hands its log over after so many seconds: what a lost disk takes with it at most. */
const ARCHIVE_TIMEOUT_SECONDS = 300;

/**
 * Where backups and the archive of the write-ahead log are kept.
 * @param {Record<string, string | undefined>} env
 * @returns {string | undefined} absolute path; undefined where `BACKUP_DIR` is not set
 */
export const backupDirectory = (env) => (env.BACKUP_DIR ? resolve(projectRoot, env.BACKUP_DIR) : undefined);

export const archiveFolder = (backupDir) => join(backupDir, 'wal');

/** For a shell, inside a setting whose percent signs mean something. */
const quoted = (path) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;

/**
 * Settings that have a server keep every finished segment of its log, compressed. A segment that is archived already is compared, not
 * written over: the server asks again for one whose success it did not hear.
 * @param {string} backupDir absolute path
 * @param {{ uid?: number, gid?: number }} user that the server runs as
 * @throws PlainError where that user cannot write there
 */
export function archiveSettings(backupDir, user) {
  const folder = archiveFolder(backupDir);
  try {
    mkdirSync(folder, { recursive: true });
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  } catch (error) {
    throw explain(error, `making the archive of the write-ahead log ${folder}`, 'BACKUP_DIR');
  }
  if (!isReachable(folder, user))
    throw new PlainError(
      `Postgres runs as another user, who cannot reach ${folder}: set BACKUP_DIR to a folder below one that everybody may enter.`,
    );
  const [file, part] = [`${quoted(folder)}/%f.gz`, `${quoted(folder)}/%f.part`];
  return {
    archive_mode: 'on',
    archive_timeout: `${ARCHIVE_TIMEOUT_SECONDS}`,
    archive_command: `if test -f ${file}; then gzip -dc ${file} | cmp -s - %p; else gzip -1 < %p > ${part} && mv ${part} ${file}; fi`,
  };
}

/** How a server that recovers reads a segment of an archive. */
export const restoreCommand = (folder) =>
  `test -f ${quoted(folder)}/%f.gz && gzip -dc ${quoted(folder)}/%f.gz > %p`;

export const hasArchive = (folder) => existsSync(folder);
