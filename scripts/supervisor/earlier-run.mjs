import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from './exclusive.mjs';

/** Parts have 8 seconds to end, Postgres and the engine end after them. */
const STOPPING_MS = 30_000;

/** A signal that was just sent may not have reached the earlier run yet. */
const SIGNAL_MS = 1_000;

/** For so long after a run was asked to stop its ports may still be closing. */
const CLOSING_MS = 60_000;

/** What holds a data directory: a start, or a restore of its database. */
const HOLDERS = ['start.mjs', 'restore.mjs'];

const markerOf = (dataDir) => join(dataDir, 'supervisor.stopping');

/** Records that this run has been asked to stop: a start that follows at once waits for it. */
export function recordStopping(dataDir) {
  try {
    writeFileSync(markerOf(dataDir), `${process.pid}`);
  } catch {
    // A full disk must not keep anything from stopping.
  }
}

function stoppingPid(dataDir) {
  try {
    return Number(readFileSync(markerOf(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Whether a run on this data directory was asked to stop a moment ago. */
export function hasJustStopped(dataDir) {
  try {
    return Date.now() - statSync(markerOf(dataDir)).mtimeMs < CLOSING_MS;
  } catch {
    return false;
  }
}

/**
 * Takes the lock of the data directory. An earlier run that is stopping is waited for, one that runs is not.
 * @param {string} dataDir
 * @param {(line: string) => void} say
 * @returns {Promise<{ release: () => void } | { heldBy: number }>}
 */
export async function lockDataDirectory(dataDir, say) {
  const began = Date.now();
  let said = false;
  for (;;) {
    const lock = tryLock(join(dataDir, 'supervisor.pid'), HOLDERS);
    if (lock.heldBy === undefined) return lock;
    const isStopping = stoppingPid(dataDir) === lock.heldBy;
    if (Date.now() - began > (isStopping ? STOPPING_MS : SIGNAL_MS)) return lock;
    if (isStopping && !said) say(`waiting for the earlier run (process ${lock.heldBy}), which is stopping`);
    said ||= isStopping;
    await sleep(100);
  }
}
