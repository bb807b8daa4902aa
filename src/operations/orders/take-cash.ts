import type { Tx } from '#db/kernel/unit-of-work.js';
import { createLedgerRepository } from '#db/ledger/ledger.repository.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { createSubOrdersRepository, type SubOrderRow } from '#db/orders/sub-orders.repository.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { createParcelsRepository } from '#db/shipping/parcels.repository.js';
import { readVendorCollected } from '#db/shipping/vendor-collected.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { Order } from '#domain/orders/order.js';
import type { Payment } from '#domain/payments/payment.js';
import { ordersEvents } from '#domain/orders/orders.events.js';
import { isOpen } from '#domain/orders/sub-order.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createSalePosting, type SoldSubOrder } from '#operations/ledger/post-sales.js';
import { createRefundPosting } from '#operations/ledger/post-refund.js';
import { createReturnRefunds } from '#operations/returns/refund-return.js';
import { createStoreCreditMoves } from '#operations/store-credit/store-credit-moves.js';
import { payloadOf } from './order-transitions.js';

/**
 * The cash of orders: each sub-order is sold with its own delivery, and the order is paid with its last open one, or when its
 * cash arrived at the operator.
 */
export const createCashTaking = builtOnce((deps: OperationDeps) => {
  const { outbox, live } = deps;
  const orders = createOrderWriteRepository();
  const subOrders = createSubOrdersRepository();
  const payments = createPaymentsRepository();
  const ledger = createLedgerRepository();
  const postSales = createSalePosting(deps);
  const refunds = createRefundsRepository();
  const postRefund = createRefundPosting(deps);
  const returnRefunds = createReturnRefunds(deps);
  const storeCredit = createStoreCreditMoves(deps);
  const parcels = createParcelsRepository();

  const cashOf = async (tx: Tx, orderId: string): Promise<Payment | undefined> =>
    (await payments.ofOrder(tx, orderId)).find((item) => item.status === 'accepted');

  /** Posts sales with the credit that paid for them. Pieces that were cancelled before are sold and refunded at once: their cash was never taken. */
  async function sell(
    tx: Tx,
    ctx: Context,
    payment: Payment,
    due: readonly (SubOrderRow & SoldSubOrder)[],
  ): Promise<void> {
    const sold = await ledger.soldOf(tx, payment.orderId);
    const fresh = due.filter(({ id }) => !sold.has(id));
    if (fresh.length === 0) return;
    await postSales(tx, ctx, payment, fresh);
    for (const { id, storeCredit: used, cancelledTotal } of fresh) {
      await storeCredit.use(tx, ctx, { ...payment, storeCredit: used }, id);
      if (cancelledTotal === 0) continue;
      for (const refund of await refunds.processedOf(tx, id))
        await postRefund(tx, ctx, refund, await refunds.linesOf(tx, refund.id));
    }
  }

  /** What was cancelled before its cash was taken counts as refunded from the moment at which the order counts as paid. */
  async function countCancelled(tx: Tx, order: Order, sold: readonly SubOrderRow[]): Promise<void> {
    for (const { id, cancelledTotal } of sold) {
      if (cancelledTotal === 0) continue;
      for (const refund of await refunds.processedOf(tx, id)) {
        await payments.addRefunded(tx, refund.paymentId, refund.amount);
        await orders.addRefunded(tx, order.id, refund.amount);
      }
    }
  }

  /** Marks an unpaid cash order paid. @returns false when it is not an unpaid cash order */
  async function takeCash(
    tx: Tx,
    ctx: Context,
    order: Order,
    payment: Payment | undefined,
    sold: readonly (SubOrderRow & SoldSubOrder)[],
  ): Promise<boolean> {
    if (!payment || !(await orders.markPaid(tx, order.id, ctx.now))) return false;
    const { currency } = payment;
    const credit = sold.reduce((sum, item) => sum + item.storeCredit, 0);
    const amount = sumOf(sold) - credit;
    await storeCredit.releaseBeyond(tx, ctx, order, credit);
    const paid = { ...payment, storeCredit: credit };
    await payments.markCaptured(tx, paid, { providerPaymentId: null, amount, currency, at: ctx.now });
    await sell(tx, ctx, payment, sold);
    await orders.appendToTimeline(tx, [{ orderId: order.id, event: 'order.paid', actor: ctx.actor }]);
    outbox.append(tx, ctx, ordersEvents.paid, order.id, payloadOf(order));
    await live.publish(tx, 'order.paid', order.id);
    await countCancelled(tx, order, sold);
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
    if (order.paidAt !== null || sumOf(delivered) === 0) return;
    const payment = await cashOf(tx, order.id);
    if (!payment) return;
    const atVendors = await readVendorCollected(
      tx,
      delivered.map(({ id }) => id),
    );
    const sold = delivered.map((item) => ({ ...item, collectedByVendor: atVendors.has(item.id) }));
    const returning = await parcels.subOrdersReturning(tx, order.id);
    const isDone = returning.size === 0 && !all.some(({ status }) => isOpen(status));
    if (isDone) await takeCash(tx, ctx, order, payment, sold);
    // What costs nothing is sold with the rest: of an order without any cash nothing is.
    else
      await sell(
        tx,
        ctx,
        payment,
        sold.filter(({ id, total }) => total > 0 && !returning.has(id)),
      );
  }

  return {
    /**
     * Cash was taken at each delivery: the sub-order is sold. With the last open sub-order the sum of the delivered ones is
     * paid, also of those that their buyers have returned since. Both wait until parcels that go back are received.
     */
    ofDeliveries,

    /** Takes the cash of an order whose parcels have moved otherwise than by a delivery. */
    async whenDue(tx: Tx, ctx: Context, orderId: string): Promise<void> {
      const now = await subOrders.lock(tx, orderId);
      if (now) await ofDeliveries(tx, ctx, now.order, now.subOrders);
    },

    /** Whether its cash can be recorded: it is an unpaid cash order. */
    async awaits(tx: Tx, order: Order): Promise<boolean> {
      return order.paidAt === null && (await cashOf(tx, order.id)) !== undefined;
    },

    /** The cash of an order arrived at the operator: for everything that was neither cancelled nor returned unsold. */
    async byHand(tx: Tx, ctx: Context, order: Order): Promise<boolean> {
      const locked = await subOrders.lock(tx, order.id);
      const sold = await ledger.soldOf(tx, order.id);
      const due = (locked?.subOrders ?? []).filter(
        ({ id, status }) => sold.has(id) || (status !== 'cancelled' && status !== 'returned'),
      );
      return takeCash(tx, ctx, order, await cashOf(tx, order.id), due);
    },
  };
});

function sumOf(subOrders: readonly SubOrderRow[]): number {
  return subOrders.reduce((sum, { total }) => sum + total, 0);
}
