import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { accountOf, expectBooksRight } from '../ledger/ledger-books.js';
import { process, refund } from '../payments/order-refunds.js';
import { bank, deliveredSale, setBank } from './payable-vendor.js';

interface Payout {
  id: string;
  amount: number;
  status: string;
  reference: string | null;
  entryCount: number;
}
interface Balance {
  available: number;
  held: number;
  negative: number;
  heldUntil: string | null;
  lastPayout: Payout | null;
}

let platform: TestPlatform;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

async function vendorWithBank(): Promise<TestVendor & { http: HttpClient }> {
  const vendor = await createVendor(platform.container, { commissionBps: 1_000 });
  const http = platform.http.as(vendor.token);
  await setBank(http);
  return { ...vendor, http };
}

const create = (vendorId: string, headers: Record<string, string> = {}) =>
  admin.post<Payout>('/admin/payouts', { vendorId, until: new Date().toISOString() }, headers);
const balanceOf = async ({ http }: { http: HttpClient }) => data(await http.get<Balance>('/vendor/balance'));
const netOf = async (orderId: string) =>
  (
    (await platform.container.knex('ledger_transactions').where({ orderId, kind: 'sale' }).first()) as {
      net: number;
    }
  ).net;

describe('a payout', () => {
  it('takes what was delivered long enough ago, is paid once and stands in the ledger', async () => {
    const vendor = await vendorWithBank();
    const ripe = await deliveredSale(platform.container, vendor.vendorId, 8);
    const fresh = await deliveredSale(platform.container, vendor.vendorId, 2);
    const [ripeNet, freshNet] = [await netOf(ripe.orderId), await netOf(fresh.orderId)];
    expect(await balanceOf(vendor)).toMatchObject({ available: ripeNet, held: freshNet, lastPayout: null });
    const made = data(await create(vendor.vendorId));
    expect(made).toMatchObject({ amount: ripeNet, status: 'pending', entryCount: 1 });
    expect((await create(vendor.vendorId)).status).toBe(409);
    const paid = await admin.post<Payout>(`/admin/payouts/${made.id}/paid`, { reference: 'NEFT 1' });
    expect(data(paid)).toMatchObject({ status: 'paid', reference: 'NEFT 1' });
    expect((await admin.post(`/admin/payouts/${made.id}/paid`, { reference: 'NEFT 1' })).status).toBe(200);
    expect((await admin.post(`/admin/payouts/${made.id}/paid`, { reference: 'NEFT 2' })).status).toBe(409);
    expect(await accountOf(platform.container, vendor.vendorId)).toBe(freshNet);
    expect(await balanceOf(vendor)).toMatchObject({
      available: 0,
      held: freshNet,
      lastPayout: { id: made.id },
    });
    const mails = platform.container
      .knex('mail_messages')
      .where('dedupeKey', 'like', `payout.paid:${made.id}%`);
    expect(await mails).toHaveLength(1);
    const { body } = await vendor.http.get<string>(`/vendor/payouts/${made.id}/statement`);
    const text = String(body);
    expect(text).toContain(ripe.orderNumber);
    expect(text).not.toContain(fresh.orderNumber);
    await expectBooksRight(platform.container);
  });

  it('that failed frees its entries, also after it was paid', async () => {
    const vendor = await vendorWithBank();
    const order = await deliveredSale(platform.container, vendor.vendorId);
    const net = await netOf(order.orderId);
    const first = data(await create(vendor.vendorId));
    data(await admin.post(`/admin/payouts/${first.id}/failed`, { reason: 'Wrong IFSC' }));
    data(await admin.post(`/admin/payouts/${first.id}/failed`, { reason: 'Wrong IFSC' }));
    expect((await admin.post(`/admin/payouts/${first.id}/paid`, { reference: 'x' })).status).toBe(409);
    const second = data(await create(vendor.vendorId));
    data(await admin.post(`/admin/payouts/${second.id}/paid`, { reference: 'NEFT 3' }));
    expect(await accountOf(platform.container, vendor.vendorId)).toBe(0);
    const closed = { reason: 'Account closed' };
    expect((await admin.post(`/admin/payouts/${second.id}/failed`, closed)).body).toMatchObject({
      statusCode: 409,
      reason: 'payouts.bank_return_needed',
    });
    // Until the bank has returned it, its entries stay taken: nothing is paid twice.
    expect((await create(vendor.vendorId)).status).toBe(409);
    const returned = { ...closed, bankReference: 'RTN 881' };
    expect(data(await admin.post(`/admin/payouts/${second.id}/failed`, returned))).toMatchObject({
      status: 'failed',
      returnReference: 'RTN 881',
    });
    expect(await accountOf(platform.container, vendor.vendorId)).toBe(net);
    expect(data(await create(vendor.vendorId)).amount).toBe(net);
    await expectBooksRight(platform.container);
  });

  it('leaves out a sale with a pending refund, and carries a negative balance over', async () => {
    const vendor = await vendorWithBank();
    const order = await deliveredSale(platform.container, vendor.vendorId);
    const made = data(await create(vendor.vendorId));
    data(await admin.post(`/admin/payouts/${made.id}/paid`, { reference: 'NEFT 4' }));
    const back = data(await refund(admin, order.orderId, {}));
    await process(platform.container, back.id);
    const owed = -(await netOf(order.orderId));
    expect(await balanceOf(vendor)).toMatchObject({ available: owed, negative: owed });
    expect((await create(vendor.vendorId)).status).toBe(409);
    const next = await deliveredSale(platform.container, vendor.vendorId);
    const pending = data(await refund(admin, next.orderId, { amount: 100 }));
    expect(await balanceOf(vendor)).toMatchObject({ available: owed, held: await netOf(next.orderId) });
    await process(platform.container, pending.id);
    const more = await deliveredSale(platform.container, vendor.vendorId);
    const both = data(await create(vendor.vendorId));
    expect(both.amount).toBeLessThan((await netOf(next.orderId)) + (await netOf(more.orderId)) + owed);
    expect(both.entryCount).toBe(4);
    await expectBooksRight(platform.container);
  });

  it('needs bank details, which are kept encrypted', async () => {
    const vendor = await createVendor(platform.container);
    await deliveredSale(platform.container, vendor.vendorId);
    const refused = await create(vendor.vendorId);
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain('payout.ifsc');
    await setBank(platform.http.as(vendor.token));
    // First details with a balance behind them wait as changed ones do.
    expect((await create(vendor.vendorId)).status).toBe(409);
    const changedAt = new Date(Date.now() - 49 * 3_600_000);
    await platform.container
      .knex('payouts_accounts')
      .where({ vendorId: vendor.vendorId })
      .update({ changedAt });
    const made = data(await create(vendor.vendorId));
    const rows = JSON.stringify(await platform.container.knex('payouts').where({ id: made.id }));
    expect(rows).not.toContain(bank['payout.account_number']);
  });

  it('of five at once for one vendor is made once, and pays no entry twice', async () => {
    const vendor = await vendorWithBank();
    for (let index = 0; index < 3; index += 1) await deliveredSale(platform.container, vendor.vendorId);
    const responses = await Promise.all(Array.from({ length: 5 }, () => create(vendor.vendorId)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(4);
    await expectBooksRight(platform.container);
  });

  it('with the same key is made once; an unknown vendor is refused', async () => {
    const vendor = await vendorWithBank();
    await deliveredSale(platform.container, vendor.vendorId);
    const until = new Date().toISOString();
    const key = { 'idempotency-key': 'payout-1' };
    const post = () => admin.post<Payout>('/admin/payouts', { vendorId: vendor.vendorId, until }, key);
    expect(data(await post()).id).toBe(data(await post()).id);
    expect((await create(vendor.userId)).status).toBe(400);
  });

  it('of another vendor does not exist, and members do not read payouts', async () => {
    const vendor = await vendorWithBank();
    const other = await vendorWithBank();
    await deliveredSale(platform.container, vendor.vendorId);
    const { id } = data(await create(vendor.vendorId));
    expect((await other.http.get(`/vendor/payouts/${id}/statement`)).status).toBe(404);
    expect(data(await other.http.get<Payout[]>('/vendor/payouts'))).toEqual([]);
    const { vendorId } = vendor;
    const member = await createSession(platform.container, { vendorId, vendorRole: 'member' });
    for (const path of ['/vendor/payouts', '/vendor/balance'])
      expect((await platform.http.as(member.token).get(path)).status).toBe(403);
  });
});
