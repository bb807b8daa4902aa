import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createVendor } from '../_support/vendors.js';
import { readyExport } from './ready-export.js';
import { aroundNow, type ReportShop, startReportShop } from './report-shop.js';

let shop: ReportShop;
let viewer: HttpClient;
let exporter: HttpClient;

beforeAll(async () => {
  shop = await startReportShop({ workers: [] });
  const { container, http } = shop.platform;
  viewer = http.as((await createSession(container, { permissions: ['reports:view'] })).token);
  exporter = http.as((await createSession(container, { permissions: ['reports:export'] })).token);
});
afterAll(() => shop.stop());

describe('the permission reports:view alone', () => {
  it('reads reports and exports', async () => {
    const id = await readyExport(shop.platform.container);
    const paths = [
      'reports',
      'reports/orders',
      'reports/orders/meta',
      'report-exports',
      `report-exports/${id}`,
    ];
    for (const path of paths)
      expect([path, (await viewer.get(`/admin/${path}`)).status]).toEqual([path, 200]);
  });

  it('neither creates, cancels, retries nor downloads', async () => {
    const { container } = shop.platform;
    const id = await readyExport(container);
    const pending = await readyExport(container, { status: 'pending' });
    const failed = await readyExport(container, { status: 'failed' });
    const body = { format: 'csv', ...aroundNow };
    const responses = [
      await viewer.post('/admin/reports/orders/export', body),
      await viewer.post(`/admin/report-exports/${pending}/cancel`),
      await viewer.post(`/admin/report-exports/${failed}/retry`),
      await viewer.get(`/admin/report-exports/${id}/download`),
    ];
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    const rows = (await container.knex('reports_exports').whereIn('id', [pending, failed])) as object[];
    expect(rows).toHaveLength(2);
  });
});

it('the permission reports:export alone reads no report', async () => {
  expect((await exporter.get('/admin/reports/orders')).status).toBe(403);
  expect((await exporter.get('/admin/report-exports')).status).toBe(403);
});

describe('a vendor', () => {
  it('has reports for its owner and admins, not for members', async () => {
    const { container, http } = shop.platform;
    const vendor = await createVendor(container);
    const { vendorId } = vendor;
    const admin = await createSession(container, { vendorId, vendorRole: 'admin' });
    const member = await createSession(container, { vendorId, vendorRole: 'member' });
    const statuses = [];
    for (const { token } of [vendor, admin, member])
      for (const path of ['reports', 'reports/orders', 'report-exports'])
        statuses.push((await http.as(token).get(`/vendor/${path}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 403, 403, 403]);
  });

  it('does not see exports of another vendor or of the platform, nor an administrator those of a vendor', async () => {
    const { container, http } = shop.platform;
    const [own, other] = [await createVendor(container), await createVendor(container)];
    const ids = {
      own: await readyExport(container, { vendorId: own.vendorId }),
      other: await readyExport(container, { vendorId: other.vendorId }),
      platform: await readyExport(container),
    };
    const owner = http.as(own.token);
    const list = await owner.get<{ id: string; downloadUrl: string }[]>('/vendor/report-exports');
    expect(list.body.data.map(({ id }) => id)).toEqual([ids.own]);
    expect(list.body.data[0]?.downloadUrl).toBe(`/vendor/report-exports/${ids.own}/download`);
    for (const id of [ids.other, ids.platform])
      for (const end of ['', '/download'])
        expect((await owner.get(`/vendor/report-exports/${id}${end}`)).status).toBe(404);
    expect((await shop.http.get(`/admin/report-exports/${ids.own}`)).status).toBe(404);
    expect((await owner.raw('GET', list.body.data[0]?.downloadUrl ?? '')).status).toBe(200);
  });
});
