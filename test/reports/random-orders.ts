import { randomBytes } from 'node:crypto';
import { orderStatuses, paymentStatuses } from '#domain/orders/order.js';
import { newId } from '#lib/ids.js';
import type { Container } from '#runtime/container.js';

/** A sequence of numbers from 0 to below 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

export interface RandomOrders {
  count: number;
  vendorIds: readonly string[];
  /** The orders lie within so many days before this instant. */
  until: Date;
  days: number;
  seed: number;
}

const emails = ['asha@example.com', 'Ravi@Example.com', 'meera@example.com', ' asha@example.com'];
const codes = ['DIWALI10', 'HOLI', 'FREESHIP'];

/** Orders with every status, of users and guests, some with coupons, written as rows. */
export async function writeRandomOrders({ knex }: Container, options: RandomOrders): Promise<void> {
  const random = seeded(options.seed);
  const below = (most: number) => Math.floor(random() * most);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const users = Array.from({ length: 5 }, () => newId());
  const discountIds = new Map<string, string>();
  for (const code of codes) {
    const id = newId();
    discountIds.set(code, id);
    await knex('discounts').insert({ id, name: `Offer ${code}`, code, discountType: 'FIXED', value: 100 });
  }
  const rows = {
    orders: [] as object[],
    subOrders: [] as object[],
    lines: [] as object[],
    uses: [] as object[],
  };
  const address = JSON.stringify({ name: 'Asha Rao', stateCode: pick(['27', '29']), country: 'IN' });
  for (let index = 0; index < options.count; index += 1) {
    const id = newId();
    const placedAt = new Date(options.until.getTime() - below(options.days * 86_400_000));
    const confirmedAt = random() < 0.8 ? new Date(placedAt.getTime() + below(3_600_000)) : null;
    const guest = random() < 0.4;
    const vendorIds = options.vendorIds.filter(() => random() < 0.6);
    const lines = (vendorIds.length > 0 ? vendorIds : options.vendorIds.slice(0, 1)).flatMap((vendorId) => {
      const subOrderId = newId();
      const own = Array.from({ length: 1 + below(3) }, (_, position) => {
        const lineSubtotal = 1 + below(500_000);
        const discountTotal = below(lineSubtotal);
        const taxTotal = below(9_000);
        return {
          id: newId(),
          orderId: id,
          subOrderId: subOrderId,
          vendorId,
          variantId: pick(users),
          position,
          title: `Lamp ${position}`,
          sku: `SKU-${below(4)}`,
          quantity: 1 + below(4),
          originalPrice: lineSubtotal,
          unitPrice: lineSubtotal,
          lineSubtotal,
          discountTotal,
          taxTotal,
          total: lineSubtotal - discountTotal + taxTotal,
        };
      });
      const of = (key: 'lineSubtotal' | 'discountTotal' | 'taxTotal') =>
        own.reduce((sum, line) => sum + line[key], 0);
      const shippingTotal = below(9_000);
      const [subtotal, discountTotal, taxTotal] = [of('lineSubtotal'), of('discountTotal'), of('taxTotal')];
      const total = subtotal - discountTotal + taxTotal + shippingTotal;
      rows.subOrders.push({
        id: subOrderId,
        orderId: id,
        vendorId,
        status: pick(['pending', 'fulfilled', 'delivered', 'cancelled']),
        vendorName: 'Vendor',
        subtotal,
        discountTotal,
        shippingTotal,
        taxTotal,
        total,
        commissionBps: 1_000,
        commissionTotal: below(5_000),
        placedAt,
        confirmedAt,
      });
      return own.map((line) => ({ line, shippingTotal: line.position === 0 ? shippingTotal : 0 }));
    });
    rows.lines.push(...lines.map(({ line }) => line));
    const total = (key: 'lineSubtotal' | 'discountTotal' | 'taxTotal') =>
      lines.reduce((sum, { line }) => sum + line[key], 0);
    const shippingTotal = lines.reduce((sum, item) => sum + item.shippingTotal, 0);
    const grandTotal = total('lineSubtotal') - total('discountTotal') + total('taxTotal') + shippingTotal;
    rows.orders.push({
      id,
      orderNumber: `HT-${randomBytes(6).toString('hex')}`,
      userId: pick(users),
      cartId: newId(),
      guest,
      email: pick(emails),
      customerName: pick(['Asha Rao', 'Ravi', 'मीरा']),
      status: pick(orderStatuses),
      paymentStatus: pick(paymentStatuses),
      paymentProviderId: 'cod',
      paymentMethod: 'cod',
      currency: 'INR',
      subtotal: total('lineSubtotal'),
      discountTotal: total('discountTotal'),
      taxTotal: total('taxTotal'),
      shippingTotal,
      grandTotal,
      refundedTotal: random() < 0.2 ? below(grandTotal) : 0,
      pricesIncludeTax: false,
      shippingAddress: address,
      billingAddress: address,
      placedAt,
      confirmedAt,
    });
    for (const code of codes.filter(() => random() < 0.2))
      rows.uses.push({
        id: newId(),
        discountId: discountIds.get(code),
        orderId: id,
        customerKey: 'someone',
        code,
        name: `Offer ${code}`,
        amount: below(10_000),
        state: random() < 0.8 ? 'held' : 'released',
        redeemedAt: new Date(placedAt.getTime() + below(3)),
      });
  }
  await knex.batchInsert('orders', rows.orders, 200);
  await knex.batchInsert('orders_sub_orders', rows.subOrders, 200);
  await knex.batchInsert('orders_lines', rows.lines, 200);
  if (rows.uses.length > 0) await knex.batchInsert('discounts_redemptions', rows.uses, 200);
}
