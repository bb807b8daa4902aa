import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** What was planned and what really happened, one JSON line each; a run that is cut off leaves a readable file. */
export interface Journal {
  /** Milliseconds since the run began are added to every line. */
  write(type: string, fields?: Record<string, unknown>): void;
  readonly file: string;
}

export function createJournal(file: string): Journal {
  const began = Date.now();
  mkdirSync(dirname(file), { recursive: true });
  return {
    file,
    write: (type, fields = {}) =>
      appendFileSync(file, `${JSON.stringify({ ms: Date.now() - began, type, ...fields })}\n`),
  };
}
