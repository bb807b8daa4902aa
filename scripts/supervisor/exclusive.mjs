import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOwnProcess } from './processes.mjs';

/** The holder of a lock file, if it still lives and still is a Node process of one of these scripts. */
function holder(file, words) {
  let pid;
  try {
    pid = Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
  return words.some((word) => isOwnProcess(pid, [word])) ? pid : undefined;
}

/**
 * Takes a lock file that names this process. One left by a killed process is taken over.
 * @param {string} file
 * @param {string | string[]} word part of the command line of the process that may hold it, as in `start.mjs`, or several
 * @returns {{ release: () => void } | { heldBy: number }}
 */
export function tryLock(file, word) {
  mkdirSync(dirname(file), { recursive: true });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(file, `${process.pid}`, { flag: 'wx' });
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const pid = holder(file, [word].flat());
    if (pid !== undefined && pid !== process.pid) return { heldBy: pid };
    rmSync(file, { force: true });
  }
  throw new Error(`The lock file ${file} keeps coming back`);
}

/** Like `tryLock`, but waits for the other one to finish. @returns {Promise<() => void>} the release */
export async function waitForLock(file, word) {
  for (;;) {
    const lock = tryLock(file, word);
    if (lock.release) return lock.release;
    await sleep(200);
  }
}
