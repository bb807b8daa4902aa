import type { Knex } from '#db/kernel/knex.js';
import { createCountersRepository, type CounterOf } from '#db/invoices/counters.repository.js';
import type { CommissionDocumentKind } from '#domain/invoices/commission-invoice.js';
import { isId } from '#lib/ids.js';
import type { Storage } from '#integrations/storage/storage.js';

export interface RaisedCounter {
  counter: CounterOf;
  /** The vendor; the kind of document for commission invoices. */
  of: string;
  financialYear: string;
  lastSequence: number;
}

const FILE = /^(invoices|credit-notes|commission-invoices)\/([^/]+)\/([A-Z0-9]{1,4})-(\d{4})-(\d+)\.pdf$/;
const counters: Readonly<Record<string, CounterOf>> = {
  invoices: 'invoice',
  'credit-notes': 'creditNote',
  'commission-invoices': 'commission',
};

/**
 * Raises the counters of all vendors to the highest numbers that the storage has files of: a restored database would give
 * numbers out again that were given out after its backup. Never lowers one; a repeat changes nothing.
 * @param kindOf the kind of commission document that a prefix stands for
 */
export async function raiseCounters(
  { knex, storage }: { knex: Knex; storage: Pick<Storage, 'list'> },
  kindOf: (prefix: string) => CommissionDocumentKind | undefined,
): Promise<{ raised: RaisedCounter[]; unknown: string[] }> {
  const highest = new Map<string, RaisedCounter>();
  const unknown: string[] = [];
  for (const folder of Object.keys(counters)) {
    for await (const { key } of storage.list(`${folder}/`)) {
      const [, name = '', vendorId = '', prefix = '', financialYear = '', digits = ''] = FILE.exec(key) ?? [];
      const counter = counters[name];
      const of = counter === 'commission' ? kindOf(prefix) : isId(vendorId) ? vendorId : undefined;
      if (!counter || of === undefined) {
        unknown.push(key);
        continue;
      }
      const place = [counter, of, financialYear].join(' ');
      const lastSequence = Number(digits);
      if (lastSequence > (highest.get(place)?.lastSequence ?? 0))
        highest.set(place, { counter, of, financialYear, lastSequence });
    }
  }
  const repository = createCountersRepository(knex);
  const raised: RaisedCounter[] = [];
  for (const item of highest.values()) {
    const outcome = await repository.raise(item);
    if (outcome === 'raised') raised.push(item);
    // Of a vendor that the backup does not know: its number cannot be given out again.
    if (outcome === 'unknown_vendor') unknown.push(`${item.counter} ${item.of} ${item.financialYear}`);
  }
  return { raised, unknown };
}
