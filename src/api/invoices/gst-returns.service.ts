import { sharedService } from '#api/kernel/shared-service.js';
import { createReportExportsService } from '#api/reports/report-exports.service.js';
import { vendorScope } from '#api/reports/report-scope.js';
import type { ReportExportResponse } from '#api/reports/reports.schemas.js';
import { countReturnDocuments, type ReturnMonth } from '#db/invoices/gst-return.query.js';
import { readGstr8 } from '#db/invoices/gstr8.query.js';
import type { Context } from '#domain/_shared/context.js';
import { commissionSettings } from '#domain/invoices/commission.settings.js';
import type { GstReturn } from '#domain/invoices/gst-return.js';
import type { Gstr8 } from '#domain/invoices/gstr8.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import { monthRange } from '#domain/invoices/month-range.js';
import type { GstReturnFormat } from '#domain/reports/report-export.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { createGstReturnMaker } from '#operations/invoices/make-gst-return.js';
import type { Platform } from '#operations/platform.js';

/** A request adds up so many documents within seconds; an export adds up more. */
export const MAX_RETURN_DOCUMENTS = 20_000;

/** The figures that GST returns are made of, from the documents that were issued and the ledger. */
export function createGstReturnsService(platform: Platform) {
  const { knex, settings } = platform;
  const makeGstReturn = createGstReturnMaker(platform);
  const exports = sharedService(platform, createReportExportsService);

  const rangeOf = (month: string) => monthRange(month, settings.get(storeSettings.timeZone));

  return {
    /** The supplies of a vendor's month. @throws AppError CONFLICT beyond `MAX_RETURN_DOCUMENTS` documents */
    async ofVendor(vendorId: string, month: string): Promise<GstReturn> {
      const of: ReturnMonth = { vendorId, ...rangeOf(month) };
      const count = await countReturnDocuments(knex, of);
      if (count > MAX_RETURN_DOCUMENTS)
        throw invoicesErrors.returnTooLarge({ count, limit: MAX_RETURN_DOCUMENTS });
      return makeGstReturn(month, of);
    },

    /** The same as a file of an export, of any number of documents. @throws AppError SERVICE_UNAVAILABLE, CONFLICT */
    export(
      ctx: Context,
      vendorId: string,
      month: string,
      format: GstReturnFormat,
    ): Promise<ReportExportResponse> {
      return exports.gstReturn(ctx, vendorScope(vendorId), { month, format, ...rangeOf(month) });
    },

    /** What the operator collected at source in a month, by supplier. */
    async gstr8(month: string): Promise<Gstr8> {
      const operatorGstin = settings.get(commissionSettings.gstin) || null;
      const suppliers = await readGstr8(knex, rangeOf(month), operatorGstin);
      return { schemaVersion: 1, month, operatorGstin, suppliers };
    },
  };
}
