import { appendToJournal, readJournal } from '../_shared/journal.js';
import type { BalanceEntry } from './balance.js';
import type { GatewayEntity, RefundKey } from './ledger.js';

export type JournalEntry = GatewayEntity | RefundKey | BalanceEntry;

/** Keeps the books across restarts, one JSON line a change, so that a payment made yesterday can be refunded today. */
export interface Journal {
  append(entry: JournalEntry): void;
  replay(restore: (entry: JournalEntry) => void): void;
}

export function createJournal(file: string): Journal {
  return {
    append: (entry) => appendToJournal(file, entry),
    replay: (restore) => readJournal<JournalEntry>(file).forEach(restore),
  };
}
