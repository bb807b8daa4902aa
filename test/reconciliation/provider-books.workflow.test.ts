import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import {
  data,
  placeOrder,
  readyCart,
  sandboxOrderOf,
  startShop,
  type TestShop,
  vendorWithVariant,
} from '../_support/shop.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { expectNoDifference, runBooks } from './random-acts.js';

let shop: TestShop;
let variantId: string;
let admin: HttpClient;
let token: string;

beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'relay', 'documents'] });
  ({ variantId } = await vendorWithVariant(shop, { onHand: 100 }));
  ({ token } = await createSession(shop.container, { roles: ['superAdmin'] }));
  admin = shop.http.as(token);
});
afterAll(() => shop.stop());
afterEach(async () => {
  shop.sandbox.resetControls();
  await expectBooksRight(shop.container);
});

async function paidOrder() {
  const placed = data(await placeOrder(await readyCart(shop, [{ variantId, quantity: 2 }])));
  const payment = await shop.sandbox.pay(sandboxOrderOf(placed));
  return { placed, payment };
}
const becomes = (id: string, fields: Record<string, unknown>) =>
  eventually(async () => {
    const row = (await shop.container.knex('orders').where({ id }).first()) as object;
    expect(row).toMatchObject(fields);
  });

describe('the daily fetch of the books', () => {
  it('finds what a day without webhooks has lost, and closes receipts to the bank', async () => {
    shop.sandbox.control({ dropWebhooks: true });
    const lost = await paidOrder();
    const back = await paidOrder();
    shop.sandbox.acts.refund(back.payment.id);
    const disputed = await paidOrder();
    shop.sandbox.acts.openDispute({ paymentId: disputed.payment.id });
    shop.sandbox.acts.payLink({ amount: 12_300 });
    shop.sandbox.acts.adjust(-700, 'Correction');
    shop.sandbox.acts.settle('failed');
    await runBooks(shop);
    await becomes(lost.placed.order.id, { status: 'confirmed', paymentStatus: 'paid' });
    await becomes(back.placed.order.id, { status: 'cancelled', paymentStatus: 'refunded' });
    const order = data(await admin.get<{ dispute: unknown }>(`/admin/orders/${disputed.placed.order.id}`));
    expect(order.dispute).toMatchObject({ state: 'opened' });
    const open = data(await admin.get<{ kind: string }[]>('/admin/unmatched-money?filters[]=state:eq:open'));
    expect(open).toMatchObject([{ kind: 'payment_unmatched', amount: 12_300 }]);
    await expectNoDifference(shop);

    // The settlement is tried again.
    const [failed] = data(await admin.get<{ id: string; state: string }[]>('/admin/settlements'));
    expect(failed).toMatchObject({ state: 'failed' });
    const [settlement] = shop.sandbox.balance.listSettlements({ from: 0, to: 2 ** 40 });
    shop.sandbox.acts.moveSettlement(settlement?.id ?? '', 'processed');
    await runBooks(shop);
    await expectNoDifference(shop);
    const [settled] = data(await admin.get<Record<string, unknown>[]>('/admin/settlements'));
    expect(settled).toMatchObject({ state: 'processed', difference: 0, amount: settlement?.amount });
    const lines = data(await admin.get<unknown[]>(`/admin/settlements/${settled?.['id']}/lines`));
    expect(lines).toHaveLength(settled?.['lines'] as number);
    const [transit] = data(await admin.get<object[]>('/admin/settlements/in-transit'));
    expect(transit).toMatchObject({ providerId: 'sandbox', inTransit: 0, unallocated: 12_300 });

    const before = await shop.container.knex('ledger_transactions').count();
    await runBooks(shop);
    expect(await shop.container.knex('ledger_transactions').count()).toEqual(before);
  });

  it('leaves a provider that does not respond to the next run, and says so', async () => {
    shop.sandbox.control({ dropWebhooks: true });
    const { placed } = await paidOrder();
    shop.sandbox.control({ failNext: 1_000 });
    await runBooks(shop);
    const [transit] = data(await admin.get<{ error: string | null }[]>('/admin/settlements/in-transit'));
    expect(transit?.error).toContain('payments');
    expect(JSON.stringify(data(await admin.get('/admin/attention')))).toContain('providerBooks');
    shop.sandbox.resetControls();
    await runBooks(shop);
    await becomes(placed.order.id, { status: 'confirmed' });
  });
});

describe('the evidence of a dispute', () => {
  it('is collected as one file', async () => {
    const { placed, payment } = await paidOrder();
    await becomes(placed.order.id, { status: 'confirmed' });
    shop.sandbox.acts.openDispute({ paymentId: payment.id });
    const disputes = () =>
      admin.get<{ id: string; evidenceState: string }[]>(`/admin/disputes?orderId=${placed.order.id}`);
    await eventually(async () => expect(data(await disputes())).toHaveLength(1));
    const [dispute] = data(await disputes());
    const home = JSON.stringify(data(await admin.get('/admin/attention')));
    expect(home).toContain('Disputes that wait for evidence');
    const path = `/admin/disputes/${dispute?.id}/evidence`;
    expect((await admin.get(path)).status).toBe(409);
    data(await admin.post(path, {}));
    await eventually(async () => expect(data(await disputes())).toMatchObject([{ evidenceState: 'ready' }]));
    const file = await fetch(`${shop.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect(file.headers.get('content-type')).toContain('application/zip');
    const bytes = Buffer.from(await file.arrayBuffer()).toString('latin1');
    for (const name of ['summary.txt', 'tracking.txt', 'proof-of-delivery.txt', 'mails.txt'])
      expect(bytes).toContain(name);
  });
});
