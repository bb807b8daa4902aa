import { spawnSync } from 'node:child_process';
import { platform } from 'node:os';
import { PlainError } from './plain-error.mjs';

/** `nobody` on Linux. Postgres refuses to run as root, so root hands it to this user. */
const NOBODY = 65_534;

/**
 * The user and group that Postgres runs as: none of our business for ordinary users, `nobody` for root.
 * @returns {{ uid?: number, gid?: number }} to be spread into spawn options
 * @throws PlainError when root may not change its user (some containers)
 */
export function postgresUser() {
  if (process.getuid?.() !== 0) return {};
  const way = 'start as an ordinary user, or set DATABASE_URL to a server of your own';
  if (platform() === 'darwin') throw new PlainError(`Postgres does not run as root: ${way}.`);
  const user = { uid: NOBODY, gid: NOBODY };
  const { error, status } = spawnSync('/bin/sh', ['-c', 'exit 0'], { ...user, cwd: '/' });
  if (error || status !== 0) {
    throw new PlainError(`Postgres does not run as root, and this root may not change its user: ${way}.`);
  }
  return user;
}

/** Can this user enter and read the folder? Asked of the system itself, because modes are not the whole truth. */
export function isReachable(folder, user) {
  if (user.uid === undefined) return true;
  const { status } = spawnSync('/bin/sh', ['-c', 'test -x "$1" && test -r "$1"', 'sh', folder], {
    ...user,
    cwd: '/',
  });
  return status === 0;
}
