import fc from 'fast-check';
import type { Container } from '#runtime/container.js';
import { newId } from '#lib/ids.js';
import { createSellableVariant, type TestVariant } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { plusDays, startOf } from './wall-clock.js';

const statuses = ['pending', 'fulfilled', 'delivered', 'cancelled', 'returned'] as const;

const line = fc.record({
  variant: fc.nat(2),
  quantity: fc.integer({ min: 1, max: 4 }),
  price: fc.integer({ min: 0, max: 50_000 }),
});

/** Places an instant: so many days before now, at an edge of the day or anywhere in it. */
const instant = fc.record({
  daysAgo: fc.oneof(fc.nat(2), fc.nat(8), fc.nat(65), fc.constantFrom(1, 7, 30, 59, 60)),
  place: fc.oneof(fc.constantFrom('first', 'last', 'now', 'before' as const), fc.nat(1_439)),
});

const subOrder = fc.record({
  status: fc.constantFrom(...statuses),
  fulfilled: fc.option(fc.nat(500_000)),
  delivered: fc.option(fc.nat(900_000)),
  lines: fc.array(line, { minLength: 1, maxLength: 2 }),
});

const refund = fc.record({
  share: fc.nat(100),
  ofSubOrder: fc.option(fc.nat(2)),
  status: fc.constantFrom('processed', 'processed', 'pending', 'failed'),
  surplus: fc.constantFrom(false, false, true),
  byLines: fc.boolean(),
  at: instant,
});

/** An order of any kind: paid, cash, expired before confirmation, cancelled after it, of a guest. */
export const orderArbitrary = fc.record({
  at: instant,
  confirmed: fc.constantFrom(true, true, true, false),
  cancelled: fc.boolean(),
  guest: fc.boolean(),
  buyer: fc.nat(4),
  subOrders: fc.uniqueArray(fc.tuple(fc.nat(2), subOrder), {
    minLength: 1,
    maxLength: 3,
    selector: ([vendor]) => vendor,
  }),
  shipping: fc.nat(5_000),
  refunds: fc.array(refund, { maxLength: 2 }),
});
export type OrderPlan = typeof orderArbitrary extends fc.Arbitrary<infer T> ? T : never;
export type InstantPlan = OrderPlan['at'];

export interface Marketplace {
  vendors: { vendorId: string; variants: TestVariant[] }[];
  buyers: string[];
}

export async function createMarketplace(container: Container): Promise<Marketplace> {
  const vendors = [];
  for (let vendor = 0; vendor < 3; vendor += 1) {
    const { vendorId } = await createVendor(container, { displayName: `Vendor ${vendor}` });
    const variants = [];
    for (let variant = 0; variant < 3; variant += 1)
      variants.push(await createSellableVariant(container, vendorId, { onHand: variant * 3 }));
    vendors.push({ vendorId, variants });
  }
  return { vendors, buyers: Array.from({ length: 5 }, () => newId()) };
}

export function instantOf(plan: InstantPlan, now: Date, today: string, zone: string): Date {
  const day = plusDays(today, -plan.daysAgo);
  const start = startOf(day, zone).getTime();
  const next = startOf(plusDays(day, 1), zone).getTime();
  const elapsed = now.getTime() - startOf(today, zone).getTime();
  const places = { first: start, last: next - 1, now: start + elapsed, before: start + elapsed - 1 };
  const at = typeof plan.place === 'number' ? start + plan.place * 60_000 : places[plan.place as 'first'];
  return new Date(Math.min(at, next - 1, now.getTime()));
}

/** Writes the orders as raw rows, and returns their ids. */
export async function writeOrders(
  { knex }: Pick<Container, 'knex'>,
  market: Marketplace,
  plans: readonly OrderPlan[],
  at: (plan: InstantPlan) => Date,
): Promise<string[]> {
  const rows = {
    orders: [] as object[],
    subOrders: [] as object[],
    lines: [] as object[],
    payments: [] as object[],
    refunds: [] as object[],
    refundLines: [] as object[],
    ledger: [] as object[],
  };
  const ids: string[] = [];
  for (const plan of plans) {
    const orderId = newId();
    ids.push(orderId);
    const placedAt = at(plan.at);
    const written = plan.subOrders.map(([vendorIndex, item]) =>
      subOrderOf(market, orderId, placedAt, plan, vendorIndex, item),
    );
    const grandTotal = written.reduce((sum, { row }) => sum + row.total, 0);
    rows.orders.push(orderRow(market, plan, orderId, placedAt, grandTotal));
    rows.subOrders.push(...written.map(({ row }) => row));
    rows.lines.push(...written.flatMap(({ lines }) => lines));
    for (const surplus of [false, true]) {
      const paymentId = newId();
      const refunds = plan.refunds.filter((item) => item.surplus === surplus && grandTotal > 0);
      if (surplus && refunds.length === 0) continue;
      rows.payments.push({
        id: paymentId,
        orderId,
        providerId: 'sandbox',
        method: 'sandbox',
        currency: 'INR',
        surplus,
        amount: grandTotal,
        status: plan.confirmed ? 'captured' : 'failed',
      });
      for (const item of refunds) {
        const id = newId();
        const amount = Math.max(1, Math.floor((grandTotal * item.share) / 100));
        const subOrderId = item.ofSubOrder === null ? null : (written[item.ofSubOrder]?.row.id ?? null);
        rows.refunds.push({
          id,
          paymentId,
          orderId,
          subOrderId,
          reason: 'Test',
          status: item.status,
          amount,
          processedAt: item.status === 'processed' ? at(item.at) : null,
          actor: JSON.stringify({ type: 'system', id: 'test' }),
        });
        if (item.byLines && subOrderId === null) rows.refundLines.push(...refundLines(id, amount, written));
      }
    }
    if (plan.confirmed) rows.ledger.push(...written.flatMap(({ row }) => postings(row, plan, at)));
  }
  await knex('orders').insert(rows.orders);
  await knex('orders_sub_orders').insert(rows.subOrders);
  await knex('orders_lines').insert(rows.lines);
  await knex('payments').insert(rows.payments);
  if (rows.refunds.length > 0) await knex('payments_refunds').insert(rows.refunds);
  if (rows.refundLines.length > 0) await knex('payments_refund_lines').insert(rows.refundLines);
  if (rows.ledger.length > 0) await knex('ledger_transactions').insert(rows.ledger);
  return ids;
}

