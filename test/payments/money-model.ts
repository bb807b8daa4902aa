import { expect } from '@jest/globals';
import fc from 'fast-check';
import { systemContext } from '#domain/_shared/context.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient, HttpResponse } from '../_support/http-client.js';
import type { TestPlatform } from '../_support/platform.js';
import { data, placeOrder, type PlacedResponse, readyCart } from '../_support/shop.js';
import { createSellableVariant } from '../_support/orders.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { setSettings } from '../_support/settings.js';
import { setBank } from '../payouts/payable-vendor.js';
import { expectBooksRight } from '../ledger/ledger-books.js';
import { issueInvoiceOf } from '../invoices/issued-invoice.js';
import { stockMismatches } from '../shipping/held-order.js';
import { grantCredit } from '../store-credit/granted-credit.js';
import { moneyProblems } from './money-problems.js';

/** The shop of all sequences: two sellers, who have said where their money goes. */
export interface MoneyWorld {
  platform: TestPlatform;
  admin: HttpClient;
  sellers: { vendor: TestVendor; variantIds: string[] }[];
}

export async function createMoneyWorld(platform: TestPlatform): Promise<MoneyWorld> {
  const { container, http } = platform;
  // Every figure of the ledger takes part.
  await setSettings(container, {
    'admin.ledger.withhold_taxes': true,
    'admin.ledger.commission_gst_from': '2020-01-01',
    'admin.store_credit.enabled': true,
  });
  const admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  const sellers = [];
  for (let index = 0; index < 2; index += 1) {
    const vendor = await createVendor(container, { commissionBps: 1_250 });
    await setBank(http.as(vendor.token));
    const variantIds = [];
    for (const price of [49_900, 129_950])
      variantIds.push((await createSellableVariant(container, vendor.vendorId, { price })).variantId);
    // Enough for each of five hundred orders, if none of them gives its stock back.
    const delta = 10_000;
    for (const variantId of variantIds) {
      const body = { delta, reason: 'Restocked' };
      expect((await http.as(vendor.token).post(`/vendor/inventory/${variantId}/adjust`, body)).status).toBe(
        200,
      );
    }
    sellers.push({ vendor, variantIds });
  }
  return { platform, admin, sellers };
}

/** One order of one sequence. */
interface Real extends MoneyWorld {
  buyer: HttpClient;
  placed: PlacedResponse;
}
type Model = Record<string, never>;

const refusals = [400, 404, 409];

/** What could not be done in this state is refused; nothing else goes wrong. */
function mayBeRefused<T>(response: HttpResponse<T>): T | undefined {
  if (response.status < 300) return response.body.data;
  if (!refusals.includes(response.status)) throw new Error(JSON.stringify(response.body));
  return undefined;
}

class Step implements fc.AsyncCommand<Model, Real> {
  constructor(
    readonly name: string,
    private readonly act: (real: Real) => Promise<unknown>,
  ) {}
  check = () => true;
  async run(_model: Model, real: Real): Promise<void> {
    await this.act(real);
    const { container } = real.platform;
    expect(await moneyProblems(container.knex)).toEqual([]);
    expect(await stockMismatches(container)).toBe(0);
  }
  toString = () => this.name;
}

const subOrderOf = ({ placed }: Real, index: number) => {
  const subOrder = placed.order.vendors[index % placed.order.vendors.length];
  if (!subOrder) throw new Error('The order has no sub-order');
  return subOrder;
};
const lineOf = (real: Real, index: number, line: number) => {
  const { lines } = subOrderOf(real, index);
  return lines[line % lines.length] as { id: string };
};

/** The webhook of the payment, as often as it comes. */
async function pay({ platform, placed }: Real, times: number): Promise<void> {
  const { unitOfWork, operations, knex } = platform.container;
  const ctx = systemContext({ name: 'test' }, new Date());
  const payment = (await knex('payments').where({ id: placed.payment.id }).first()) as {
    amount: number;
    currency: string;
    providerId: string;
  };
  // Store credit alone is taken with the order.
  if (payment.providerId === 'cod' || payment.amount === 0) return;
  const { amount, currency } = payment;
  const money = { providerPaymentId: `pay-${placed.payment.id}`, amount, currency, at: ctx.now };
  for (let time = 0; time < times; time += 1)
    await unitOfWork.run(ctx, (tx) =>
      operations.paymentSettlement.captured(tx, ctx, placed.payment.id, money),
    );
}

