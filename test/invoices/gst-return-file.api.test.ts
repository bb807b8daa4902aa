import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ReportExportResponse } from '#api/reports/reports.schemas.js';
import type { GstReturn } from '#domain/invoices/gst-return.js';
import { eventually } from '../_support/eventually.js';
import { holdInvoiceClock } from '../_support/invoice-clock.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { issueInvoiceOf } from './issued-invoice.js';

const MONTH = '2026-09';
const SOLD = new Date('2026-09-10T06:00:00Z');

let platform: TestPlatform;
let vendor: TestVendor;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'exports'] });
  await holdInvoiceClock(platform.container.knex);
  vendor = await createVendor(platform.container);
  const options = { vendorIds: [vendor.vendorId], paid: true, placedAt: SOLD };
  for (let count = 0; count < 2; count += 1) {
    const { subOrders } = await createConfirmedOrder(platform.container, options);
    await issueInvoiceOf(platform.container, subOrders[0]?.subOrderId ?? '', SOLD);
  }
});
afterAll(() => platform.stop());

const as = (who: TestVendor) => platform.http.as(who.token);

async function written(format: 'csv' | 'json'): Promise<ReportExportResponse> {
  const path = `/vendor/gst-returns/${MONTH}/exports`;
  const { id } = data(await as(vendor).post<ReportExportResponse>(path, { format }));
  return eventually(async () => {
    const row = data(await as(vendor).get<ReportExportResponse>(`/vendor/report-exports/${id}`));
    expect(row).toMatchObject({ status: 'ready', error: null });
    return row;
  });
}

const read = async (path: string) => (await as(vendor).raw('GET', path)).text();
const content = ({ downloadUrl }: ReportExportResponse) => read(downloadUrl ?? '');

it('is the return of the month as JSON and as CSV, with its progress in documents', async () => {
  const shown = data(await as(vendor).get<GstReturn>(`/vendor/gst-returns/${MONTH}`));
  const json = await written('json');
  expect(json).toMatchObject({
    reportKey: 'gst-return',
    format: 'json',
    fileName: `gst-return_${MONTH}.json`,
    progress: { done: 2, total: 2 },
  });
  expect(JSON.parse(await content(json))).toEqual(JSON.parse(JSON.stringify(shown)));
  const csv = await written('csv');
  expect(await content(csv)).toBe(await read(`/vendor/gst-returns/${MONTH}/export`));
});

it('is refused for another format, and nobody else finds it', async () => {
  const path = `/vendor/gst-returns/${MONTH}/exports`;
  expect((await as(vendor).post(path, { format: 'xlsx' })).body).toMatchObject({
    errors: [{ path: 'body.format' }],
  });
  const { id } = await written('csv');
  const other = await createVendor(platform.container);
  expect((await as(other).get(`/vendor/report-exports/${id}`)).status).toBe(404);
});
