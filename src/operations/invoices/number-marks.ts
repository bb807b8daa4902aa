import type { CounterOf, NumberSeries } from '#db/invoices/counters.repository.js';
import { isCounter } from '#db/invoices/counters.repository.js';
import type { Storage } from '#integrations/storage/storage.js';

/** Where the file storage keeps how far each series may have counted. */
const FOLDER = 'document-numbers';

export interface NumberMark extends NumberSeries {
  /** No number above it was given out. */
  through: number;
}

/**
 * One object a block of numbers, named by its last number, and never written over: of two processes that mark at once, the slower one
 * must not lower what the other has written.
 */
const keyOf = ({ counter, of, financialYear, through }: NumberMark): string =>
  `${FOLDER}/${counter}/${of}/${financialYear}/${through}`;

const KEY = new RegExp(`^${FOLDER}/([^/]+)/([^/]+)/(\\d{4})/(\\d+)$`);

export async function writeMark(storage: Pick<Storage, 'put'>, mark: NumberMark): Promise<void> {
  const text = `Numbers up to ${mark.through} may have been given out.\n`;
  await storage.put(keyOf(mark), Buffer.from(text), { contentType: 'text/plain' });
}

export const deleteMark = (storage: Pick<Storage, 'delete'>, mark: NumberMark): Promise<void> =>
  storage.delete(keyOf(mark));

/** The highest mark of each series. */
export async function readMarks(storage: Pick<Storage, 'list'>): Promise<NumberMark[]> {
  const highest = new Map<string, NumberMark>();
  for await (const { key } of storage.list(`${FOLDER}/`)) {
    const [, counter = '', of = '', financialYear = '', digits = ''] = KEY.exec(key) ?? [];
    if (!isCounter(counter)) continue;
    const mark = { counter: counter satisfies CounterOf, of, financialYear, through: Number(digits) };
    const place = [counter, of, financialYear].join(' ');
    if (mark.through > (highest.get(place)?.through ?? 0)) highest.set(place, mark);
  }
  return [...highest.values()];
}
