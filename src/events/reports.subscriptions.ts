import { originOf } from '#domain/_shared/context.js';
import { type ExportRequested, reportsEvents } from '#domain/reports/reports.events.js';
import { exportReport, type ExportReportInput } from '#workflows/reports/reports.contract.js';
import { each, type Subscription } from './subscription.js';

export const reportsSubscriptions: readonly Subscription[] = [
  each<ExportRequested, ExportReportInput>('reports-export', [reportsEvents.requested], (event) => ({
    contract: exportReport,
    input: { ...event.payload, origin: originOf(event) },
  })),
];
