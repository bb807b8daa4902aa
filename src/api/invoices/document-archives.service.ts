import { sharedService } from '#api/kernel/shared-service.js';
import { createReportExportsService } from '#api/reports/report-exports.service.js';
import type { ReportScope } from '#api/reports/report-scope.js';
import type { ReportExportResponse } from '#api/reports/reports.schemas.js';
import { countMonthDocuments } from '#db/invoices/month-documents.query.js';
import type { Context } from '#domain/_shared/context.js';
import { MAX_ARCHIVED_DOCUMENTS } from '#domain/invoices/document-archive.js';
import { invoicesErrors } from '#domain/invoices/invoices.errors.js';
import { monthRange } from '#domain/invoices/month-range.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { Platform } from '#operations/platform.js';

/** ZIPs of the invoices and credit notes of a month, which live as exports do. */
export function createDocumentArchivesService(platform: Platform) {
  const { knex, settings } = platform;
  const exports = sharedService(platform, createReportExportsService);

  return {
    /** @throws AppError CONFLICT beyond `MAX_ARCHIVED_DOCUMENTS` documents, SERVICE_UNAVAILABLE without the engine */
    async request(ctx: Context, scope: ReportScope, month: string): Promise<ReportExportResponse> {
      const range = monthRange(month, settings.get(storeSettings.timeZone));
      const of = { vendorId: scope.vendorId, ...range };
      const count = await countMonthDocuments(knex, of, MAX_ARCHIVED_DOCUMENTS + 1);
      if (count > MAX_ARCHIVED_DOCUMENTS)
        throw invoicesErrors.archiveTooLarge({ limit: MAX_ARCHIVED_DOCUMENTS });
      return exports.archive(ctx, scope, { month, ...range });
    },
  };
}
