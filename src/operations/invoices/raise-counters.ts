import {
  createCountersRepository,
  type CounterOf,
  type NumberSeries,
} from '#db/invoices/counters.repository.js';
import type { UnitOfWork } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { CommissionDocumentKind } from '#domain/invoices/commission-invoice.js';
import { formatSerial } from '#domain/invoices/serial.js';
import { isId } from '#lib/ids.js';
import type { Storage } from '#integrations/storage/storage.js';
import { readMarks } from './number-marks.js';

export interface RaisedCounter extends NumberSeries {
  lastSequence: number;
  /** From this number to `lastSequence` all are lost: given out, or perhaps. */
  firstLost: number;
  /** Of the lost ones, those that the storage has a document of: `INV/2627/000131`. */
  documents: string[];
}

/** What the storage knows of a series. */
interface Known extends NumberSeries {
  lastSequence: number;
  files: { sequence: number; prefix: string }[];
}

const FILE =
  /^(invoices|credit-notes|delivery-challans|commission-invoices)\/([^/]+)\/([A-Z0-9]{1,4})-(\d{4})-(\d+)\.pdf$/;
const counters: Readonly<Record<string, CounterOf>> = {
  invoices: 'invoice',
  'credit-notes': 'creditNote',
  'delivery-challans': 'challan',
  'commission-invoices': 'commission',
};

export interface RaiseOptions {
  /** The kind of commission document that a prefix stands for. */
  kindOf(prefix: string): CommissionDocumentKind | undefined;
  /** The prefix that a series has now: of the lost numbers that no document is found of. */
  prefixOf(series: Pick<NumberSeries, 'counter' | 'of'>): string;
}

/**
 * Raises the counters of all series to the marks of the storage, and to the highest numbers that it has documents of: a restored database
 * would give numbers out again that were given out after its backup. The numbers between are recorded as lost, and reported as
 * cancelled (FORM GSTR-1, table 13). Never lowers a counter; a repeat changes nothing. The next number of every series is marked anew.
 */
export async function raiseCounters(
  { unitOfWork, storage }: { unitOfWork: UnitOfWork; storage: Pick<Storage, 'list'> },
  ctx: Context,
  options: RaiseOptions,
): Promise<{ raised: RaisedCounter[]; unknown: string[] }> {
  const { series, unknown } = await readStorage(storage, options);
  const repository = createCountersRepository();
  return unitOfWork.run(ctx, async (tx) => {
    const raised: RaisedCounter[] = [];
    const strangers: string[] = [];
    await repository.forgetMarks(tx);
    for (const { counter, of, financialYear, lastSequence, files } of series) {
      const known = { counter, of, financialYear, lastSequence };
      const latest = files.at(-1);
      const prefix = latest?.prefix ?? options.prefixOf(known);
      const firstLost = await repository.raise(tx, { ...known, prefix });
      // Of a vendor that the backup does not know: its number cannot be given out again.
      if (firstLost === 'unknown_vendor') strangers.push(`${counter} ${of} ${financialYear}`);
      else if (firstLost !== null)
        raised.push({
          ...known,
          firstLost,
          documents: files
            .filter(({ sequence }) => sequence >= firstLost)
            .map((file) => formatSerial({ ...file, financialYear })),
        });
    }
    return { raised, unknown: [...unknown, ...strangers] };
  });
}

async function readStorage(
  storage: Pick<Storage, 'list'>,
  { kindOf }: RaiseOptions,
): Promise<{ series: Known[]; unknown: string[] }> {
  const series = new Map<string, Known>();
  const unknown: string[] = [];
  const know = (of: NumberSeries): Known => {
    const place = [of.counter, of.of, of.financialYear].join(' ');
    const known = series.get(place) ?? { ...of, lastSequence: 0, files: [] };
    series.set(place, known);
    return known;
  };
  for (const { through, ...of } of await readMarks(storage)) know(of).lastSequence = through;
  for (const folder of Object.keys(counters)) {
    for await (const { key } of storage.list(`${folder}/`)) {
      const [, name = '', vendorId = '', prefix = '', financialYear = '', digits = ''] = FILE.exec(key) ?? [];
      const counter = counters[name];
      const of = counter === 'commission' ? kindOf(prefix) : isId(vendorId) ? vendorId : undefined;
      if (!counter || of === undefined) {
        unknown.push(key);
        continue;
      }
      const known = know({ counter, of, financialYear });
      const sequence = Number(digits);
      known.lastSequence = Math.max(known.lastSequence, sequence);
      known.files.push({ sequence, prefix });
    }
  }
  for (const { files } of series.values()) files.sort((a, b) => a.sequence - b.sequence);
  return { series: [...series.values()], unknown };
}
