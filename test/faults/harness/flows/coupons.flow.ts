import { setTimeout as sleep } from 'node:timers/promises';
import { createDiscount } from '../../../_support/discounts.js';
import { couponUsesAgree } from '../checks/coupons.js';
import { ordersAreThere } from '../checks/orders.js';
import { press } from '../clients/buyer-at-the-gateway.js';
import {
  createShopper,
  PLACE_ORDER,
  type PlacedOrder,
  type Shelf,
  stockShelves,
} from '../clients/shopper.js';
import type { Flow } from '../flow.js';

/** Most orders give their uses back, so that the race for them goes on. */
const endings = { cancel: 4, 'leave unpaid': 2, pay: 3, 'cash on delivery': 2 };
const LIMIT = 3;
/** Rounds in which buyers race for one coupon; then the next one is in fashion. */
const ROUNDS_A_COUPON = 12;
const COUPONS = 40;

/** Buyers race for coupons with few uses, and pay, cancel or forget what they ordered with them. */
export function createFlow(): Flow {
  let shelf: Shelf | undefined;
  let scarce: string[] = [];
  let first = '';
  let rounds = 0;
  const expected = new Map<string, { order: PlacedOrder; statuses: string[] }>();

  return {
    name: 'coupons',
    clients: 4,
    pauseMs: 200,
    points: [PLACE_ORDER, 'pay', 'cancel'],
    rest: { 'orders waiting for payment': `orders where status = 'pending_payment'` },

    async prepare(fixtures) {
      [shelf] = await stockShelves(fixtures, 1);
      const limited = { totalUsageLimit: LIMIT, usageLimitPerCustomer: 1 };
      const made = Array.from({ length: COUPONS }, () => createDiscount(fixtures.container, limited));
      scarce = (await Promise.all(made)).map(({ code }) => code);
      const fields = {
        purchaseHistoryMode: 'FIRST_ORDER' as const,
        discountType: 'FIXED' as const,
        value: 500,
      };
      first = (await createDiscount(fixtures.container, fields)).code;
    },

    async round(fixtures, random) {
      if (!shelf) throw new Error('the flow was not prepared');
      const contested = scarce[Math.floor(rounds / ROUNDS_A_COUPON) % scarce.length] ?? '';
      rounds += 1;
      const ending = random.weighted(endings);
      const shopper = await createShopper(fixtures, random);
      const coupons = random.chance(0.3) ? [contested, first] : [contested];
      const paymentOption = ending === 'cash on delivery' ? 'cod' : 'sandbox';
      const order = await shopper.order([random.pick(shelf.plenty)], paymentOption, coupons);
      if (!order) return;
      const { orderId } = order;
      const expect = (...statuses: string[]) => expected.set(orderId, { order, statuses });
      expect('pending_payment', 'confirmed', 'cancelled');

      if (ending === 'cash on delivery') {
        expect('confirmed');
        await shopper.until(orderId, ['confirmed']);
      } else if (ending === 'cancel') {
        await sleep(random.int(0, 500));
        fixtures.points.reach('cancel');
        await shopper.http.call('POST', `/store/orders/${orderId}/cancel`, { accept: [409] });
        expect('cancelled');
        await shopper.until(orderId, ['cancelled']);
      } else if (ending === 'pay') {
        const page = await shopper.paymentPage(order);
        if (!page) return;
        fixtures.points.reach('pay');
        await press(page, 'pay');
        // Paid after its time was over it is served only while its coupon has a use left.
        await shopper.until(orderId, ['confirmed', 'cancelled']);
      } else {
        await shopper.until(orderId, ['cancelled']);
        expect('cancelled');
      }
    },

    check: async (fixtures) => [await ordersAreThere(fixtures, [...expected.values()])],
    invariants: async (fixtures) => [await couponUsesAgree(fixtures)],
  };
}
