import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { createConfirmedOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { setSettings } from '../_support/settings.js';
import { issueInvoiceOf } from '../invoices/issued-invoice.js';

let platform: TestPlatform;
let admin: TestPlatform['http'];

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

const change = (body: object) => admin.patch<Record<string, unknown>>('/admin/settings/admin', body);
const problems = async (body: object) => {
  const refused = await change(body);
  expect([refused.status, refused.body.errorCode]).toEqual([400, 'VALIDATION_ERROR']);
  return refused.body.errors;
};

it('the prefix of credit notes never equals that of invoices, whichever of them is changed', async () => {
  expect(await problems({ 'invoice.credit_note_prefix': 'INV' })).toMatchObject([
    {
      path: 'body.invoice.credit_note_prefix',
      message: 'must differ from `invoice.number_prefix` (both are "INV")',
    },
  ]);
  expect(await problems({ 'invoice.number_prefix': 'CN', 'invoice.title': 'Never' })).toMatchObject([
    {
      path: 'body.invoice.number_prefix',
      message: 'must differ from `invoice.credit_note_prefix` (both are "CN")',
    },
  ]);
  const both = await problems({ 'invoice.number_prefix': 'A', 'invoice.credit_note_prefix': 'A' });
  expect(both).toHaveLength(2);
  const { body } = await admin.get<Record<string, unknown>>('/admin/settings/admin');
  expect(body.data).toMatchObject({ 'invoice.number_prefix': 'INV', 'invoice.title': 'Tax Invoice' });
});

it('two changes at once never leave both prefixes equal', async () => {
  const responses = await Promise.all([
    change({ 'invoice.number_prefix': 'ZZ' }),
    change({ 'invoice.credit_note_prefix': 'ZZ' }),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await change({ 'invoice.number_prefix': 'INV', 'invoice.credit_note_prefix': 'CN' })).status).toBe(
    200,
  );
});

it('a prefix that the other series had in this financial year stays with it', async () => {
  const order = await createConfirmedOrder(platform.container, { paid: true });
  expect(await issueInvoiceOf(platform.container, order.subOrders[0]?.subOrderId ?? '')).toMatch(/^INV/);
  expect((await change({ 'invoice.number_prefix': 'BILL' })).status).toBe(200);
  expect(await problems({ 'invoice.credit_note_prefix': 'INV' })).toMatchObject([
    {
      path: 'body.invoice.credit_note_prefix',
      message: 'must not be a prefix that `invoice.number_prefix` had in this financial year (got "INV")',
    },
  ]);
  expect((await change({ 'invoice.number_prefix': 'INV' })).status).toBe(200);
});

it('a prefix that begins with 0 is refused, and one that is stored goes on as something to look at', async () => {
  const path = 'body.commission.invoice_prefix';
  expect(await problems({ 'commission.invoice_prefix': '0COM' })).toMatchObject([{ path }]);
  await setSettings(platform.container, { 'admin.commission.invoice_prefix': '0COM' });
  expect(
    (await change({ 'commission.invoice_prefix': '0COM', 'commission.service_code': '996211' })).status,
  ).toBe(200);
  expect(await problems({ 'commission.invoice_prefix': '0NEW' })).toMatchObject([{ path }]);
  const { body } = await admin.get('/admin/attention');
  expect(JSON.stringify(body)).toContain('0COM');
});