function subOrderOf(
  market: Marketplace,
  orderId: string,
  placedAt: Date,
  plan: OrderPlan,
  vendorIndex: number,
  item: OrderPlan['subOrders'][number][1],
) {
  const vendor = market.vendors[vendorIndex];
  if (!vendor) throw new Error('There are three vendors');
  const id = newId();
  const lines = item.lines.map((line, position) => {
    const variant = vendor.variants[line.variant];
    const total = line.price * line.quantity;
    return {
      id: newId(),
      orderId,
      subOrderId: id,
      vendorId: vendor.vendorId,
      position,
      productId: variant?.productId,
      variantId: variant?.variantId,
      title: 'Sold line',
      sku: 'SOLD',
      quantity: line.quantity,
      originalPrice: line.price,
      unitPrice: line.price,
      lineSubtotal: total,
      discountTotal: 0,
      taxTotal: 0,
      total,
    };
  });
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0);
  const fulfilledAt =
    item.fulfilled === null ? null : new Date(placedAt.getTime() + item.fulfilled * 1_000 + 357);
  const deliveredAt =
    item.delivered === null ? null : new Date((fulfilledAt ?? placedAt).getTime() + item.delivered * 1_000);
  const row = {
    id,
    orderId,
    vendorId: vendor.vendorId,
    vendorName: 'Name of then',
    status: item.status,
    subtotal,
    discountTotal: 0,
    shippingTotal: plan.shipping,
    taxTotal: 0,
    total: subtotal + plan.shipping,
    commissionBps: 1_000,
    commissionTotal: 0,
    placedAt,
    confirmedAt: plan.confirmed ? placedAt : null,
    fulfilledAt,
    deliveredAt,
  };
  return { row, lines };
}

/** Half of it of the first sub-order, the rest of the last. */
function refundLines(
  refundId: string,
  amount: number,
  subOrders: readonly { row: { id: string } }[],
): object[] {
  const half = Math.floor(amount / 2);
  return [[subOrders[0], half] as const, [subOrders.at(-1), amount - half] as const].map(
    ([subOrder, share]) => ({
      refundId,
      subOrderId: subOrder?.row.id,
      quantity: 0,
      taxableValue: share,
      tax: 0,
      amount: share,
    }),
  );
}

/**
 * What the ledger has of a sub-order: its sale, a refund or cash that the vendor collected, and a payout, which the bank
 * returns where the buyer is a guest.
 */
function postings(
  subOrder: { id: string; vendorId: string; total: number; placedAt: Date },
  plan: OrderPlan,
  at: (plan: InstantPlan) => Date,
): object[] {
  const { id, vendorId, total, placedAt } = subOrder;
  const commission = Math.floor(total / 9);
  const of = { vendorId, subOrderId: id, actor: '{}' };
  const [refund] = plan.refunds;
  const later = refund ? at(refund.at) : placedAt;
  return [
    {
      ...of,
      kind: 'sale',
      sourceId: id,
      gross: total,
      commission,
      net: total - commission,
      postedAt: placedAt,
    },
    ...(refund
      ? [{ ...of, kind: 'refund', sourceId: id, gross: -9, commission: -1, net: -8, postedAt: later }]
      : [
          {
            ...of,
            kind: 'cash_collected',
            sourceId: id,
            gross: 0,
            commission: 0,
            net: -total,
            postedAt: later,
          },
        ]),
    ...(plan.cancelled
      ? [{ ...of, kind: 'payout', sourceId: id, gross: 0, commission: 0, net: -total, postedAt: later }]
      : []),
    ...(plan.cancelled && plan.guest
      ? [
          {
            ...of,
            kind: 'payout_failed',
            sourceId: id,
            gross: 0,
            commission: 0,
            net: total,
            postedAt: at({ daysAgo: 0, place: 'first' }),
          },
        ]
      : []),
  ];
}

function orderRow(
  market: Marketplace,
  plan: OrderPlan,
  id: string,
  placedAt: Date,
  grandTotal: number,
): object {
  const spelled = [`buyer-${plan.buyer}@example.com`, ` Buyer-${plan.buyer}@Example.com`];
  return {
    id,
    orderNumber: id,
    userId: market.buyers[plan.buyer],
    cartId: newId(),
    guest: plan.guest,
    email: spelled[grandTotal % 2],
    customerName: 'Asha',
    currency: 'INR',
    platform: 'WEB',
    status: plan.cancelled || !plan.confirmed ? 'cancelled' : 'confirmed',
    paymentStatus: 'unpaid',
    paymentProviderId: 'cod',
    paymentMethod: 'cod',
    subtotal: grandTotal,
    discountTotal: 0,
    shippingTotal: 0,
    taxTotal: 0,
    grandTotal,
    pricesIncludeTax: true,
    shippingAddress: '{}',
    billingAddress: '{}',
    placedAt,
    confirmedAt: plan.confirmed ? placedAt : null,
  };
}
