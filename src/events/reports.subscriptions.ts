import { repeatSignal } from '#workflows/_shared/requests.js';
import { originOf } from '#domain/_shared/context.js';
import { type ExportReady, type ExportRequested, reportsEvents } from '#domain/reports/reports.events.js';
import {
  expireReportExport,
  type ExpireReportExportInput,
  exportReport,
  type ExportReportInput,
} from '#workflows/reports/reports.contract.js';
import { each, type Subscription } from './subscription.js';

export const reportsSubscriptions: readonly Subscription[] = [
  each<ExportRequested, ExportReportInput>('reports-export', [reportsEvents.requested], (event) => {
    const { exportId, reportKey, format, vendorId, request } = event.payload;
    return {
      contract: exportReport,
      input: {
        exportId,
        reportKey,
        format,
        vendorId,
        ...(request !== undefined && { request }),
        origin: originOf(event),
      },
      ...repeatSignal(event.payload),
    };
  }),
  each<ExportReady, ExpireReportExportInput>('reports-expire', [reportsEvents.ready], (event) => {
    const { exportId, expiresAt }: Partial<ExportReady> & Pick<ExportReady, 'exportId'> = event.payload;
    // Earlier workers wrote events without it: the daily sweep deletes those files.
    if (expiresAt === undefined) return null;
    return { contract: expireReportExport, input: { exportId, expiresAt, origin: originOf(event) } };
  }),
];
