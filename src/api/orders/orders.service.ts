import { requireUser } from '#api/kernel/require.js';
import { listAllOrders, listBuyerOrders } from '#db/orders/order-lists.query.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { type OrderScope, type OrderView, readOrder } from '#db/orders/order.query.js';
import { createPaymentLooksRepository } from '#db/payments/payment-looks.repository.js';
import { readTimeline } from '#db/orders/timeline.query.js';
import { listVendorOrders, readVendorOrder } from '#db/orders/vendor-orders.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { CANCELLED_BY_BUYER, CANCELLED_BY_OPERATOR } from '#domain/orders/order.js';
import type { RefundTarget } from '#domain/payments/payment.js';
import { createGuestOrderLookup } from './guest-order-lookup.js';
import { ordersErrors } from '#domain/orders/orders.errors.js';
import { createCreditTargetCheck } from '#operations/store-credit/credit-target.js';
import type { Platform } from '#operations/platform.js';

export function createOrdersService(container: Platform) {
  const { knex, unitOfWork, counts, audit } = container;
  const orders = createOrderWriteRepository();
  const looks = createPaymentLooksRepository(knex);
  const subOrders = container.operations.subOrderTransitions;
  const { orderTransitions: transitions, moneyActs } = container.operations;
  const assertTakesCredit = createCreditTargetCheck(container.settings);

  async function read(scope: OrderScope): Promise<OrderView> {
    const order = await readOrder(knex, scope);
    if (!order) throw platformErrors.notFound({ entity: 'Order' });
    return order;
  }

  async function readForAdmin(orderId: string) {
    const [order, timeline] = await Promise.all([read({ orderId }), readTimeline(knex, orderId)]);
    return { order, timeline };
  }

  return {
    listOwn: (ctx: Context, query: ListQuery) => listBuyerOrders(knex, requireUser(ctx), query),
    listAll: (query: ListQuery) => listAllOrders(knex, query, counts),
    listOfVendor: (vendorId: string, query: ListQuery) => listVendorOrders(knex, counts, vendorId, query),

    /** Read while it waits for its payment, the buyer may be back from the payment page: its provider is asked, once. */
    async readOwn(ctx: Context, orderId: string): Promise<OrderView> {
      const order = await read({ orderId, userId: requireUser(ctx) });
      if (order.status === 'pending_payment') await looks.onReturn(orderId);
      return order;
    },
    readForAdmin,

    /** For guests: a caller who knows the number and the e-mail of an order may see it. */
    lookup: createGuestOrderLookup(container),

    async readOfVendor(vendorId: string, subOrderId: string) {
      const subOrder = await readVendorOrder(knex, { vendorId, subOrderId });
      if (!subOrder) throw platformErrors.notFound({ entity: 'Order' });
      return subOrder;
    },

    /** Cancels the buyer's own order while none of its sub-orders has moved; a repeat changes nothing. */
    async cancelOwn(ctx: Context, orderId: string, refundTo?: RefundTarget): Promise<OrderView> {
      const userId = requireUser(ctx);
      await unitOfWork.run(ctx, async (tx) => {
        const order = await orders.lock(tx, orderId);
        if (!order || order.userId !== userId) throw platformErrors.notFound({ entity: 'Order' });
        if (order.status === 'cancelled') return;
        if (refundTo === 'store_credit') assertTakesCredit(order);
        const cancelled = await transitions.cancel(tx, ctx, order, {
          from: ['pending_payment', 'confirmed'],
          reason: CANCELLED_BY_BUYER,
          explanation: 'Cancelled by the buyer',
          refundTo,
        });
        if (!cancelled) throw ordersErrors.notCancellable();
      });
      return read({ orderId, userId });
    },

    /** Cancels any order while none of its sub-orders has moved; a repeat changes nothing. @param reason for the buyer */
    async cancelForAdmin(ctx: Context, orderId: string, reason: string) {
      await unitOfWork.run(ctx, async (tx) => {
        const order = await orders.lock(tx, orderId);
        if (!order) throw platformErrors.notFound({ entity: 'Order' });
        if (order.status === 'cancelled') return;
        const cancelled = await transitions.cancel(tx, ctx, order, {
          from: ['pending_payment', 'confirmed'],
          reason: CANCELLED_BY_OPERATOR,
          explanation: reason,
        });
        if (!cancelled) throw ordersErrors.notCancellable();
        await audit.record(tx, ctx, [
          {
            entity: 'order',
            entityId: orderId,
            action: 'cancel',
            before: { status: order.status },
            after: { status: 'cancelled', reason },
          },
        ]);
      });
      return readForAdmin(orderId);
    },

    /**
     * Records that the cash of a confirmed order has arrived; a repeat changes nothing. Above the limit a second person
     * confirms it.
     * @returns the order, or the approval that it waits for
     */
    async markPaid(ctx: Context, orderId: string) {
      const approvalId = await unitOfWork.run(ctx, async (tx) => {
        const order = await orders.lock(tx, orderId);
        if (!order) throw platformErrors.notFound({ entity: 'Order' });
        if (order.paymentStatus === 'paid') return null;
        if (!(await subOrders.awaitsCash(tx, order))) throw ordersErrors.notMarkable();
        const { grandTotal: amount, currency, paymentStatus } = order;
        const held = { kind: 'cash_recorded', entityId: orderId, amount, currency, orderId } as const;
        const waitsFor = await moneyActs.decidePaid(tx, ctx, held);
        if (!waitsFor && !(await subOrders.takeCashByHand(tx, ctx, order))) throw ordersErrors.notMarkable();
        await audit.record(tx, ctx, [
          {
            entity: 'order',
            entityId: orderId,
            action: waitsFor ? 'ask' : 'markPaid',
            before: { paymentStatus },
            after: { paymentStatus: 'paid' },
          },
        ]);
        return waitsFor;
      });
      if (approvalId) return { approvalId, paid: null };
      return { paid: await readForAdmin(orderId) };
    },
  };
}
