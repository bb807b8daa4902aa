import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { readRefundable } from '#db/payments/refundable.query.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { decimalUnits } from '#domain/_shared/decimal-units.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Refund } from '#domain/payments/payment.js';
import { paymentsErrors } from '#domain/payments/payments.errors.js';
import { amountLeft } from '#domain/payments/refundable.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createMoneyActs } from '#operations/access/money-acts.js';
import { createRefundSettlement } from './settle-refund.js';

/** Refunds that a person pays: those by hand, and those that their provider let fail. */
export const createRefundPaymentByHand = builtOnce((deps: OperationDeps) => {
  const payments = createPaymentsRepository();
  const refunds = createRefundsRepository();
  const orders = createOrderWriteRepository();
  const settleRefund = createRefundSettlement(deps);
  const acts = createMoneyActs(deps);

  /** What failed was free to be refunded again: it is paid only where it still is. @throws AppError CONFLICT */
  async function assertStillLeft(tx: Tx, refund: Refund): Promise<void> {
    const payment = await payments.find(tx, refund.paymentId);
    const pending = await payments.pendingRefunds(tx, refund.paymentId);
    const left = (payment?.capturedAmount ?? 0) - (payment?.refundedTotal ?? 0) - pending;
    if (refund.amount > left)
      throw paymentsErrors.refundExceedsLeft({ left: decimalUnits(Math.max(left, 0)) });
    const subOrders = await readRefundable(tx, refund.orderId);
    for (const { subOrderId, lineId, shippingLineId, amount } of await refunds.linesOf(tx, refund.id)) {
      const of = subOrders.find((item) => item.subOrderId === subOrderId);
      const item = lineId
        ? of?.lines.find((line) => line.lineId === lineId)
        : of?.shipping.find((share) => share.shippingLineId === shippingLineId);
      const rest = item ? amountLeft(item) : 0;
      if (amount > rest) throw paymentsErrors.refundExceedsLeft({ left: decimalUnits(rest) });
    }
  }

  /** @throws AppError CONFLICT for a refund that ended another way than by this reference */
  function assertSame(refund: Refund | undefined, reference: string): void {
    if (refund?.givenUpAt) throw paymentsErrors.refundGivenUp({ reason: refund.givenUpReason ?? '' });
    if (refund?.status === 'pending') throw paymentsErrors.refundNotByHand();
    if (refund?.reference !== reference)
      throw paymentsErrors.refundAlreadyPaid({ reference: refund?.reference ?? '' });
  }

  /**
   * @returns the refund where it can be recorded as paid; undefined where it was, with the same reference
   * @throws AppError NOT_FOUND, CONFLICT for a refund that its provider processes, or that ended another way
   */
  async function check(
    tx: Tx,
    refundId: string,
    reference: string,
  ): Promise<{ refund: Refund; currency: string } | undefined> {
    const refund = await refunds.find(tx, refundId);
    const payment = refund && (await payments.find(tx, refund.paymentId));
    if (!refund || !payment) throw platformErrors.notFound({ entity: 'Refund' });
    if (refund.givenUpAt) throw paymentsErrors.refundGivenUp({ reason: refund.givenUpReason ?? '' });
    await acts.assertDecided(tx, 'refund', refund);
    const otherwise = !refund.byHand;
    if (otherwise && refund.status !== 'failed' && !refund.paidOtherwise)
      throw paymentsErrors.refundNotByHand();
    if (refund.status === 'processed') {
      assertSame(refund, reference);
      return undefined;
    }
    if (otherwise) {
      await orders.lock(tx, refund.orderId);
      await assertStillLeft(tx, refund);
    }
    return { refund, currency: payment.currency };
  }

  return {
    assertStillLeft,
    check,

    /**
     * Records a refund as paid, unless somebody else was first with the same reference.
     * @throws AppError CONFLICT where it ended another way meanwhile
     */
    async pay(tx: Tx, ctx: Context, { id, byHand }: Refund, reference: string): Promise<void> {
      const end = {
        status: 'processed',
        providerRefundId: null,
        reference,
        // One that is sent again meanwhile is its provider's.
        from: byHand ? (['pending', 'failed'] as const) : (['failed'] as const),
      } as const;
      if (await settleRefund(tx, ctx, id, end)) {
        if (!byHand) await refunds.markPaidOtherwise(tx, id);
        return;
      }
      assertSame(await refunds.find(tx, id), reference);
    },
  };
});

export type RefundPaymentByHand = ReturnType<typeof createRefundPaymentByHand>;
