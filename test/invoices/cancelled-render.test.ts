import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { InvoiceStatusAnswer } from '#api/invoices/invoices.schemas.js';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;

beforeAll(async () => {
  // Nobody prints: the rendering waits for a worker until it is cancelled.
  platform = await startPlatform({ workers: ['core', 'relay'] });
}, 60_000);
afterAll(() => platform.stop());

it('a rendering that an operator cancels leaves an invoice that says so and can be asked for again', async () => {
  const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
  const admin = platform.http.as(token);
  const order = await createConfirmedOrder(platform.container);
  const base = `/admin/orders/${order.orderId}/vendors/${order.parts[0]?.orderVendorId ?? ''}/invoice`;
  await admin.post(`${base}/generate`);
  const status = async () => (await admin.get<InvoiceStatusAnswer>(`${base}/status`)).body.data;
  const { jobId } = await eventually(async () => {
    const now = await status();
    expect(now).toMatchObject({ status: 'pending', invoiceNumber: expect.any(String) as unknown });
    return now;
  }, 20_000);

  await eventually(async () => {
    const answer = await admin.post(`/admin/jobs/${jobId ?? ''}/cancel`, { reason: 'Wrong template' });
    expect(answer.status).toBe(202);
  });
  await eventually(async () => expect((await status()).status).toBe('failed'), 20_000);
  expect((await admin.get(base)).body.message).toMatch(/cancelled/);
  const run = await platform.container.gateway.client.workflow.getHandle(jobId ?? '').describe();
  expect(run.status.name).toBe('CANCELLED');

  expect((await admin.post<InvoiceStatusAnswer>(`${base}/generate`)).body.data.status).toBe('pending');
});
