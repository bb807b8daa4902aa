import type { z } from 'zod';
import { createReportExportsRepository, type ExportScope } from '#db/reports/reports.repository.js';
import type { RecordedEvent } from '#domain/_shared/event.js';
import { type ExportEnded, reportsEvents } from '#domain/reports/reports.events.js';
import {
  type WebhookEvent,
  webhookEvent,
  type WebhookReader,
} from '#operations/outbound-webhooks/webhook-event.js';
import { reportExportResponse, reportExportSchema } from './reports.schemas.js';

const AT = '2026-11-21T09:30:00.000Z';
const ID = '0199c0de-7e5c-7000-8000-000000000060';

const example: z.input<typeof reportExportSchema> = {
  id: ID,
  reportKey: 'orders',
  format: 'csv',
  status: 'ready',
  params: { from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z', filters: {} },
  rowCount: 1_204,
  progress: { done: 1_204, total: 1_204 },
  truncated: false,
  fileName: 'orders.csv',
  fileSize: 301_442,
  error: null,
  createdAt: AT,
  completedAt: AT,
  expiresAt: '2026-11-28T09:30:00.000Z',
  downloadUrl: `/admin/report-exports/${ID}/download`,
};

async function read(
  { knex, now }: WebhookReader,
  { payload }: RecordedEvent<ExportEnded>,
  scope: ExportScope,
) {
  const found = await createReportExportsRepository(knex).find(knex, scope, payload.exportId, now);
  return found ? reportExportResponse(found) : null;
}

/** An export belongs to the operator, or to the vendor that asked for it: nobody else is notified of it. */
export const reportsWebhooks: readonly WebhookEvent[] = [
  webhookEvent(reportsEvents.ready, {
    admin: {
      schema: reportExportSchema,
      example,
      link: ({ payload }) => `/admin/report-exports/${payload.exportId}`,
      permission: 'reports:view',
      data: (reader, event) => read(reader, event, { vendorId: null }),
    },
    vendor: {
      schema: reportExportSchema,
      example: { ...example, downloadUrl: `/vendor/report-exports/${ID}/download` },
      link: ({ payload }) => `/vendor/report-exports/${payload.exportId}`,
      vendorsOf: async ({ knex }, { payload }) => {
        const vendorId = await createReportExportsRepository(knex).vendorOf(knex, payload.exportId);
        return vendorId === null ? [] : [vendorId];
      },
      data: (reader, event, vendorId) => read(reader, event, { vendorId }),
    },
  }),
];
