import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOwnProcess, stopProcess } from './processes.mjs';

/**
 * One small file for each running process of an installation, in `DATA_DIR/run`. A supervisor that is killed leaves
 * them, and the next one ends what still runs before it takes the ports and the data.
 */
const folder = (dataDir) => join(dataDir, 'run');

const fileOf = (dataDir, name) => join(folder(dataDir), `${name}.json`);

/**
 * @param {string} name of the part
 * @param {number} pid
 * @param {string[]} words that its command line holds: an id alone may by then belong to another program
 * @param {string} [signal] the one that ends it soon and cleanly
 */
export function recordPid(dataDir, name, pid, words, signal = 'SIGTERM') {
  mkdirSync(folder(dataDir), { recursive: true });
  writeFileSync(fileOf(dataDir, name), JSON.stringify({ pid, words, signal }));
}

/** Removes the file of a process that has ended, unless the next process of that name has taken it over. */
export function forgetPid(dataDir, name, pid) {
  if (readRecord(fileOf(dataDir, name))?.pid === pid) rmSync(fileOf(dataDir, name), { force: true });
}

function readRecord(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // cut short by the same kill, or by a full disk
  }
}

/**
 * Ends the processes that a killed supervisor left behind. They usually are about to end by themselves.
 * @returns {Promise<string[]>} the names of those that still ran
 */
export async function stopRecorded(dataDir) {
  if (!existsSync(folder(dataDir))) return [];
  const stopped = await Promise.all(
    readdirSync(folder(dataDir)).map(async (entry) => {
      const file = join(folder(dataDir), entry);
      const record = readRecord(file);
      const alive = record !== undefined && isOwnProcess(record.pid, record.words);
      if (alive) await stopProcess(record.pid, { signal: record.signal, ms: 7_000 });
      rmSync(file, { force: true });
      return alive ? [entry.replace(/\.json$/, '')] : [];
    }),
  );
  return stopped.flat();
}
