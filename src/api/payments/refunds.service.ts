import type { Tx } from '#db/kernel/unit-of-work.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import {
  type DetailedRefund,
  findListedRefund,
  listRefunds,
  readOrderRefunds,
} from '#db/payments/refund-list.query.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import type { RefundInput } from '#operations/payments/refund-order.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import { createRefundQuestion } from '#operations/payments/ask-refund.js';
import type { ListedRefund, Refund } from '#domain/payments/payment.js';
import type { MoneyActKind } from '#domain/access/money-acts.js';
import { paymentsEvents } from '#domain/payments/payments.events.js';
import { decimalUnits } from '#domain/_shared/decimal-units.js';
import { paymentsErrors } from '#domain/payments/payments.errors.js';
import { createCreditTargetCheck } from '#operations/store-credit/credit-target.js';
import type { Platform } from '#operations/platform.js';

/** Refunds as operators see them, and the record of those that are paid by hand. */
export function createRefundsService({
  knex,
  unitOfWork,
  audit,
  outbox,
  operations,
  settings,
  paymentProviders: providers,
}: Pick<
  Platform,
  'knex' | 'unitOfWork' | 'audit' | 'outbox' | 'operations' | 'settings' | 'paymentProviders'
>) {
  const ask = createRefundQuestion({ providers, settings });
  const payments = createPaymentsRepository();
  const refunds = createRefundsRepository();
  const orders = createOrderWriteRepository();
  const { moneyActs, payRefundByHand: payRefund } = operations;
  const assertTakesCredit = createCreditTargetCheck(settings);

  async function get(refundId: string): Promise<ListedRefund> {
    const refund = await findListedRefund(knex, refundId);
    if (!refund) throw platformErrors.notFound({ entity: 'Refund' });
    return refund;
  }

  async function recordAct(tx: Tx, ctx: Context, kind: MoneyActKind, refundId: string): Promise<void> {
    const refund = await findListedRefund(tx, refundId);
    if (!refund) throw new Error(`Refund ${refundId} is gone`);
    await moneyActs.record(tx, ctx, {
      kind,
      entityId: refundId,
      amount: refund.amount,
      currency: refund.currency,
    });
  }

  /** @throws AppError CONFLICT below the smallest amount that the provider sends back */
  async function assertTaken(tx: Tx, refundId: string): Promise<void> {
    const refund = await findListedRefund(tx, refundId);
    const sent = refund ? refund.amount - refund.storeCredit : 0;
    if (!refund || refund.byHand || sent === 0) return;
    const minimum = providers.get(refund.providerId)?.minimumRefund?.(refund.currency) ?? 0;
    if (sent < minimum) throw paymentsErrors.refundBelowMinimum({ minimum: decimalUnits(minimum) });
  }

  /**
   * Asks the provider by our reference what became of a failed refund, before it is paid another way.
   * @throws AppError CONFLICT where it is on its way or was sent, or nobody can say and `confirmUnknown` is not set
   */
  async function assertNotSent(refund: Refund, confirmUnknown: boolean): Promise<void> {
    const payment = await payments.find(knex, refund.paymentId);
    const known =
      payment && providers.get(payment.providerId)?.findRefunds
        ? await ask(refund, payment).catch((error: unknown) => {
            if (error instanceof HttpCallError) return null;
            throw error;
          })
        : null;
    if (!known && !confirmUnknown) throw paymentsErrors.refundUnknownAtProvider();
    const status = known?.current?.status;
    if (status === 'pending' || status === 'processed') throw paymentsErrors.refundAtProvider({ status });
  }

  /** Whether a second person decides about a refund that is sent again; one that was approved is the same refund still. */
  async function mustWait(tx: Tx, ctx: Context, { id: entityId, amount, orderId }: Refund): Promise<boolean> {
    if (await moneyActs.wasApproved(tx, entityId)) {
      await recordAct(tx, ctx, 'refund_created', entityId);
      return false;
    }
    const { currency = '' } = (await findListedRefund(tx, entityId)) ?? {};
    const held = { kind: 'refund', entityId, amount, currency, orderId } as const;
    return (await moneyActs.decide(tx, ctx, { kind: 'refund_created', held })) !== null;
  }

  return {
    list: (query: ListQuery) => listRefunds(knex, query),

    /** @throws AppError NOT_FOUND */
    async ofOrder(orderId: string): Promise<DetailedRefund[]> {
      if (!(await orders.state(knex, orderId))) throw platformErrors.notFound({ entity: 'Order' });
      return readOrderRefunds(knex, { orderId });
    },

    /**
     * Requests a refund. The money goes back by its workflow, or by hand.
     * @throws AppError NOT_FOUND, VALIDATION_ERROR for a line or sub-order of another order, CONFLICT above what is left
     */
    async create(ctx: Context, orderId: string, input: RefundInput): Promise<DetailedRefund> {
      const refundId = await unitOfWork.runOnce(ctx, async (tx) => {
        const order = await orders.lock(tx, orderId);
        if (!order) throw platformErrors.notFound({ entity: 'Order' });
        if (input.refundTo === 'store_credit') assertTakesCredit(order);
        const id = await operations.refundOrder(tx, ctx, order, input);
        await assertTaken(tx, id);
        const { subOrderId: orderVendorId, ...asked } = input;
        await audit.record(tx, ctx, [
          { entity: 'refund', entityId: id, action: 'create', after: { orderId, ...asked, orderVendorId } },
        ]);
        return id;
      });
      const [refund] = await readOrderRefunds(knex, { orderId, refundId });
      if (!refund) throw new Error(`Refund ${refundId} is gone`);
      return refund;
    },

    /**
     * Records that a refund was paid by hand, or that one which its provider let fail was paid another way; the buyer is notified
     * then. A repeat with the same reference is the same again.
     * @throws AppError NOT_FOUND, CONFLICT for a refund that its provider processes, or one recorded with another reference
     */
    async markPaid(
      ctx: Context,
      refundId: string,
      { reference, confirmUnknown = false }: { reference: string; confirmUnknown?: boolean },
    ): Promise<{ paid: ListedRefund } | { approvalId: string; paid: null }> {
      const asked = await get(refundId);
      if (!asked.byHand && asked.status === 'failed' && !asked.belowMinimum)
        await assertNotSent(asked, confirmUnknown);
      const approvalId = await unitOfWork.run(ctx, async (tx) => {
        const checked = await payRefund.check(tx, refundId, reference);
        if (!checked) return null;
        const { refund, currency } = checked;
        const { orderId, amount, status } = refund;
        const held = { kind: 'refund_paid', entityId: refundId, amount, currency, orderId } as const;
        const waitsFor = await moneyActs.decidePaid(tx, ctx, { ...held, input: { reference } });
        if (!waitsFor) await payRefund.pay(tx, ctx, refund, reference);
        const action = waitsFor ? 'ask' : 'pay';
        const after = { status: 'processed', reference };
        await audit.record(tx, ctx, [
          { entity: 'refund', entityId: refundId, action, before: { status }, after },
        ]);
        return waitsFor;
      });
      if (approvalId) return { approvalId, paid: null };
      return { paid: await get(refundId) };
    },

    /**
     * Has a failed refund sent again by its workflow, which asks the provider first. A repeat while it is pending is the same again.
     * @throws AppError NOT_FOUND, CONFLICT for a refund that has not failed, was given up, cannot be sent, or is no longer left
     */
    async retry(ctx: Context, refundId: string): Promise<ListedRefund> {
      await unitOfWork.run(ctx, async (tx) => {
        const found = await refunds.find(tx, refundId);
        const order = found && (await orders.lock(tx, found.orderId));
        const refund = await refunds.find(tx, refundId);
        if (!order || !refund) throw platformErrors.notFound({ entity: 'Refund' });
        const { status, givenUpAt, givenUpReason, orderId } = refund;
        if (status === 'pending' && !refund.byHand) return;
        if (givenUpAt) throw paymentsErrors.refundGivenUp({ reason: givenUpReason ?? '' });
        if (status !== 'failed') throw paymentsErrors.refundNotFailed({ status });
        await assertTaken(tx, refundId);
        await payRefund.assertStillLeft(tx, refund);
        if (!(await refunds.retry(tx, refundId))) throw paymentsErrors.refundNotFailed({ status });
        if (await mustWait(tx, ctx, refund)) await refunds.holdForApproval(tx, refundId);
        else
          outbox.append(tx, ctx, paymentsEvents.refundRequested, refundId, {
            refundId,
            orderId,
            orderNumber: order.orderNumber,
            request: String(refund.retries + 1),
            again: true,
          });
        await orders.appendToTimeline(tx, [
          { orderId, event: 'refund.retried', note: refund.failureReason, actor: ctx.actor },
        ]);
        await audit.record(tx, ctx, [{ entity: 'refund', entityId: refundId, action: 'retry' }]);
      });
      return get(refundId);
    },

    /**
     * Gives up a failed refund: nobody pays it, and the sale is no longer held back for it. A repeat is the same again.
     * @throws AppError NOT_FOUND, CONFLICT for a refund that has not failed
     */
    async abandon(ctx: Context, refundId: string, reason: string): Promise<ListedRefund> {
      await unitOfWork.run(ctx, async (tx) => {
        const refund = await refunds.find(tx, refundId);
        if (!refund) throw platformErrors.notFound({ entity: 'Refund' });
        if (await refunds.abandon(tx, refundId, reason, ctx.now)) {
          await audit.record(tx, ctx, [
            { entity: 'refund', entityId: refundId, action: 'give_up', after: { reason } },
          ]);
          const { orderId } = refund;
          const note = [{ orderId, event: 'refund.given_up', note: reason, actor: ctx.actor }];
          await orders.appendToTimeline(tx, note);
          await recordAct(tx, ctx, 'refund_given_up', refundId);
          return;
        }
        const before = await refunds.find(tx, refundId);
        if (before?.givenUpAt) return;
        throw paymentsErrors.refundNotFailed({ status: before?.status ?? refund.status });
      });
      return get(refundId);
    },
  };
}
