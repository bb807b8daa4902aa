import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { JobDetailResponse } from '#api/jobs/jobs.schemas.js';
import type { ReportExportResponse } from '#api/reports/reports.schemas.js';
import type { ReportDefinition } from '#db/reports/report-sql.js';
import { ordersReport } from '#db/reports/orders.report.js';
import { exportKey } from '#domain/reports/report-export.js';
import { eventually } from '../_support/eventually.js';
import { type Gate, holdUpdates } from '../_support/gate.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { readWorkbook } from './read-workbook.js';
import { requestExport, type ReportShop, settled, startReportShop } from './report-shop.js';

/** A report whose first row waits until the test lets go of a lock, in the middle of its snapshot. */
const LOCK = 4_711;
const heldRows = (args: Parameters<ReportDefinition['rows']>[0]) =>
  ordersReport
    .rows(args)
    .replace(
      'o.order_number',
      `case when pg_advisory_xact_lock_shared(${LOCK}) is null then '' end || o.order_number as order_number`,
    );
const held: ReportDefinition = { ...ordersReport, key: 'held', rows: heldRows };

let shop: ReportShop;
let vendorId: string;

beforeAll(async () => {
  shop = await startReportShop({ workers: ['core', 'exports', 'relay'] });
  const { container } = shop.platform;
  container.reports.add('platform', held);
  container.reports.limits.progressMs = 200;
  vendorId = (await createVendor(container)).vendorId;
  for (let index = 0; index < 4; index += 1) await createConfirmedOrder(container, { vendorIds: [vendorId] });
});
afterAll(() => shop.stop());

/** Holds the lock that exports of `held` wait for. */
async function hold(): Promise<() => Promise<void>> {
  const transaction = await shop.platform.container.knex.transaction();
  await transaction.raw(`select pg_advisory_xact_lock(${LOCK})`);
  return async () => {
    if (!transaction.isCompleted()) await transaction.rollback();
  };
}

/** How many exports wait for it. */
async function waiting(): Promise<number> {
  const { rows } = (await shop.platform.container.knex.raw(
    `select count(*) as n from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`,
  )) as { rows: { n: number }[] };
  return rows[0]?.n ?? 0;
}

const cancel = (id: string) => shop.http.post<ReportExportResponse>(`/admin/report-exports/${id}/cancel`);
const fileOf = async (row: ReportExportResponse) =>
  Buffer.from(await (await shop.http.raw('GET', row.downloadUrl ?? '')).arrayBuffer());

describe('export-snapshot', () => {
  it.each(['csv', 'xlsx'] as const)('a %s holds the orders as they were at its start', async (format) => {
    const { container } = shop.platform;
    const before = (await container.knex('orders').count({ n: '*' })) as { n: number }[];
    const letGo = await hold();
    try {
      const { body } = await requestExport(shop.http, 'held', { format });
      await eventually(async () => expect(await waiting()).toBe(1));
      const late = await createConfirmedOrder(container, { vendorIds: [vendorId] });
      await container.knex('orders').whereNot({ id: late.orderId }).update({ status: 'cancelled' });
      await letGo();
      const row = await settled(shop.http, body.data.id);
      const rows = before[0]?.n;
      expect(row).toMatchObject({ status: 'ready', rowCount: rows, truncated: false });
      // Orders that were placed later are not in the total either.
      expect([body.data.progress, row.progress]).toEqual([
        { done: 0, total: null },
        { done: rows, total: rows },
      ]);
      const file = await fileOf(row);
      const text =
        format === 'csv'
          ? JSON.stringify(parse(file, { bom: true }))
          : JSON.stringify(readWorkbook(file).rows);
      expect(text).not.toContain(late.orderNumber);
      expect(text).not.toContain('cancelled');
      await container.knex('orders').update({ status: 'confirmed' });
    } finally {
      await letGo();
    }
  });
});

describe('export-two-at-once-others-wait', () => {
  it('two files are written, the third is pending until one is done', async () => {
    const letGo = await hold();
    try {
      const ids: string[] = [];
      for (let index = 0; index < 3; index += 1)
        ids.push((await requestExport(shop.http, 'held', { format: 'csv' })).body.data.id);
      await eventually(async () => expect(await waiting()).toBe(2));
      const statuses = await Promise.all(
        ids.map(
          async (id) =>
            (await shop.http.get<ReportExportResponse>(`/admin/report-exports/${id}`)).body.data.status,
        ),
      );
      expect(statuses.sort()).toEqual(['pending', 'processing', 'processing']);
      await letGo();
      for (const id of ids) expect(await settled(shop.http, id)).toMatchObject({ status: 'ready' });
    } finally {
      await letGo();
    }
  });
});