/** The provider tells how one of the pending refunds ended, twice. */
async function endRefund({ platform, placed, admin }: Real, pick: number, failed: boolean): Promise<void> {
  const { unitOfWork, operations, knex } = platform.container;
  const pending = (await knex('payments_refunds')
    .where({ orderId: placed.order.id, status: 'pending' })
    .orderBy('id')) as { id: string; byHand: boolean }[];
  const refund = pending[pick % Math.max(pending.length, 1)];
  if (!refund) return;
  if (refund.byHand) {
    mayBeRefused(await admin.post(`/admin/refunds/${refund.id}/paid`, { reference: 'UTR 1' }));
    return;
  }
  const ctx = systemContext({ name: 'test' }, new Date());
  const providerRefundId = `rfnd-${refund.id}`;
  const end = failed
    ? { status: 'failed' as const, providerRefundId, reason: 'No' }
    : { status: 'processed' as const, providerRefundId };
  for (let time = 0; time < 2; time += 1)
    await unitOfWork.run(ctx, (tx) => operations.refundSettlement(tx, ctx, refund.id, end));
}

async function moveReturn({ platform, placed, admin }: Real, move: string): Promise<void> {
  const from = move === 'receive' ? 'approved' : 'requested';
  const found = (await platform.container
    .knex('returns_requests')
    .where({ orderId: placed.order.id, status: from })
    .first('id')) as { id: string } | undefined;
  if (!found) return;
  const body = move === 'reject' ? { note: 'Worn' } : {};
  mayBeRefused(await admin.post(`/admin/return-requests/${found.id}/${move}`, body));
}

/** Deliveries become old enough to be paid out; the payout is paid, or fails. */
async function payOut(real: Real, index: number, failed: boolean): Promise<void> {
  const { platform, placed, admin } = real;
  const { knex } = platform.container;
  const old = new Date(Date.now() - 8 * 86_400_000);
  await knex('orders_sub_orders')
    .where({ orderId: placed.order.id })
    .whereNotNull('deliveredAt')
    .update({ deliveredAt: old });
  const { vendorId } = subOrderOf(real, index);
  const until = new Date(Date.now() + 1_000).toISOString();
  const made = mayBeRefused(await admin.post<{ id: string }>('/admin/payouts', { vendorId, until }));
  if (!made) return;
  const end = failed ? ['failed', { reason: 'Closed' }] : ['paid', { reference: 'NEFT 1' }];
  data(await admin.post(`/admin/payouts/${made.id}/${end[0] as string}`, end[1] as object));
}

const move = (name: string, path: string, body: object) =>
  fc.nat(1).map(
    (index) =>
      new Step(`${name} ${index}`, async (real) => {
        const to = `/admin/orders/vendors/${subOrderOf(real, index).id}/${path}`;
        mayBeRefused(await real.admin.post(to, body));
      }),
  );

const refund = fc
  .record({
    subOrder: fc.nat(1),
    line: fc.nat(1),
    what: fc.constantFrom('order', 'subOrder', 'line', 'amount', 'amount of subOrder'),
    amount: fc.integer({ min: 1, max: 150_000 }),
    restock: fc.boolean(),
    refundTo: fc.constantFrom(undefined, undefined, 'store_credit'),
  })
  .map(
    ({ subOrder, line, what, amount, restock, refundTo }) =>
      new Step(`refund ${what} ${subOrder}.${line} ${amount} ${restock} ${refundTo ?? ''}`, async (real) => {
        const orderVendorId = subOrderOf(real, subOrder).id;
        const of = {
          order: {},
          subOrder: { orderVendorId },
          line: { lines: [{ lineId: lineOf(real, subOrder, line).id, quantity: 1 }] },
          amount: { amount },
          'amount of subOrder': { amount, orderVendorId },
        }[what];
        const path = `/admin/orders/${real.placed.order.id}/refunds`;
        mayBeRefused(await real.admin.post(path, { ...of, reason: 'Damaged', restock, refundTo }));
      }),
  );

