import {
  countReturnDocuments,
  readVendorGstin,
  readIssuedInvoices,
  readIssuedNotes,
  readUsedSeries,
  type ReturnMonth,
} from '#db/invoices/gst-return.query.js';
import { readGstr8 } from '#db/invoices/gstr8.query.js';
import { createGstReturn } from '#domain/invoices/build-gst-return.js';
import { commissionSettings } from '#domain/invoices/commission.settings.js';
import type { GstReturn } from '#domain/invoices/gst-return.js';
import { invoiceDocument, creditNoteDocument } from '#domain/invoices/gst-return-document.js';
import type { Gstr8 } from '#domain/invoices/gstr8.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import { monthRange } from '#domain/invoices/month-range.js';
import { formatSerial } from '#domain/invoices/serial.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { Platform } from '#operations/platform.js';

const BATCH = 500;
/** A request adds up so many documents within seconds. */
export const MAX_RETURN_DOCUMENTS = 20_000;

/** The figures that GST returns are made of, from the documents that were issued and the ledger. */
export function createGstReturnsService({ knex, settings }: Pick<Platform, 'knex' | 'settings'>) {
  const operatorGstin = () => settings.get(commissionSettings.gstin) || null;

  const rangeOf = (month: string) => monthRange(month, settings.get(storeSettings.timeZone));

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

  return {
    /** The supplies of a vendor's month. @throws AppError CONFLICT beyond `MAX_RETURN_DOCUMENTS` documents */
    async ofVendor(vendorId: string, month: string): Promise<GstReturn> {
      const of: ReturnMonth = { vendorId, ...rangeOf(month) };
      const count = await countReturnDocuments(knex, of);
      if (count > MAX_RETURN_DOCUMENTS)
        throw invoicesErrors.returnTooLarge({ count, limit: MAX_RETURN_DOCUMENTS });
      const gstin = await readVendorGstin(knex, vendorId);
      const sections = createGstReturn({
        month,
        gstin,
        operatorGstin: operatorGstin(),
      });
      for await (const { snapshot, exempt, ...serial } of pages((after) =>
        readIssuedInvoices(knex, of, after, BATCH),
      ))
        sections.add(invoiceDocument(snapshot, formatSerial(serial), exempt));
      for await (const { snapshot, exempt, invoiceValue, ...serial } of pages((after) =>
        readIssuedNotes(knex, of, after, BATCH),
      ))
        sections.add(
          creditNoteDocument(snapshot, formatSerial(serial), invoiceValue, new Map(Object.entries(exempt))),
        );
      const series = await readUsedSeries(knex, of);
      return sections.finish(
        series.map(({ kind, prefix, financialYear, first, last, total, cancelled }) => ({
          ...{ kind, total, cancelled, net: total - cancelled },
          from: formatSerial({ prefix, financialYear, sequence: first }),
          to: formatSerial({ prefix, financialYear, sequence: last }),
        })),
      );
    },

    /** What the operator collected at source in a month, by supplier. */
    async gstr8(month: string): Promise<Gstr8> {
      const suppliers = await readGstr8(knex, rangeOf(month));
      return { schemaVersion: 1, month, operatorGstin: operatorGstin(), suppliers };
    },
  };
}
