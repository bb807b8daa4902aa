import { setTimeout as sleep } from 'node:timers/promises';
import { findLatePayments } from '#workflows/payments/payments.contract.js';
import { moneyAgrees } from '../checks/money.js';
import { press } from '../clients/buyer-at-the-gateway.js';
import { createShopper, type Shelf, type Shopper, stockShelves } from '../clients/shopper.js';
import { type Flow, finding } from '../flow.js';

const stories = { 'pay after cancelling': 3, 'cancel after paying': 3, 'pay after the time was over': 2 };

/** Money that comes when nothing is to be had for it any more, and goes back. */
export function createLatePaymentsFlow(): Flow {
  let shelves: Shelf[] = [];
  /** Order ids by what has to be true of them at the end. */
  const paidBack = new Set<string>();
  const servedOrPaidBack = new Set<string>();

  async function cancel(shopper: Shopper, orderId: string): Promise<void> {
    await shopper.http.call('POST', `/store/orders/${orderId}/cancel`, { accept: [409] });
    await shopper.until(orderId, ['cancelled']);
  }

  return {
    name: 'late-payments',
    clients: 2,
    pauseMs: 600,

    async prepare(world) {
      shelves = await stockShelves(world, 1);
    },

    async round(world, random) {
      const [shelf] = shelves;
      if (!shelf) throw new Error('the flow was not prepared');
      const story = random.weighted(stories);
      const late = story === 'pay after the time was over';
      const shopper = await createShopper(world, random);
      const order = await shopper.order([late ? shelf.scarce : random.pick(shelf.plenty)], 'sandbox');
      if (!order) return; // sold out: it was reserved by somebody who may pay yet
      const { orderId } = order;
      const page = await shopper.paymentPage(order);
      if (!page) return;

      if (story === 'cancel after paying') {
        world.points.reach('pay');
        await press(page, 'pay');
        await shopper.until(orderId, ['confirmed']);
        await sleep(random.int(0, 500));
        world.points.reach('cancel');
        await cancel(shopper, orderId);
        paidBack.add(orderId);
        return;
      }
      if (late) {
        await shopper.until(orderId, ['cancelled']);
        servedOrPaidBack.add(orderId);
      } else {
        world.points.reach('cancel');
        await cancel(shopper, orderId);
        const { cancelReason } = (await world.api.as(shopper.buyer.token).call<{ cancelReason: string }>('GET', `/store/orders/${orderId}`)).body.data; // prettier-ignore
        // Where its time was over first, a late payment brings it back to life.
        (cancelReason === 'cancelled_by_buyer' ? paidBack : servedOrPaidBack).add(orderId);
      }
      await sleep(random.int(0, 1_000));
      world.points.reach('pay');
      await press(page, 'pay');
    },

    async later({ container: { gateway } }) {
      // Some webhooks were lost for good: the search for such payments comes every six hours.
      await gateway.start(findLatePayments, { youngerThanHours: 24 });
    },

    async check(world) {
      const { knex } = world.container;
      const rows = (await knex('orders').whereIn('id', [...paidBack, ...servedOrPaidBack])) as {
        id: string;
        orderNumber: string;
        status: string;
        paymentStatus: string;
      }[];
      const problems = rows.flatMap(({ id, orderNumber, status, paymentStatus }) => {
        const back = status === 'cancelled' && paymentStatus === 'refunded';
        const served = status === 'confirmed' && paymentStatus === 'paid';
        if (back || (served && servedOrPaidBack.has(id))) return [];
        return [`order ${orderNumber} is ${status} and ${paymentStatus}`];
      });
      return [
        finding('late money brought its order back or went back', rows.length, problems),
        ...(await moneyAgrees(world)),
      ];
    },
  };
}