const requestReturn = fc.tuple(fc.nat(1), fc.nat(1), fc.boolean()).map(
  ([subOrder, line, toCredit]) =>
    new Step(`return ${subOrder}.${line} ${toCredit}`, async (real) => {
      const { knex } = real.platform.container;
      const { id } = subOrderOf(real, subOrder);
      await knex('orders_sub_orders')
        .where({ id })
        .whereNotNull('deliveredAt')
        .update({ deliveredAt: new Date() });
      const path = `/store/orders/${real.placed.order.id}/vendors/${id}/return-requests`;
      const lines = [{ lineId: lineOf(real, subOrder, line).id, quantity: 1 }];
      mayBeRefused(
        await real.buyer.post(path, {
          lines,
          reason: 'Too small',
          ...(toCredit && { refundTo: 'store_credit' }),
        }),
      );
    }),
);

const commands = [
  fc.integer({ min: 1, max: 3 }).map((times) => new Step(`pay ${times}`, (real) => pay(real, times))),
  fc.nat(1).map(
    (index) =>
      new Step(`invoice ${index}`, async (real) => {
        const { id } = subOrderOf(real, index);
        const { knex } = real.platform.container;
        const subOrder = (await knex('orders_sub_orders').where({ id }).first()) as {
          confirmedAt: Date | null;
        };
        if (subOrder.confirmedAt) await issueInvoiceOf(real.platform.container, id);
      }),
  ),
  move('fulfil', 'fulfilled', { providerId: 'self-handled' }),
  move('deliver', 'delivered', {}),
  move('cancel', 'cancelled', { reason: 'Out of stock', restock: true }),
  fc
    .constantFrom('', '?refundTo=store_credit')
    .map(
      (query) =>
        new Step(`cancel order ${query}`, async ({ buyer, placed }) =>
          mayBeRefused(await buyer.post(`/store/orders/${placed.order.id}/cancel${query}`, {})),
        ),
    ),
  refund,
  fc
    .tuple(fc.nat(3), fc.boolean())
    .map(
      ([pick, failed]) => new Step(`end refund ${pick} ${failed}`, (real) => endRefund(real, pick, failed)),
    ),
  requestReturn,
  fc
    .constantFrom('approve', 'reject', 'receive')
    .map((name) => new Step(name, (real) => moveReturn(real, name))),
  fc
    .tuple(fc.nat(1), fc.boolean())
    .map(([index, failed]) => new Step(`pay out ${index} ${failed}`, (real) => payOut(real, index, failed))),
];

/** Which part of an order store credit pays. */
const creditUsed = fc.constantFrom(0, 0, 0.07, 0.5, 0.93, 1);

/** Runs sequences of commands, each on its own order; a failure says seed and path. */
export async function runMoneyModel(world: MoneyWorld, sequences: number, seed: number): Promise<void> {
  const usual = [1, 2, 2, 2, 2].map((index) => commands[index] as fc.Arbitrary<Step>);
  const all = fc.commands([...commands, ...usual] as fc.Arbitrary<Step>[], { size: '+1', maxCommands: 24 });
  await fc.assert(
    fc.asyncProperty(all, fc.boolean(), fc.boolean(), creditUsed, async (steps, cash, paid, share) => {
      const items = world.sellers.flatMap(({ variantIds }) =>
        variantIds.map((variantId) => ({ variantId, quantity: 2 })),
      );
      const cart = await readyCart(world.platform, items);
      const storeCredit = Math.round(cart.cart.totals.grandTotal * share);
      if (storeCredit > 0) await grantCredit(world.platform.container, cart.buyer, storeCredit);
      const paymentOption = cash ? 'cod' : 'sandbox';
      const placed = data(await placeOrder(cart, { paymentOption, ...(storeCredit > 0 && { storeCredit }) }));
      const real: Real = { ...world, buyer: cart.http, placed };
      if (paid) await pay(real, 1);
      await fc.asyncModelRun(() => ({ model: {}, real }), steps);
    }),
    { numRuns: sequences, seed, endOnFailure: true },
  );
  await expectBooksRight(world.platform.container);
}
