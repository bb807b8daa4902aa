import { appendToJournal, readJournal } from '../_shared/journal.js';
import type { GatewayEntity, Ledger, RefundKey } from './ledger.js';

type Entry = GatewayEntity | RefundKey;

/** Keeps the books across restarts, one JSON line a change, so that a payment made yesterday can be refunded today. */
export interface Journal {
  append(entry: Entry): void;
  replay(ledger: Pick<Ledger, 'restore'>): void;
}

export function createJournal(file: string): Journal {
  return {
    append: (entry) => appendToJournal(file, entry),
    replay(ledger) {
      for (const entry of readJournal<Entry>(file)) ledger.restore(entry);
    },
  };
}
