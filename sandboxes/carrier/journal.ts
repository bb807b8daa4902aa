import { appendToJournal, readJournal } from '../_shared/journal.js';
import type { Parcel, Parcels } from './parcels.js';

/** Keeps the parcels across restarts: a JSON line with the whole parcel for each change, the last one counts. */
export function createParcelJournal(file: string) {
  return {
    append: (parcel: Parcel): void => appendToJournal(file, parcel),
    replay(parcels: Pick<Parcels, 'restore'>): void {
      for (const parcel of readJournal<Parcel>(file)) parcels.restore(parcel);
    },
  };
}
