import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLog } from '../supervisor/log-files.mjs';
import { PlainError } from '../supervisor/plain-error.mjs';
import { waitForPort } from '../supervisor/ports.mjs';
import { onPath } from '../supervisor/temporal-binary.mjs';
import { postgresUser } from '../supervisor/unprivileged-user.mjs';

/** Debian puts it where only root has its PATH. */
const DEBIAN = '/usr/sbin/pgbouncer';

/** @returns {string | undefined} the program */
export function findPgbouncer(env) {
  const places = [env.PGBOUNCER_PATH || undefined, onPath('pgbouncer', env), DEBIAN];
  return places.find((file) => file !== undefined && existsSync(file));
}

/** A name or password between quotes, as the list of users has it. */
const quoted = (text) => `"${text.replaceAll('"', '""')}"`;

function configuration({ port, server, poolSize, users }) {
  return `[databases]
* = host=127.0.0.1 port=${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = ${users.password === undefined ? 'trust' : 'scram-sha-256'}
auth_file = ${users.file}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = ${poolSize}
`;
}

/**
 * Starts PgBouncer in transaction mode before a server of this machine, and waits for its port.
 * @param {{ file: string, folder: string, port: number, server: number, user: string, password?: string, poolSize: number,
 *   logFile: string }} options `server`: the port of Postgres; `folder` is made and holds its configuration
 * @returns {Promise<import('node:child_process').ChildProcess>}
 * @throws PlainError when it does not listen within 10 s
 */
export async function startPgbouncer({ file, folder, port, server, user, password, poolSize, logFile }) {
  // It refuses to run as root, as Postgres does.
  const owner = postgresUser();
  mkdirSync(folder, { recursive: true });
  const [config, list] = [join(folder, 'pgbouncer.ini'), join(folder, 'users.txt')];
  writeFileSync(list, `${quoted(user)} ${quoted(password ?? '')}\n`, { mode: 0o600 });
  writeFileSync(config, configuration({ port, server, poolSize, users: { file: list, password } }));
  chmodSync(folder, 0o755);
  if (owner.uid !== undefined) chownSync(list, owner.uid, owner.gid);
  const child = withLog(logFile, (log) =>
    spawn(file, [config], { ...owner, cwd: '/', detached: true, stdio: ['ignore', log, log] }),
  );
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  if (await waitForPort(port, 10_000, () => child.exitCode !== null)) return child;
  child.kill('SIGKILL');
  throw new PlainError(`PgBouncer does not listen on ${port}: ${logFile} says why`);
}
