import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A log that has grown beyond this is put aside at the next start of its process; one old one is kept. */
const rotateAtBytes = 10 * 1024 ** 2;

/** The file into which a part writes what it would print. */
export const logFile = (dataDir, name) => join(dataDir, 'logs', `${name}.log`);

/** Makes room: creates the folder, puts a big file aside. @returns {string} the file */
export function freshLog(dataDir, name) {
  const file = logFile(dataDir, name);
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  if (existsSync(file) && statSync(file).size > rotateAtBytes) renameSync(file, `${file}.1`);
  return file;
}

/** Runs `use` with a descriptor for appending. The file is shared with the child, which outlives the descriptor. */
export function withLog(file, use) {
  const descriptor = openSync(file, 'a');
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The readable part of a log line: pino writes JSON with its message in `msg`. */
function readable(line) {
  try {
    const { msg, err } = JSON.parse(line);
    return [msg, err?.message].filter(Boolean).join(': ') || line;
  } catch {
    return line;
  }
}

/**
 * The line of some output that tells most: the last one, or, below an uncaught error with its stack, the error itself.
 * '' when there is none.
 */
export function tellingLine(output) {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const crashed = /^Node\.js v\d/.test(lines.at(-1) ?? '');
  const error = crashed ? lines.findLast((line) => /^(\w*Error\b|\[?cause)/.test(line)) : undefined;
  return readable(error ?? lines.at(-1) ?? '');
}

/** The telling line of what a log was given after byte `from`. */
export function lastLine(file, from = 0) {
  return existsSync(file) ? tellingLine(readFileSync(file).subarray(from).toString('utf8')) : '';
}
