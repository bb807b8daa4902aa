import { createMoneyActsRepository } from '#db/access/money-acts.repository.js';
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
import type { ListedRefund } from '#domain/payments/payment.js';
import type { MoneyActKind } from '#domain/access/money-acts.js';
import { paymentsErrors } from '#domain/payments/payments.errors.js';
import type { Platform } from '#operations/platform.js';

/** Refunds as operators see them, and the record of those that are paid by hand. */
export function createRefundsService({
  knex,
  unitOfWork,
  audit,
  operations,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'audit' | 'operations'>) {
  const refunds = createRefundsRepository();
  const orders = createOrderWriteRepository();
  const acts = createMoneyActsRepository();

  async function get(refundId: string): Promise<ListedRefund> {
    const refund = await findListedRefund(knex, refundId);
    if (!refund) throw platformErrors.notFound({ entity: 'Refund' });
    return refund;
  }

  async function recordAct(tx: Tx, ctx: Context, kind: MoneyActKind, refundId: string): Promise<void> {
    const refund = await findListedRefund(tx, refundId);
    if (!refund) throw new Error(`Refund ${refundId} is gone`);
    await acts.record(tx, ctx, {
      kind,
      entityId: refundId,
      amount: refund.amount,
      currency: refund.currency,
    });
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
        const id = await operations.refundOrder(tx, ctx, order, input);
        const { subOrderId: orderVendorId, ...asked } = input;
        await audit.record(tx, ctx, [
          { entity: 'refund', entityId: id, action: 'create', after: { orderId, ...asked, orderVendorId } },
        ]);
        await recordAct(tx, ctx, 'refund_created', id);
        return id;
      });
      const [refund] = await readOrderRefunds(knex, { orderId, refundId });
      if (!refund) throw new Error(`Refund ${refundId} is gone`);
      return refund;
    },

    /**
     * Records that a refund was paid by hand; the buyer is notified then. A repeat with the same reference is the same again.
     * @throws AppError NOT_FOUND, CONFLICT for a refund of a provider, or one recorded with another reference
     */
    async markPaid(ctx: Context, refundId: string, reference: string): Promise<ListedRefund> {
      await unitOfWork.run(ctx, async (tx) => {
        const refund = await refunds.find(tx, refundId);
        if (!refund) throw platformErrors.notFound({ entity: 'Refund' });
        if (!refund.byHand) throw paymentsErrors.refundNotByHand();
        const end = { status: 'processed', providerRefundId: null, reference } as const;
        if (await operations.refundSettlement(tx, ctx, refundId, end)) {
          const after = { status: 'processed', reference };
          await audit.record(tx, ctx, [
            { entity: 'refund', entityId: refundId, action: 'pay', before: { status: refund.status }, after },
          ]);
          await recordAct(tx, ctx, 'refund_paid', refundId);
          return;
        }
        // Somebody else was first, perhaps since the look above.
        const before = await refunds.find(tx, refundId);
        if (before?.reference !== reference)
          throw paymentsErrors.refundAlreadyPaid({ reference: before?.reference ?? '' });
      });
      return get(refundId);
    },
  };
}
