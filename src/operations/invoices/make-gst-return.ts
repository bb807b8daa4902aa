import {
  readIssuedInvoices,
  readIssuedNotes,
  readUsedSeries,
  readVendorGstin,
  type ReturnMonth,
} from '#db/invoices/gst-return.query.js';
import { createGstReturn } from '#domain/invoices/build-gst-return.js';
import { readCollectedSupplies } from '#db/ledger/tcs-supplies.repository.js';
import { commissionSettings } from '#domain/invoices/commission.settings.js';
import type { GstReturn } from '#domain/invoices/gst-return.js';
import { creditNoteDocument, invoiceDocument } from '#domain/invoices/gst-return-document.js';
import { formatSerial } from '#domain/invoices/serial.js';
import type { Platform } from '#operations/platform.js';

const BATCH = 500;

export interface GstReturnProgress {
  /** Says how many documents are added so far. */
  added?(count: number): void;
  /** Aborted when the return is to be given up. */
  signal?: AbortSignal;
}

/** Adds up the GST return of a vendor's month from the documents that were issued in it. */
export function createGstReturnMaker({ knex, settings }: Pick<Platform, 'knex' | 'settings'>) {
  async function* pages<Row extends { id: string }>(
    read: (after: string | null) => Promise<Row[]>,
  ): AsyncGenerator<Row> {
    for (let after: string | null = null; ;) {
      const rows = await read(after);
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return;
      after = last.id;
    }
  }

  return async function makeGstReturn(
    month: string,
    of: ReturnMonth,
    { added, signal }: GstReturnProgress = {},
  ): Promise<GstReturn> {
    const gstin = await readVendorGstin(knex, of.vendorId);
    const operatorGstin = settings.get(commissionSettings.gstin) || null;
    const sections = createGstReturn({ month, gstin, operatorGstin });
    let count = 0;
    const counted = () => {
      signal?.throwIfAborted();
      added?.((count += 1));
    };
    for await (const { snapshot, exempt, withheldFromSale, ...serial } of pages((after) =>
      readIssuedInvoices(knex, of, after, BATCH),
    )) {
      sections.add(invoiceDocument(snapshot, formatSerial(serial), exempt), withheldFromSale);
      counted();
    }
    for await (const { snapshot, exempt, invoiceValue, withheldFromSale, ...serial } of pages((after) =>
      readIssuedNotes(knex, of, after, BATCH),
    )) {
      const exempted = new Map(Object.entries(exempt));
      sections.add(
        creditNoteDocument(snapshot, formatSerial(serial), invoiceValue, exempted),
        withheldFromSale,
      );
      counted();
    }
    const [series, collected] = await Promise.all([
      readUsedSeries(knex, of),
      readCollectedSupplies(knex, of),
    ]);
    return sections.finish(
      series.map(({ kind, prefix, financialYear, first, last, total, cancelled }) => ({
        kind,
        total,
        cancelled,
        net: total - cancelled,
        from: formatSerial({ prefix, financialYear, sequence: first }),
        to: formatSerial({ prefix, financialYear, sequence: last }),
      })),
      collected,
    );
  };
}

export type GstReturnMaker = ReturnType<typeof createGstReturnMaker>;
