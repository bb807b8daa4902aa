import type { Tx } from '#db/kernel/unit-of-work.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { createSubOrdersRepository, type SubOrderRow } from '#db/orders/sub-orders.repository.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { createParcelsRepository } from '#db/shipping/parcels.repository.js';
import { readVendorCollected } from '#db/shipping/vendor-collected.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { Order } from '#domain/orders/order.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import { isOpen } from '#domain/orders/sub-order.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createSalePosting, type SoldSubOrder } from '#operations/ledger/post-sales.js';
import { createRefundPosting } from '#operations/ledger/post-refund.js';
import { createReturnRefunds } from '#operations/returns/refund-return.js';
import { createStoreCreditMoves } from '#operations/store-credit/store-credit-moves.js';
import { payloadOf } from './order-transitions.js';

/** Marks cash orders paid: when their cash was taken at the deliveries, or when it arrived at the operator. */
export const createCashTaking = builtOnce((deps: OperationDeps) => {
  const { outbox, live } = deps;
  const orders = createOrderWriteRepository();
  const subOrders = createSubOrdersRepository();
  const payments = createPaymentsRepository();
  const postSales = createSalePosting(deps);
  const refunds = createRefundsRepository();
  const postRefund = createRefundPosting(deps);
  const returnRefunds = createReturnRefunds(deps);
  const storeCredit = createStoreCreditMoves(deps);
  const parcels = createParcelsRepository();

  /** Pieces that were cancelled before are sold with their sub-order and refunded at once: their cash was never taken. */
  async function refundCancelled(
    tx: Tx,
    ctx: Context,
    order: Order,
    sold: readonly SubOrderRow[],
  ): Promise<void> {
    for (const { id, cancelledTotal } of sold) {
      if (cancelledTotal === 0) continue;
      for (const refund of await refunds.processedOf(tx, id)) {
        await payments.addRefunded(tx, refund.paymentId, refund.amount);
        await orders.addRefunded(tx, order.id, refund.amount);
        await postRefund(tx, ctx, refund, await refunds.linesOf(tx, refund.id));
      }
    }
  }

  /** Marks an unpaid cash order paid. @returns false when it is not an unpaid cash order */
  async function takeCash(
    tx: Tx,
    ctx: Context,
    order: Order,
    sold: readonly (SubOrderRow & SoldSubOrder)[],
  ): Promise<boolean> {
    const payment = (await payments.ofOrder(tx, order.id)).find((item) => item.status === 'accepted');
    if (!payment || !(await orders.markPaid(tx, order.id, ctx.now))) return false;
    const { currency } = payment;
    const credit = sold.reduce((sum, item) => sum + item.storeCredit, 0);
    const amount = sumOf(sold) - credit;
    await storeCredit.releaseBeyond(tx, ctx, order, credit);
    const paid = { ...payment, storeCredit: credit };
    await payments.markCaptured(tx, paid, { providerPaymentId: null, amount, currency, at: ctx.now });
    await postSales(tx, ctx, payment, sold);
    await storeCredit.use(tx, ctx, paid);
    await orders.appendToTimeline(tx, [{ orderId: order.id, event: 'order.paid', actor: ctx.actor }]);
    outbox.append(tx, ctx, ordersEvents.paid, order.id, payloadOf(order));
    await live.publish(tx, 'order.paid', order.id);
    await refundCancelled(tx, ctx, order, sold);
    await returnRefunds.ofEarlierReturns(tx, ctx, order);
    return true;
  }

  /** Of a parcel that goes back nobody knows whether its cash was taken: carriers deliver such parcels after all. */
  async function ofDeliveries(
    tx: Tx,
    ctx: Context,
    order: Order,
    all: readonly SubOrderRow[],
  ): Promise<void> {
    const delivered = all.filter(
      ({ status, deliveredAt }) => status === 'delivered' || (status === 'returned' && deliveredAt !== null),
    );
    const due = order.paidAt === null && sumOf(delivered) > 0;
    if (!due || (await parcels.someReturning(tx, order.id))) return;
    const atVendors = await readVendorCollected(
      tx,
      delivered.map(({ id }) => id),
    );
    const sold = delivered.map((item) => ({ ...item, collectedByVendor: atVendors.has(item.id) }));
    await takeCash(tx, ctx, order, sold);
  }

  return {
    /**
     * Cash was taken at each delivery: with the last open sub-order the sum of the delivered ones is paid, also of those
     * that their buyers have returned since. It waits until parcels that go back are received.
     */
    ofDeliveries,

    /** Takes the cash of an order that is not waiting for anything any more. */
    async whenDue(tx: Tx, ctx: Context, orderId: string): Promise<void> {
      const now = await subOrders.lock(tx, orderId);
      if (now && !now.subOrders.some(({ status }) => isOpen(status)))
        await ofDeliveries(tx, ctx, now.order, now.subOrders);
    },

    /** The cash of an order arrived at the operator: for everything that was neither cancelled nor returned. */
    async byHand(tx: Tx, ctx: Context, order: Order): Promise<boolean> {
      const locked = await subOrders.lock(tx, order.id);
      const due = (locked?.subOrders ?? []).filter(
        ({ status }) => status !== 'cancelled' && status !== 'returned',
      );
      return takeCash(tx, ctx, order, due);
    },
  };
});

function sumOf(subOrders: readonly SubOrderRow[]): number {
  return subOrders.reduce((sum, { total }) => sum + total, 0);
}
