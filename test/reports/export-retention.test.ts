import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { JobDetailResponse } from '#api/jobs/jobs.schemas.js';
import { exportKey, RETENTION_MS } from '#domain/reports/report-export.js';
import { eventually } from '../_support/eventually.js';
import { createTestClock } from '../_support/test-clock.js';
import { requestExport, type ReportShop, settled, startReportShop } from './report-shop.js';

const clock = createTestClock();
let shop: ReportShop;

beforeAll(async () => {
  shop = await startReportShop({ clock, workers: ['core', 'exports', 'relay'] });
});
afterAll(() => shop.stop());

it('a run that begins when the seven days are over deletes the file of an export, and keeps the row', async () => {
  const { storage, knex } = shop.platform.container;
  // For the platform it is a week ago, so that the engine, which knows the time, sees the end in some seconds.
  clock.shift(-RETENTION_MS + 4_000);
  const { body } = await requestExport(shop.http, 'orders', { format: 'csv' });
  const row = await settled(shop.http, body.data.id, ['expired']);
  expect(row).toMatchObject({ status: 'expired', fileName: body.data.fileName, error: null });
  expect(row.completedAt).not.toBeNull();
  expect(await storage.exists(exportKey(row.id))).toBe(false);
  const events = (await knex('outbox_events').where({ entityId: row.id }).orderBy('id')) as {
    type: string;
  }[];
  expect(events.map(({ type }) => type)).toEqual([
    'report.export.requested',
    'report.export.ready',
    'report.export.expired',
  ]);
  await eventually(async () => {
    const job = await shop.http.get<JobDetailResponse>(`/admin/jobs/report-export-expire-${row.id}`);
    expect(job.body.data).toMatchObject({ status: 'completed', outcome: 'ok', idle: false });
  });
});
