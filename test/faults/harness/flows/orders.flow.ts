import { setTimeout as sleep } from 'node:timers/promises';
import { press } from '../clients/buyer-at-the-gateway.js';
import {
  createShopper,
  PLACE_ORDER,
  type PlacedOrder,
  type Shelf,
  stockShelves,
} from '../clients/shopper.js';
import { ordersAreThere, ordersOnce } from '../checks/orders.js';
import type { Flow } from '../flow.js';
import type { Random } from '../random.js';

const endings = { pay: 8, 'decline, then pay': 3, 'cash on delivery': 3, cancel: 2, 'leave unpaid': 2 };

/** Cart, order, payment: paid, declined, cancelled, forgotten. */
export function createFlow(): Flow {
  let shelves: Shelf[] = [];
  const expected = new Map<string, { order: PlacedOrder; statuses: string[] }>();

  function basket(random: Random): string[] {
    const wanted = shelves.filter(() => random.chance(0.6));
    const from = wanted.length > 0 ? wanted : shelves.slice(0, 1);
    return from.map(({ plenty }) => random.pick(plenty));
  }

  return {
    name: 'orders',
    clients: 3,
    pauseMs: 300,
    points: [PLACE_ORDER, 'pay', 'cancel'],
    rest: { 'orders waiting for payment': `orders where status = 'pending_payment'` },

    async prepare(fixtures) {
      shelves = await stockShelves(fixtures, 2);
    },

    async round(fixtures, random) {
      const ending = random.weighted(endings);
      const shopper = await createShopper(fixtures, random);
      const order = await shopper.order(basket(random), ending === 'cash on delivery' ? 'cod' : 'sandbox');
      if (!order) throw new Error('an order of what there is plenty of was refused');
      const { orderId } = order;
      const expect = (...statuses: string[]) => expected.set(orderId, { order, statuses });
      expect('pending_payment', 'confirmed', 'cancelled');

      switch (ending) {
        case 'cash on delivery':
          expect('confirmed');
          await shopper.until(orderId, ['confirmed']);
          return;
        case 'leave unpaid':
          await shopper.until(orderId, ['cancelled']);
          expect('cancelled');
          return;
        case 'cancel': {
          await sleep(random.int(0, 1_500));
          fixtures.points.reach('cancel');
          await shopper.http.call('POST', `/store/orders/${orderId}/cancel`, { accept: [409] });
          // Refused where its time was over in the same moment: it is cancelled then too.
          await shopper.until(orderId, ['cancelled']);
          expect('cancelled');
          return;
        }
        case 'decline, then pay':
        case 'pay': {
          await sleep(random.int(0, 2_000));
          let page = await shopper.paymentPage(order);
          if (page && ending === 'decline, then pay') {
            await press(page, 'fail');
            await sleep(random.int(200, 1_500));
            page = await shopper.paymentPage({ ...order, pageUrl: undefined });
          }
          if (!page) {
            // Too late to be paid: it goes back to the shelf.
            expect('cancelled');
            await shopper.until(orderId, ['cancelled']);
            return;
          }
          fixtures.points.reach('pay');
          await press(page, 'pay');
          // There is plenty of it: also what is paid after its time was over is served.
          expect('confirmed');
          await shopper.until(orderId, ['confirmed']);
        }
      }
    },

    async check(fixtures) {
      return [await ordersAreThere(fixtures, [...expected.values()])];
    },

    invariants: async (fixtures) => [await ordersOnce(fixtures)],
  };
}
