import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PDFDocument } from 'pdf-lib';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { holdUpdates } from '../_support/gate.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { accountOf, expectBooksRight } from '../ledger/ledger-books.js';
import { bank, deliveredSale, setBank } from './payable-vendor.js';

// A browser starts and prints.

interface Run {
  id: string;
  jobId: string;
  state: string;
  vendors: number;
  created: number;
  amount: number;
  withoutBank: number;
  onHold: number;
}
interface Payout {
  id: string;
  vendorId: string;
  amount: number;
  status: string;
}

let platform: TestPlatform;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'documents', 'relay'] });
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

async function vendorWithSale(days = 8): Promise<TestVendor & { owner: HttpClient }> {
  const vendor = await createVendor(platform.container, { commissionBps: 1_000 });
  const owner = platform.http.as(vendor.token);
  await setBank(owner);
  await deliveredSale(platform.container, vendor.vendorId, days);
  return { ...vendor, owner };
}
const start = (body: object = {}, headers: Record<string, string> = {}) =>
  admin.post<Run>('/admin/payouts/run', { until: new Date().toISOString(), ...body }, headers);
const ended = (id: string, state = 'completed') =>
  eventually(async () => {
    const run = data(await admin.get<Run>(`/admin/payouts/runs/${id}`));
    expect(run.state).toBe(state);
    return run;
  });
const payoutsOf = async (vendorId: string) =>
  data(await admin.get<Payout[]>(`/admin/payouts?vendorId=${vendorId}`));

it('creates the payouts of all vendors, and leaves out who has nothing, no bank or a new bank', async () => {
  const [firstVendor, secondVendor, fresh, changed] = [
    await vendorWithSale(),
    await vendorWithSale(),
    await vendorWithSale(1),
    await vendorWithSale(),
  ];
  const bankless = await createVendor(platform.container);
  await deliveredSale(platform.container, bankless.vendorId);
  data(await changed.owner.patch('/vendor/settings', { 'payout.account_number': '998877665544' }));
  const key = { 'idempotency-key': 'run-1' };
  const until = new Date().toISOString();
  const run = data(await start({ until }, key));
  expect(data(await start({ until }, key)).id).toBe(run.id);
  const done = await ended(run.id);
  const amounts = await Promise.all(
    [firstVendor, secondVendor].map(({ vendorId }) => accountOf(platform.container, vendorId)),
  );
  expect(done).toMatchObject({
    vendors: 5,
    created: 2,
    withoutBank: 1,
    onHold: 1,
    amount: (amounts[0] ?? 0) + (amounts[1] ?? 0),
  });
  for (const [index, { vendorId }] of [firstVendor, secondVendor].entries())
    expect(await payoutsOf(vendorId)).toMatchObject([{ amount: amounts[index], status: 'pending' }]);
  for (const { vendorId } of [fresh, changed, bankless]) expect(await payoutsOf(vendorId)).toEqual([]);
  const job = await admin.get<{ type: string }>(`/admin/jobs/${run.jobId}`);
  expect(data(job).type).toBe('payOutVendors');

  const csv = String((await admin.get<string>('/admin/payouts/export')).body);
  expect(csv.split('\r\n')[0]).toContain('account_number,ifsc,amount');
  expect(csv).toContain(`${bank['payout.account_number']},${bank['payout.ifsc']},`);
  const audited = await platform.container
    .knex('audit_entries')
    .where({ entity: 'payout', action: 'export' });
  expect(audited).toHaveLength(1);
  await expectBooksRight(platform.container);
});

it('leaves out vendors below the minimum; a second run while one is open is refused', async () => {
  const vendor = await vendorWithSale();
  const net = await accountOf(platform.container, vendor.vendorId);
  const gate = await holdUpdates(
    platform.container.config.DATABASE_URL,
    'payouts_runs',
    'new.cursor is distinct from old.cursor',
  );
  const first = data(await start({ minimum: net + 1 }));
  await gate.reached();
  const second = await start({ minimum: 1 });
  expect(second.status).toBe(409);
  expect(JSON.stringify(second.body)).toContain(first.id);
  await gate.open();
  await ended(first.id);
  expect(await payoutsOf(vendor.vendorId)).toEqual([]);
  await ended(data(await start({ minimum: net })).id);
  expect(await payoutsOf(vendor.vendorId)).toMatchObject([{ amount: net }]);
});

it('cancelling the job stops the run and keeps what it has created', async () => {
  await vendorWithSale();
  const gate = await holdUpdates(
    platform.container.config.DATABASE_URL,
    'payouts_runs',
    'new.cursor is distinct from old.cursor',
  );
  const run = data(await start());
  await gate.reached();
  expect((await admin.post(`/admin/jobs/${run.jobId}/cancel`, { reason: 'Wrong date' })).status).toBeLessThan(
    300,
  );
  // The worker hears of it with its next heartbeat.
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  await gate.open();
  await ended(run.id, 'cancelled');
  await ended(data(await start()).id);
  await expectBooksRight(platform.container);
});

it('the PDF of a statement is there once the payout is paid', async () => {
  const vendor = await vendorWithSale();
  const body = { vendorId: vendor.vendorId, until: new Date().toISOString() };
  const { id } = data(await admin.post<Payout>('/admin/payouts', body));
  const path = `/vendor/payouts/${id}/statement?format=pdf`;
  expect((await vendor.owner.get(path)).status).toBe(409);
  data(await admin.post(`/admin/payouts/${id}/paid`, { reference: 'NEFT 1' }));
  const file = await eventually(async () => {
    const response = await vendor.owner.raw('GET', path);
    expect(response.status).toBe(200);
    return response;
  });
  expect((await PDFDocument.load(await file.arrayBuffer())).getPageCount()).toBe(1);
});

it('a change of bank details is mailed and holds payouts; only the owner may change them', async () => {
  const vendor = await vendorWithSale();
  const { vendorId } = vendor;
  const adminOfVendor = await createSession(platform.container, { vendorId, vendorRole: 'admin' });
  const patch = { 'payout.ifsc': 'ICIC0004321' };
  expect((await platform.http.as(adminOfVendor.token).patch('/vendor/settings', patch)).status).toBe(403);
  data(await vendor.owner.patch('/vendor/settings', bank));
  data(await vendor.owner.patch('/vendor/settings', patch));
  const { knex } = platform.container;
  const payOut = () => admin.post('/admin/payouts', { vendorId, until: new Date().toISOString() });
  async function held(times: number): Promise<void> {
    const refused = await payOut();
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain('on hold until');
    const mails = { template: 'payout.bank_changed', recipient: vendor.email };
    expect(await knex('mail_messages').where(mails)).toHaveLength(times);
    const changedAt = new Date(Date.now() - 49 * 3_600_000);
    await knex('payouts_accounts').where({ vendorId }).whereNot('state', 'replaced').update({ changedAt });
  }
  await held(1);
  const emptied = Object.fromEntries(Object.keys(bank).map((key) => [key, '']));
  data(await vendor.owner.patch('/vendor/settings', emptied));
  const [change] = await knex('payouts_accounts').where({ vendorId }).whereNot('state', 'replaced');
  expect(change?.changedAt.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
  await knex('payouts_accounts')
    .where({ vendorId })
    .update({ changedAt: new Date(0) });
  data(await vendor.owner.patch('/vendor/settings', { ...bank, 'payout.account_number': '998877665544' }));
  await held(3);
  data(await payOut());
});
