import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import type { GatewayEntity, Ledger, RefundKey } from './ledger.js';

/**
 * Keeps the books across restarts, one JSON line a change, so that a payment made yesterday can be refunded today.
 * Synchronous on purpose: an order that was answered is on disk.
 */
export interface Journal {
  append(entry: GatewayEntity | RefundKey): void;
  replay(ledger: Pick<Ledger, 'restore'>): void;
}

export function createJournal(file: string): Journal {
  return {
    append(entry) {
      mkdirSync(dirname(file), { recursive: true });
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
    },
    replay(ledger) {
      if (!existsSync(file)) return;
      const content = readFileSync(file);
      // The last line is half written when the process was killed: what was never answered may be forgotten.
      const end = content.lastIndexOf('\n') + 1;
      if (end < content.length) truncateSync(file, end);
      const lines = content.subarray(0, end).toString('utf8').split('\n').filter(Boolean);
      for (const line of lines) ledger.restore(JSON.parse(line) as GatewayEntity | RefundKey);
    },
  };
}
