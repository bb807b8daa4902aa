import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

it('reasons are counted by rule, and lead to the invoices that they hold up', async () => {
  const { container } = platform;
  const order = await createConfirmedOrder(container, { vendors: [{}, {}, {}] });
  const rows = order.subOrders.map(({ subOrderId, vendorId }, index) => ({
    subOrderId,
    vendorId,
    orderId: order.orderId,
    createdAt: new Date(2026, 10, 1 + index),
    ...(index === 2
      ? { status: 'failed', error: 'The browser ended', prefix: 'INV', financialYear: '2627', sequence: 1 }
      : { status: 'requested', issueProblem: 'The vendor has no GSTIN: set it' }),
  }));
  await container.knex('invoices').insert(rows);
  const { token } = await createSession(container, { permissions: ['invoice:view'] });
  const http = platform.http.as(token);
  const problems = await http.get('/admin/invoices/problems');
  expect(problems.body.data).toEqual([
    {
      kind: 'issue',
      problem: 'The vendor has no GSTIN: set it',
      count: 2,
      oldest: rows[0]?.createdAt.toISOString(),
    },
    { kind: 'document', problem: 'The browser ended', count: 1, oldest: rows[2]?.createdAt.toISOString() },
  ]);
  const filter = encodeURIComponent('problem:eq:The vendor has no GSTIN: set it');
  const listed = await http.get<unknown[]>(`/admin/invoices?filters[]=${filter}`);
  expect(listed.body.data).toHaveLength(2);
});
