import { accessSync, constants, existsSync, mkdirSync, statSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlainError, explain } from './plain-error.mjs';
import { isAnswering, requirePort } from './ports.mjs';
import { portTable } from './settings.mjs';

/** A fresh database cluster with its write-ahead log, the engine's file and some documents. */
const wantedBytes = 300 * 1024 ** 2;

const megabytes = (bytes) => Math.floor(bytes / 1024 ** 2);

/** Step by step: the recursive form of Node hides the reason (EROFS as ENOENT), and never returns below /proc. */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

/**
 * Makes the data directory and refuses one that cannot be used.
 * @param {string} dataDir absolute path
 * @throws PlainError that names it and DATA_DIR
 */
export function prepareDataDirectory(dataDir) {
  const doing = `using the data directory ${dataDir}`;
  try {
    makeFolder(dataDir);
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error(dataDir), { code: 'ENOTDIR' });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const explained = explain(error, doing);
    if (explained instanceof PlainError) throw explained;
    throw new PlainError(
      `The data directory ${dataDir} cannot be used (${error.code}): set DATA_DIR to another place.`,
    );
  }
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize >= wantedBytes) return;
  throw new PlainError(
    `The disk is full: ${megabytes(bavail * bsize)} MB are left at ${dataDir}, ${megabytes(wantedBytes)} MB are ` +
      'needed. Free some space or set DATA_DIR to another place.',
  );
}

/**
 * Refuses ports that other programs hold, before anything is started.
 * @param {{ ports: Record<string, number>, usedPorts: string[] }} settings
 * @param {{ timeoutMs?: number }} [options] how long a port may still be closing
 * @throws PlainError that names the port and its variable
 */
export async function requirePorts({ ports, usedPorts }, { timeoutMs = 0 } = {}) {
  const deadline = Date.now() + timeoutMs;
  for (const name of usedPorts) {
    const { variable, what } = portTable[name];
    const port = ports[name];
    while (Date.now() < deadline && (await isAnswering(port))) await sleep(100);
    await requirePort({ port, variable, what });
  }
}
