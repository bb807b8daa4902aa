import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ReportExportResponse } from '#api/reports/reports.schemas.js';
import { createReportsQueues } from '#activities/reports/reports.queues.js';
import { exportKey, RETENTION_MS } from '#domain/reports/report-export.js';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createSession } from '../_support/accounts.js';
import { createBuyer } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { readyExport } from './ready-export.js';
import { type ReportShop, startReportShop } from './report-shop.js';

/** Stands still, so that a second before is a second before on a slow machine too. */
const start = Date.now();
let ahead = 0;
const clock = { now: () => new Date(start + ahead), shift: (ms: number) => void (ahead = ms) };
let shop: ReportShop;

beforeAll(async () => {
  shop = await startReportShop({ workers: [], clock });
});
afterAll(() => shop.stop());
beforeEach(() => clock.shift(0));

const read = async (id: string) =>
  (await shop.http.get<ReportExportResponse>(`/admin/report-exports/${id}`)).body.data;

const download = (id: string, headers: Record<string, string> = {}) =>
  shop.http.with(headers).raw('GET', `/admin/report-exports/${id}/download`);

const sweep = () => {
  const sweeps = createReportsQueues(shop.platform.container).sweeps?.exports;
  return new MockActivityEnvironment().run(
    sweeps?.['report-exports'] as () => Promise<Record<string, number>>,
  );
};

describe('export-expires', () => {
  it('a second before expiresAt the file is there, at expiresAt every read says expired', async () => {
    const id = await readyExport(shop.platform.container);
    clock.shift(RETENTION_MS - 1_000);
    expect(await read(id)).toMatchObject({
      status: 'ready',
      downloadUrl: `/admin/report-exports/${id}/download`,
    });
    expect((await download(id)).status).toBe(200);
    clock.shift(RETENTION_MS);
    const expired = await read(id);
    expect(expired.status).toBe('expired');
    expect(expired).not.toHaveProperty('downloadUrl');
    expect((await download(id)).status).toBe(404);
    const idsOf = async (status: string) =>
      (await shop.http.get<{ id: string }[]>(`/admin/report-exports?status=${status}`)).body.data.map(
        (row) => row.id,
      );
    expect([await idsOf('expired'), await idsOf('ready')]).toEqual([[id], []]);
    // Neither timer nor sweep has come.
    expect(await shop.platform.container.storage.exists(exportKey(id))).toBe(true);
  });

  it('the sweep deletes what a timer missed and files without an export, and a second one finds nothing', async () => {
    const { storage, knex } = shop.platform.container;
    await knex('reports_exports').del();
    await sweep();
    const due = await readyExport(shop.platform.container);
    await storage.put(`exports/${due.slice(0, -4)}ffff`, Buffer.from('x'), { contentType: 'text/csv' });
    await storage
      .put('exports/odd name', Buffer.from('x'), { contentType: 'text/csv' })
      .catch(() => undefined);
    const stuck = await readyExport(shop.platform.container, { status: 'processing' });
    clock.shift(RETENTION_MS);
    const young = await readyExport(shop.platform.container);
    expect(await sweep()).toMatchObject({ expired: 1, failed: 1, files: 1 });
    expect(await sweep()).toEqual({ expired: 0, failed: 0, files: 0 });
    expect(await storage.exists(exportKey(due))).toBe(false);
    expect(await storage.exists(exportKey(young))).toBe(true);
    expect(await read(due)).toMatchObject({ status: 'expired', rowCount: 1 });
    expect(await read(stuck)).toMatchObject({ status: 'failed', error: 'The export was interrupted' });
    const events = (await knex('outbox_events').whereIn('entityId', [due, stuck]).orderBy('id')) as {
      type: string;
    }[];
    expect(events.map(({ type }) => type)).toEqual(['report.export.expired', 'report.export.failed']);
  });
});

