import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';

/** Keeps what a sandbox knows across restarts: one JSON document a line, applied again at the start. */
export function createJournal<Entry>(file: string | undefined, apply: (entry: Entry) => void) {
  if (file) {
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file)) for (const line of wholeLines(file)) apply(JSON.parse(line) as Entry);
  }
  return (entry: Entry): void => {
    apply(entry);
    if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
  };
}

/** The last line is half written when the process was killed: what was never answered may be forgotten. */
function wholeLines(file: string): string[] {
  const content = readFileSync(file);
  const end = content.lastIndexOf('\n') + 1;
  if (end < content.length) truncateSync(file, end);
  return content.subarray(0, end).toString('utf8').split('\n').filter(Boolean);
}
