import { spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlainError } from './plain-error.mjs';
import { isOwnProcess, runCommand, stopProcess } from './processes.mjs';

/** For machines with two cores and little memory; parallel plans and JIT cost more there than they bring. */
const smallMachine = {
  listen_addresses: '127.0.0.1',
  // No socket: its path would be too long in a deep folder (104 bytes on macOS), and nothing of ours uses it.
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  random_page_cost: 1.1,
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  max_parallel_maintenance_workers: 0,
  max_wal_size: '512MB',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** For data that may be lost at any moment: tests only. */
export const throwAwaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 300,
  max_wal_size: '256MB',
  io_method: 'sync',
};

/** Settings of the caller's shell (PGDATA, PGPORT, …) must not reach the server; LC_ALL keeps macOS from forking threads. */
const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

const majorVersion = '18';

/** The last lines of a log, from byte `start`, for an error message. */
function logTail(logFile, start = 0, lines = 3) {
  const text = readFileSync(logFile).subarray(start).toString('utf8').trim();
  return text.split('\n').slice(-lines).join(' | ');
}

function refusal(text, folder, port) {
  if (/No space left on device/.test(text)) {
    return new PlainError(
      `The disk is full: Postgres cannot write ${folder}. Free some space or set DATA_DIR.`,
    );
  }
  if (/Address already in use/.test(text)) {
    return new PlainError(
      `Port ${port} (Postgres) is in use by another program: set POSTGRES_PORT to a free one.`,
    );
  }
  if (/Permission denied/.test(text)) {
    return new PlainError(
      `Permission denied: Postgres cannot use ${folder}. Grant the right or set DATA_DIR.`,
    );
  }
  return new PlainError(`Postgres did not start (data in ${folder}, DATA_DIR): ${text || 'it said nothing'}`);
}

/**
 * Makes a cluster when there is none yet. Interrupted attempts leave nothing that looks like one.
 * @param {{ bin: string, folder: string, user: { uid?: number, gid?: number }, password?: string }} options
 *   without a password every local user may connect (tests)
 */
export async function ensureCluster({ bin, folder, user, password }) {
  const versionFile = join(folder, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version === majorVersion) return;
    throw new PlainError(
      `The data in ${folder} belongs to Postgres ${version}, this is ${majorVersion}: set DATA_DIR to a new place.`,
    );
  }
  const fresh = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  for (const leftover of [folder, fresh, passwordFile]) rmSync(leftover, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) chownSync(fresh, user.uid, user.gid);
  const auth =
    password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  if (password !== undefined) {
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (user.uid !== undefined) chownSync(passwordFile, user.uid, user.gid);
  }
  try {
    const { code, output } = await runCommand(
      join(bin, 'initdb'),
      [
        '--no-sync',
        '-E',
        'UTF8',
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
        '-U',
        'postgres',
        ...auth,
        '-D',
        fresh,
      ],
      { ...user, cwd: dirname(folder), env: environment },
    );
    if (code !== 0) throw refusal(output.trim().split('\n').slice(-3).join(' | '), folder);
    renameSync(fresh, folder);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** What postmaster.pid says: the server's process id and whether it accepts connections. */
function readPidFile(folder) {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Stops a server that a killed supervisor left behind, and removes a pid file whose process id now belongs to
 * some other program (Postgres would refuse to start beside it).
 * @returns {Promise<boolean>} true when one was still running
 */
export async function stopLeftBehind(folder) {
  const found = readPidFile(folder);
  if (found === undefined) return false;
  if (isOwnProcess(found.pid, ['postgres', folder])) {
    await stopProcess(found.pid, { signal: 'SIGINT', ms: 10_000 });
    return true;
  }
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  return false;
}

function launch({ bin, folder, user, port, settings, overrides, logFile }) {
  const flags = Object.entries({ ...settings, ...overrides, port }).flatMap(([k, v]) => ['-c', `${k}=${v}`]);
  const log = openSync(logFile, 'a');
  // Its own process group: Ctrl-C in the terminal must not stop the database before those who use it.
  const child = spawn(join(bin, 'postgres'), ['-D', folder, ...flags], {
    ...user,
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return child;
}

async function untilReady(child, folder, ms) {
  let exited = false;
  child.once('exit', () => (exited = true));
  child.once('error', () => (exited = true));
  const deadline = Date.now() + ms;
  while (!exited && Date.now() < deadline) {
    const state = readPidFile(folder);
    if (state?.pid === child.pid && state.ready) return true;
    await sleep(20);
  }
  return false;
}

/**
 * Starts the server on 127.0.0.1 and waits until it accepts connections (recovery after a crash included).
 * @param {{ bin: string, folder: string, user: object, port: number, logFile: string, overrides?: object,
 *   settings?: object, readyMs?: number,
 *   onSpawn?: (pid: number) => void }} options `onSpawn` gets every process at once, so that none can be lost
 * @returns {Promise<import('node:child_process').ChildProcess>} to be stopped by `stopPostgres`
 * @throws PlainError with the reason from its log
 */
export async function startPostgres({
  bin,
  folder,
  user,
  port,
  logFile,
  settings = smallMachine,
  overrides = {},
  readyMs = 60_000,
  onSpawn = () => {},
}) {
  for (let attempt = 1; ; attempt += 1) {
    const logStart = existsSync(logFile) ? statSync(logFile).size : 0;
    const child = launch({ bin, folder, user, port, settings, overrides, logFile });
    if (child.pid !== undefined) onSpawn(child.pid);
    if (await untilReady(child, folder, readyMs)) return child;
    if (child.pid !== undefined) await stopProcess(child.pid, { signal: 'SIGQUIT' });
    const reason = logTail(logFile, logStart);
    // Processes of a killed server hold its memory until they notice, a second or so.
    const lingering = /pre-existing shared memory block/.test(reason);
    if (!lingering || attempt === 10) throw refusal(reason, folder, port);
    await sleep(500);
  }
}

/** Stops the server; connections are closed, nothing committed is lost. `immediate` skips the last checkpoint. */
export async function stopPostgres(child, { immediate = false } = {}) {
  if (child.pid === undefined) return;
  await stopProcess(child.pid, { signal: immediate ? 'SIGQUIT' : 'SIGINT', ms: 8_000 });
}