describe('export-download', () => {
  const file = '\uFEFFOrder number\nHT-2611-7K3M9\nHT-2611-7K3M8\n';

  it('sends the file under its name, and audits it', async () => {
    const id = await readyExport(shop.platform.container, { file });
    const response = await download(id);
    expect(Buffer.from(await response.arrayBuffer()).toString('utf8')).toBe(file);
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename=orders_2026-10-01_2026-11-01.csv',
    );
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    const audited = await shop.platform.container
      .knex('audit_entries')
      .where({ entityId: id, action: 'download' });
    expect(audited).toHaveLength(1);
  });

  it('sends ranges, and the whole where the file has changed', async () => {
    const id = await readyExport(shop.platform.container, { file });
    const whole = await download(id);
    const etag = whole.headers.get('etag') ?? '';
    const part = await download(id, { range: 'bytes=3-7', 'if-range': etag });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 3-7/${Buffer.byteLength(file)}`,
    ]);
    expect(await part.text()).toBe('Order');
    expect((await download(id, { range: 'bytes=3-7', 'if-range': '"old"' })).status).toBe(200);
    expect((await download(id, { range: 'bytes=9999-' })).status).toBe(416);
  });

  it('may be stopped halfway', async () => {
    const id = await readyExport(shop.platform.container, { file: 'x'.repeat(4_000_000) });
    const stop = new AbortController();
    const response = await shop.http.raw('GET', `/admin/report-exports/${id}/download`, {
      signal: stop.signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    stop.abort();
    await reader?.closed.catch(() => undefined);
    expect((await download(id)).status).toBe(200);
  });

  it('is for administrators alone', async () => {
    const { container, http } = shop.platform;
    const id = await readyExport(container);
    const path = `/admin/report-exports/${id}/download`;
    const { token } = await createBuyer(container);
    const vendor = await createVendor(container);
    const other = await createSession(container, { permissions: ['order:view'] });
    expect((await http.raw('GET', path)).status).toBe(401);
    for (const item of [token, vendor.token, other.token])
      expect((await http.as(item).raw('GET', path)).status).toBe(403);
  });

  it.each(['pending', 'processing', 'failed', 'expired'] as const)('is 404 while %s', async (status) => {
    const id = await readyExport(shop.platform.container, { status });
    expect((await download(id)).status).toBe(404);
    expect(await read(id)).not.toHaveProperty('downloadUrl');
  });

  it('of a file that is gone is 404, and the export is failed', async () => {
    const id = await readyExport(shop.platform.container);
    await shop.platform.container.storage.delete(exportKey(id));
    expect((await download(id)).status).toBe(404);
    expect(await read(id)).toMatchObject({ status: 'failed', error: 'The file is no longer in the storage' });
  });
});

describe('cancel and retry', () => {
  it('cancels what is not done, and nothing else', async () => {
    const statuses = ['pending', 'processing', 'ready', 'failed', 'expired'] as const;
    const responses = [];
    for (const status of statuses) {
      const id = await readyExport(shop.platform.container, { status });
      const response = await shop.http.post<ReportExportResponse>(`/admin/report-exports/${id}/cancel`);
      responses.push([response.status, response.body.data?.error ?? response.body.reason]);
    }
    const refused = [409, 'reports.export_ended'];
    expect(responses).toEqual([[200, 'Cancelled'], [200, 'Cancelled'], refused, refused, refused]);
  });

  it('retries a failed or expired export as a new one', async () => {
    for (const status of ['failed', 'expired'] as const) {
      const id = await readyExport(shop.platform.container, { status });
      const response = await shop.http.post<ReportExportResponse>(`/admin/report-exports/${id}/retry`);
      const before = await read(id);
      expect([response.status, before.status]).toEqual([201, status]);
      expect(response.body.data).toMatchObject({
        status: 'pending',
        params: before.params,
        format: 'csv',
        error: null,
      });
      expect(response.body.data.id).not.toBe(id);
    }
    const ready = await readyExport(shop.platform.container);
    const refused = await shop.http.post(`/admin/report-exports/${ready}/retry`);
    expect([refused.status, refused.body.reason]).toEqual([409, 'reports.export_not_retryable']);
  });
});
