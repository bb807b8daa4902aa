import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { readRefundable } from '#db/payments/refundable.query.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createItemsRepository } from '#db/reconciliation/items.repository.js';
import { createMovementsRepository } from '#db/reconciliation/movements.repository.js';
import { createShipmentsRepository } from '#db/shipping/shipments.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { Order } from '#domain/orders/order.js';
import type { Payment, RefundCause } from '#domain/payments/payment.js';
import type { RefundableSubOrder, RefundLine } from '#domain/payments/refundable.js';
import { matchRefund, vendorShares } from '#domain/reconciliation/match-refund.js';
import type { Movement } from '#domain/reconciliation/movement.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createRefundedPieces } from '#operations/payments/refunded-pieces.js';
import { createRefundSettlement } from '#operations/payments/settle-refund.js';
import { bookMovement, holdVendors, releaseVendors } from './book-movement.js';

/** Why money went back that nobody here has asked for. */
const REASON = 'Refunded at the payment provider';

/** What became of a refund that was made at the provider. */
export type OutsideOutcome = 'taken' | 'to_allocate';

/**
 * Refunds that somebody made at the provider. Each becomes a refund of the order as if it had been made here, where there is
 * no doubt of what it is; else it waits for a person. The order is locked by the caller.
 */
export const createOutsideRefunds = builtOnce((deps: OperationDeps) => {
  const orders = createOrderWriteRepository();
  const payments = createPaymentsRepository();
  const refunds = createRefundsRepository();
  const shipments = createShipmentsRepository();
  const movements = createMovementsRepository();
  const items = createItemsRepository();
  const settleRefund = createRefundSettlement(deps);
  const pieces = createRefundedPieces(deps);

  /** Makes the refund of a movement and settles it: ledger, credit note, event and mail follow as for one that was made here. */
  async function take(
    tx: Tx,
    ctx: Context,
    order: Order,
    movement: Movement,
    of: {
      payment: Pick<Payment, 'id'>;
      lines: readonly RefundLine[];
      cause: RefundCause;
      /** Whose pieces are moved with it. */
      moved?: readonly RefundableSubOrder[];
      decision?: string;
    },
  ): Promise<string> {
    const { payment, lines, cause, moved = [], decision = 'matched' } = of;
    const id = newId();
    const touched = moved.filter(({ subOrderId }) =>
      lines.some((line) => line.subOrderId === subOrderId && line.quantity > 0),
    );
    // The shipment that is being created now takes the pieces along: this is tried again when it is there.
    if (touched.some(({ status }) => status === 'pending') && (await shipments.isCreating(tx, order.id)))
      throw new Error(`A shipment of order ${order.orderNumber} is being created: the refund is taken later`);
    const subOrderIds = new Set(lines.map((line) => line.subOrderId));
    const subOrderId = subOrderIds.size === 1 ? [...subOrderIds][0] : undefined;
    await releaseVendors(tx, ctx, movement.id);
    await refunds.insert(tx, {
      id,
      paymentId: payment.id,
      orderId: order.id,
      subOrderId,
      amount: -movement.amount,
      reason: REASON,
      cause,
      origin: 'provider',
      actor: ctx.actor,
    });
    await refunds.insertLines(tx, id, lines);
    await movements.setRefund(tx, movement.id, id);
    for (const subOrder of touched)
      await pieces.ofRefund(tx, ctx, subOrder, lines, {
        id,
        orderId: order.id,
        reason: REASON,
        restock: false,
      });
    await settleRefund(tx, ctx, id, { status: 'processed', providerRefundId: movement.providerRef });
    await bookMovement(tx, ctx, movement.id);
    await items.close(tx, movement.id, { decision, by: ctx.actor, at: ctx.now });
    return id;
  }

  /** It waits for a person, and the vendors are held back by it until then. */
  async function hold(
    tx: Tx,
    ctx: Context,
    order: Order,
    movement: Movement,
    subOrders: readonly RefundableSubOrder[],
    reason: string,
  ): Promise<OutsideOutcome> {
    const amount = -movement.amount;
    await holdVendors(tx, ctx, movement, vendorShares(subOrders, amount));
    const { providerId, id: sourceId, providerRef, currency } = movement;
    await items.open(
      tx,
      {
        kind: 'refund_to_allocate',
        providerId,
        sourceId,
        providerRef,
        orderId: order.id,
        amount,
        currency,
        reason,
      },
      ctx.now,
    );
    await bookMovement(tx, ctx, movement.id);
    return 'to_allocate';
  }

  /** What of a payment is neither refunded nor on its way back, with what this movement takes. */
  async function leftOf(tx: Tx, payment: Payment, movement: Movement): Promise<number> {
    const elsewhere = (await payments.pendingRefunds(tx, payment.id)) + movement.amount;
    return (payment.capturedAmount ?? 0) - payment.refundedTotal - elsewhere;
  }

  /** Finds out what a processed refund of a captured payment is of, and makes it a refund; or has a person asked. */
  async function allocate(
    tx: Tx,
    ctx: Context,
    order: Order,
    payment: Payment,
    movement: Movement,
  ): Promise<OutsideOutcome> {
    const amount = -movement.amount;
    const left = await leftOf(tx, payment, movement);
    const subOrders = await readRefundable(tx, order.id);
    const { payment: standing } = await movements.standing(tx, movement);
    if (payment.surplus || !standing?.sold) {
      // Money that never became a sale goes back as it came.
      if (amount > left)
        return hold(tx, ctx, order, movement, [], 'A refund of the same payment is on its way already');
      await take(tx, ctx, order, movement, { payment, lines: [], cause: 'surplus' });
      return 'taken';
    }
    if (payment.storeCredit > 0)
      return hold(tx, ctx, order, movement, subOrders, 'The order was paid with store credit, too');
    const match = matchRefund(subOrders, amount, left);
    if (match.kind === 'doubt') return hold(tx, ctx, order, movement, subOrders, match.reason);
    await take(tx, ctx, order, movement, {
      payment,
      lines: match.lines,
      cause: match.lines.length > 0 ? 'refund' : 'surplus',
      moved: subOrders,
    });
    return 'taken';
  }

  return {
    take,
    leftOf,
    allocate,

    /** Takes refunds of parts of a payment that came before its capture; the payment is captured now. */
    async allocateEarly(
      tx: Tx,
      ctx: Context,
      order: Order,
      payment: Payment,
      early: readonly Movement[],
    ): Promise<void> {
      const links = { paymentId: payment.id, orderId: order.id };
      for (const movement of early) {
        await movements.link(tx, movement.id, links);
        await items.close(tx, movement.id, { decision: 'matched', by: ctx.actor, at: ctx.now });
        const current = (await payments.find(tx, payment.id)) ?? payment;
        await allocate(tx, ctx, order, current, { ...movement, ...links });
      }
    },

    /** Whether refunds or disputes of a payment came before its capture. */
    waiting: (tx: Tx, providerId: string, providerPaymentId: string | null) =>
      providerPaymentId === null
        ? Promise.resolve({ refunds: false, disputes: false })
        : movements.waiting(tx, providerId, providerPaymentId),

    /** Refunds of a payment that came before its capture, as far as they have gone back. */
    async before(tx: Tx, providerId: string, providerPaymentId: string): Promise<Movement[]> {
      const found = await movements.unmatchedRefunds(tx, providerId, providerPaymentId);
      return found.filter(({ state }) => state === 'done');
    },

    /** Takes refunds that came before the capture of money which goes back as a whole. @returns what of it is gone */
    async takeEarly(
      tx: Tx,
      ctx: Context,
      order: Order,
      payment: Pick<Payment, 'id'>,
      early: readonly Movement[],
    ): Promise<number> {
      let gone = 0;
      for (const movement of early) {
        const of = { ...movement, paymentId: payment.id, orderId: order.id };
        await movements.link(tx, movement.id, { paymentId: payment.id, orderId: order.id });
        await take(tx, ctx, order, of, { payment, lines: [], cause: 'surplus' });
        gone -= movement.amount;
      }
      return gone;
    },

    /** The timeline says that an order is given up because its money went back already. */
    async recordRefundedBefore(tx: Tx, ctx: Context, orderId: string): Promise<void> {
      await orders.appendToTimeline(tx, [
        { orderId, event: 'payment.refunded_at_provider', note: REASON, actor: ctx.actor },
      ]);
    },
  };
});

export type OutsideRefunds = ReturnType<typeof createOutsideRefunds>;
