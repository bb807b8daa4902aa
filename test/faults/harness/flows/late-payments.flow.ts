import { setTimeout as sleep } from 'node:timers/promises';
import { findLatePayments } from '#workflows/payments/payments.contract.js';
import { moneyAgrees } from '../checks/money.js';
import { lateMoneySettled } from '../checks/late-money.js';
import { press } from '../clients/buyer-at-the-gateway.js';
import {
  createShopper,
  PLACE_ORDER,
  type PlacedOrder,
  type Shelf,
  type Shopper,
  stockShelves,
} from '../clients/shopper.js';
import type { Flow } from '../flow.js';

const stories = { 'pay after cancelling': 3, 'cancel after paying': 3, 'pay after the time was over': 2 };

/** Money that comes when nothing is to be had for it any more, and goes back. */
export function createFlow(): Flow {
  let shelves: Shelf[] = [];
  /** Every order that was acknowledged, with what has to be true of it at the end. */
  const expected = new Map<string, { order: PlacedOrder; mayBeServed: boolean }>();

  async function cancel(shopper: Shopper, orderId: string): Promise<void> {
    await shopper.http.call('POST', `/store/orders/${orderId}/cancel`, { accept: [409] });
    await shopper.until(orderId, ['cancelled']);
  }

  return {
    name: 'late-payments',
    clients: 2,
    pauseMs: 600,
    points: [PLACE_ORDER, 'pay', 'cancel'],
    rest: { 'refunds pending': `payments_refunds where status = 'pending'` },

    async prepare(fixtures) {
      shelves = await stockShelves(fixtures, 1);
    },

    async round(fixtures, random) {
      const [shelf] = shelves;
      if (!shelf) throw new Error('the flow was not prepared');
      const story = random.weighted(stories);
      const late = story === 'pay after the time was over';
      const shopper = await createShopper(fixtures, random);
      const order = await shopper.order([late ? shelf.scarce : random.pick(shelf.plenty)], 'sandbox');
      if (!order) return; // sold out: it was reserved by somebody who may pay yet
      const { orderId } = order;
      const page = await shopper.paymentPage(order);
      if (!page) return;

      if (story === 'cancel after paying') {
        fixtures.points.reach('pay');
        await press(page, 'pay');
        await shopper.until(orderId, ['confirmed']);
        await sleep(random.int(0, 500));
        fixtures.points.reach('cancel');
        await cancel(shopper, orderId);
        expected.set(orderId, { order, mayBeServed: false });
        return;
      }
      if (late) {
        await shopper.until(orderId, ['cancelled']);
        expected.set(orderId, { order, mayBeServed: true });
      } else {
        fixtures.points.reach('cancel');
        await cancel(shopper, orderId);
        const { cancelReason } = (
          await fixtures.api
            .as(shopper.buyer.token)
            .call<{ cancelReason: string }>('GET', `/store/orders/${orderId}`)
        ).body.data;
        // Where its time was over first, a late payment brings it back to life.
        expected.set(orderId, { order, mayBeServed: cancelReason !== 'cancelled_by_buyer' });
      }
      await sleep(random.int(0, 1_000));
      fixtures.points.reach('pay');
      await press(page, 'pay');
    },

    async later({ container: { gateway } }) {
      // Some webhooks were lost for good: the search for such payments comes every six hours.
      await gateway.start(findLatePayments, { youngerThanHours: 24 });
    },

    check: async (fixtures) => [await lateMoneySettled(fixtures, [...expected.values()])],
    invariants: moneyAgrees,
  };
}