describe('cancelling', () => {
  it('gives up a file that is being written, and nothing is stored', async () => {
    const letGo = await hold();
    try {
      const { body } = await requestExport(shop.http, 'held', { format: 'csv' });
      await eventually(async () => expect(await waiting()).toBe(1));
      expect((await cancel(body.data.id)).body.data).toMatchObject({ status: 'failed', error: 'Cancelled' });
      // The connection is closed in the middle of its statement.
      await eventually(async () => expect(await waiting()).toBe(0));
      expect(await shop.platform.container.storage.exists(exportKey(body.data.id))).toBe(false);
    } finally {
      await letGo();
    }
  });

  it('as a job does the same', async () => {
    const letGo = await hold();
    try {
      const { body } = await requestExport(shop.http, 'held', { format: 'xlsx' });
      await eventually(async () => expect(await waiting()).toBe(1));
      const job = `/admin/jobs/reports-export-${body.data.id}`;
      expect((await shop.http.get<JobDetailResponse>(job)).body.data).toMatchObject({ idle: false });
      expect((await shop.http.post(`${job}/cancel`, { reason: 'Wrong range' })).status).toBe(202);
      expect(await settled(shop.http, body.data.id)).toMatchObject({ status: 'failed', error: 'Cancelled' });
      await eventually(async () => expect(await waiting()).toBe(0));
    } finally {
      await letGo();
    }
  });

  it('export-cancel-races-ready: one of them wins, and the file agrees with the row', async () => {
    const { container } = shop.platform;
    let gate: Gate | undefined;
    try {
      gate = await holdUpdates(container.config.DATABASE_URL, 'reports_exports', `new.status = 'ready'`);
      const { body } = await requestExport(shop.http, 'orders', { format: 'csv' });
      await gate.reached();
      const cancelled = cancel(body.data.id);
      await gate.open();
      gate = undefined;
      const row = await settled(shop.http, body.data.id, ['ready', 'failed']);
      const { status } = await cancelled;
      expect([status, row.status]).toEqual(status === 200 ? [200, 'failed'] : [409, 'ready']);
      await eventually(async () =>
        expect(await container.storage.exists(exportKey(row.id))).toBe(row.status === 'ready'),
      );
    } finally {
      await gate?.open();
    }
  });

  it('a cancelled export that is ready first deletes its file in the end', async () => {
    const { container } = shop.platform;
    for (let round = 0; round < 5; round += 1) {
      const { body } = await requestExport(shop.http, 'orders', { format: 'csv' });
      await new Promise((resolve) => setTimeout(resolve, round * 40));
      const { status } = await cancel(body.data.id);
      const row = await settled(shop.http, body.data.id, ['ready', 'failed']);
      expect([200, 409]).toContain(status);
      expect(row.status).toBe(status === 200 ? 'failed' : 'ready');
      await eventually(async () =>
        expect(await container.storage.exists(exportKey(row.id))).toBe(row.status === 'ready'),
      );
    }
  });
});

describe('the run that is to delete a ready export', () => {
  it('is another one than that of the export, begins later, and deletes the file when it is cancelled', async () => {
    const { container } = shop.platform;
    const { body } = await requestExport(shop.http, 'orders', { format: 'csv' });
    const row = await settled(shop.http, body.data.id);
    const writing = `/admin/jobs/reports-export-${row.id}`;
    const job = `/admin/jobs/report-export-expire-${row.id}`;
    await eventually(async () => {
      expect((await shop.http.get<JobDetailResponse>(writing)).body.data).toMatchObject({
        status: 'completed',
        outcome: 'ok',
      });
      const later = (await shop.http.get<JobDetailResponse>(job)).body.data;
      expect(later).toMatchObject({ status: 'running', idle: true, waiting: false });
      // The engine counts the delay from when it has the start.
      const late = Date.parse(later.nextTimerAt ?? '') - Date.parse(row.expiresAt ?? '');
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(60_000);
    });
    expect((await cancel(row.id)).status).toBe(409);
    await shop.http.post(`${job}/cancel`, { reason: 'Not needed' });
    expect(await settled(shop.http, row.id, ['expired'])).not.toHaveProperty('downloadUrl');
    expect(await container.storage.exists(exportKey(row.id))).toBe(false);
  });
});
