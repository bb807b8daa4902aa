import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Parcel, Parcels } from './parcels.js';

/** Keeps the parcels across restarts: a JSON line with the whole parcel for each change, the last one counts. */
export function createParcelJournal(file: string) {
  return {
    append(parcel: Parcel): void {
      mkdirSync(dirname(file), { recursive: true });
      appendFileSync(file, `${JSON.stringify(parcel)}\n`);
    },
    replay(parcels: Pick<Parcels, 'restore'>): void {
      if (!existsSync(file)) return;
      const content = readFileSync(file);
      // The last line is half written when the process was killed: what was never answered may be forgotten.
      const end = content.lastIndexOf('\n') + 1;
      if (end < content.length) truncateSync(file, end);
      const lines = content.subarray(0, end).toString('utf8').split('\n').filter(Boolean);
      for (const line of lines) parcels.restore(JSON.parse(line) as Parcel);
    },
  };
}
