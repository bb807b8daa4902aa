import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 100;
/** Unpacking takes some seconds; a lock of this age has lost its owner. */
const STALE_AFTER_MS = 120_000;

/**
 * Fills a directory once for all processes of this user. One process works while the others wait for it; the result
 * appears under its name in one step, so that nobody ever sees half of it.
 *
 * The lock only saves the others the work. Should two processes hold it after all (a stale lock taken over twice), each
 * fills its own directory and the second rename finds the work done.
 * @param fill receives an empty directory
 */
export async function unpackOnce(target: string, fill: (directory: string) => Promise<void>): Promise<void> {
  if (await exists(target)) return;
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const lock = `${target}.lock`;
  while (!(await takeLock(lock))) {
    if (await exists(target)) return;
    if (await isStale(lock)) await rm(lock, { force: true });
    else await delay(POLL_MS);
  }
  try {
    if (!(await exists(target))) await fillAndPublish(target, fill);
  } finally {
    await rm(lock, { force: true });
  }
}

async function fillAndPublish(target: string, fill: (directory: string) => Promise<void>): Promise<void> {
  const staging = `${target}.${randomUUID()}`;
  try {
    await mkdir(staging, { mode: 0o700 });
    await fill(staging);
    await rename(staging, target);
  } catch (error) {
    if (!(await exists(target))) throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    const file = await open(lock, 'wx', 0o600);
    await file.writeFile(`${hostname()} ${process.pid}`);
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** A lock whose owner has died, or that is too old to be believed (another machine's, or a number given out again). */
async function isStale(lock: string): Promise<boolean> {
  try {
    if (Date.now() - (await stat(lock)).mtimeMs > STALE_AFTER_MS) return true;
    const [host, pid] = (await readFile(lock, 'utf8')).split(' ');
    return host === hostname() && Number(pid) > 0 && !isAlive(Number(pid));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false; // Released meanwhile: try to take it.
    throw error;
  }
}

/** Whether a process of this machine is running, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
