import { createInvoicesService } from '#api/invoices/invoices.service.js';
import { sharedService } from '#api/kernel/shared-service.js';
import { createReportExportsService } from '#api/reports/report-exports.service.js';
import { platformScope } from '#api/reports/report-scope.js';
import type { Context } from '#domain/_shared/context.js';
import type { JobDetail } from '#domain/jobs/job.js';
import type { Platform } from '#operations/platform.js';

type Reopen = (platform: Platform, ctx: Context, job: JobDetail, entityId: string) => Promise<unknown>;

/** The features' own operations that reopen what has ended, by workflow; `remedies` says which, and with which permission. */
export const reopenings: Readonly<Record<string, Reopen>> = {
  renderInvoice: (platform, ctx, { entities }, subOrderId) =>
    sharedService(platform, createInvoicesService).generate(ctx, {
      audience: 'admin',
      orderId: entities.orderId ?? '',
      subOrderId,
    }),
  exportReport: (platform, ctx, _job, exportId) =>
    sharedService(platform, createReportExportsService).retry(ctx, platformScope, exportId),
};
