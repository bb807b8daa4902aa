import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';

/** Keeps what a sandbox knows across restarts: one JSON document a line, applied again at the start. */
export function createJournal<Entry>(file: string | undefined, apply: (entry: Entry) => void) {
  if (file) for (const entry of readJournal<Entry>(file)) apply(entry);
  return (entry: Entry): void => {
    apply(entry);
    if (file) appendToJournal(file, entry);
  };
}

/** Synchronous on purpose: what was responded to is on disk. */
export function appendToJournal(file: string, entry: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/** The entries of a journal, none when there is no file yet. */
export function readJournal<Entry>(file: string): Entry[] {
  if (!existsSync(file)) return [];
  const content = readFileSync(file);
  // The last line is half written when the process was killed: what was never responded to may be forgotten.
  const end = content.lastIndexOf('\n') + 1;
  if (end < content.length) truncateSync(file, end);
  const lines = content.subarray(0, end).toString('utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Entry);
}
