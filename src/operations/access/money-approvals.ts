import { createMoneyActsRepository } from '#db/access/money-acts.repository.js';
import { createMoneyApprovalsRepository } from '#db/access/money-approvals.repository.js';
import { permissionHolders } from '#db/access/permission-holders.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createPayoutsRepository } from '#db/payouts/payouts.repository.js';
import { createRefundsRepository } from '#db/payments/refunds.repository.js';
import { createOrderWriteRepository } from '#db/orders/order-write.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { accessErrors } from '#domain/access/access.errors.js';
import { ALONE_AFTER_MS, type MoneyApproval } from '#domain/access/money-approval.js';
import { ordersErrors } from '#domain/orders/orders.errors.js';
import type { RefundedPieces } from '#domain/payments/moved-pieces.js';
import { paymentsEvents } from '#domain/payments/payments.events.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { type AccountAdjustment, createAccountAdjustment } from '#operations/ledger/adjust-account.js';
import { createCashTaking } from '#operations/orders/take-cash.js';
import { createRefundPaymentByHand } from '#operations/payments/pay-refund-by-hand.js';
import { createRefundedPieces } from '#operations/payments/refunded-pieces.js';
import { createRefundSettlement } from '#operations/payments/settle-refund.js';
import { createPayoutSteps } from '#operations/payouts/payout-steps.js';
import { createPayoutTransfers } from '#operations/payouts/payout-transfers.js';
import { createStoreCreditMoves } from '#operations/store-credit/store-credit-moves.js';
import { createMoneyActs } from './money-acts.js';
import { createMoneyApprovalMails } from './money-approval-mails.js';

/** The input of store credit that waits; the buyer is read anew when it is approved. */
export interface CreditAdjustment {
  userId: string;
  amount: number;
  reason: string;
}

/** What a second person decides about acts with money, in the transaction of the decision: the act is done with it, or undone. */
export const createMoneyApprovals = builtOnce((deps: OperationDeps) => {
  const { outbox } = deps;
  const approvals = createMoneyApprovalsRepository();
  const people = createMoneyActsRepository();
  const payouts = createPayoutsRepository();
  const refunds = createRefundsRepository();
  const orders = createOrderWriteRepository();
  const acts = createMoneyActs(deps);
  const mails = createMoneyApprovalMails(deps);
  const adjustAccount = createAccountAdjustment(deps);
  const settleRefund = createRefundSettlement(deps);
  const refundedPieces = createRefundedPieces(deps);
  const payoutSteps = createPayoutSteps(deps);
  const payRefund = createRefundPaymentByHand(deps);
  const cash = createCashTaking(deps);
  const transfers = createPayoutTransfers(deps);
  const storeCredit = createStoreCreditMoves(deps);

  /** @throws AppError FORBIDDEN for who asked, while somebody else may approve, or before they may confirm alone */
  async function assertMayApprove(
    tx: Tx,
    ctx: Context,
    { person, askedAt }: MoneyApproval,
  ): Promise<boolean> {
    if (ctx.actor.id !== person) return false;
    const holders = await permissionHolders(tx, 'money:approve');
    if (holders.some(({ id }) => id !== person)) throw accessErrors.ownApproval();
    const from = new Date(askedAt.getTime() + ALONE_AFTER_MS);
    if (ctx.now < from) throw accessErrors.aloneTooEarly({ at: from.toISOString() });
    if (!(await approvals.hasSecondFactor(tx, person))) throw accessErrors.aloneNeedsFactor();
    return true;
  }

  async function adjustCredit(
    tx: Tx,
    ctx: Context,
    { userId, ...change }: CreditAdjustment,
    currency: string,
  ): Promise<void> {
    const user = await tx('accounts_users').where({ id: userId }).first('email', 'name');
    if (!user) throw platformErrors.notFound({ entity: 'Customer' });
    await storeCredit.adjust(tx, ctx, { userId, email: user.email, name: user.name, currency }, change);
  }

  /** Records what was said to be paid, as things are now. @throws AppError CONFLICT where it ended another way meanwhile */
  async function recordPaid(tx: Tx, ctx: Context, { kind, entityId, input }: MoneyApproval): Promise<void> {
    const { reference = '' } = (input ?? {}) as { reference?: string };
    if (kind === 'refund_paid') {
      const checked = await payRefund.check(tx, entityId, reference);
      if (checked) await payRefund.pay(tx, ctx, checked.refund, reference);
    } else if (kind === 'payout_paid') {
      const payout = await payouts.lock(tx, entityId);
      if (!payout) throw platformErrors.notFound({ entity: 'Payout' });
      await transfers.assertByHand(tx, payout);
      await payoutSteps.pay(tx, ctx, payout, reference);
    } else {
      const order = await orders.lock(tx, entityId);
      if (order && order.paymentStatus !== 'paid' && !(await cash.byHand(tx, ctx, order)))
        throw ordersErrors.notMarkable();
    }
  }

  /** What an approved act does; its actor is who asked for it. */
  async function carryOut(tx: Tx, ctx: Context, approval: MoneyApproval): Promise<void> {
    const { kind, entityId, input, askedBy, currency } = approval;
    const asAsked = { ...ctx, actor: askedBy };
    if (kind === 'payout') return transfers.release(tx, ctx, entityId);
    if (kind === 'refund_paid' || kind === 'payout_paid' || kind === 'cash_recorded')
      return recordPaid(tx, asAsked, approval);
    if (kind === 'account_adjustment')
      return adjustAccount(tx, asAsked, entityId, input as AccountAdjustment);
    if (kind === 'store_credit_adjustment')
      return adjustCredit(tx, asAsked, input as CreditAdjustment, currency);
    const refund = await refunds.releaseApproved(tx, entityId);
    if (refund?.status !== 'pending') return;
    const { pieces = [] } = (input ?? {}) as { pieces?: RefundedPieces[] };
    await refundedPieces.ofApproved(tx, asAsked, refund, pieces);
    if (refund.byHand) return;
    const order = await orders.lock(tx, refund.orderId);
    const { orderId, id: refundId, retries } = refund;
    const repeatable = { request: String(retries), again: retries > 0 };
    const payload = { refundId, orderId, orderNumber: order?.orderNumber ?? '', ...repeatable };
    outbox.append(tx, ctx, paymentsEvents.refundRequested, refundId, payload);
  }

  /** What was held comes to its end: a refund failed, so that a person sees it where a vendor or a buyer waits for it. */
  async function undo(
    tx: Tx,
    ctx: Context,
    { kind, entityId, cause }: MoneyApproval,
    reason: string,
  ): Promise<void> {
    if (kind === 'payout') {
      const payout = await payouts.lock(tx, entityId);
      if (!payout) return;
      await transfers.withdraw(tx, ctx, payout, reason);
      await payoutSteps.fail(tx, ctx, payout, { reason });
    }
    if (kind !== 'refund') return;
    await refunds.releaseApproved(tx, entityId);
    await settleRefund(tx, ctx, entityId, { status: 'failed', providerRefundId: null, reason });
    // An operator’s own refund that is refused is off the table; what a cancellation owes is not.
    if (cause !== 'vendor_day') await refunds.abandon(tx, entityId, reason, ctx.now);
  }

  async function lock(tx: Tx, id: string): Promise<MoneyApproval> {
    const approval = await approvals.lock(tx, id);
    if (!approval) throw platformErrors.notFound({ entity: 'Approval' });
    return approval;
  }

  /** Locks come in the order in which other acts take them: the order of a refund, or the payout, before its approval. */
  async function lockEntity(tx: Tx, id: string): Promise<void> {
    const seen = await approvals.find(tx, id);
    if (seen?.orderId) await orders.lock(tx, seen.orderId);
    if (seen?.kind === 'payout' || seen?.kind === 'payout_paid') await payouts.lock(tx, seen.entityId);
  }

  async function recordAct(tx: Tx, ctx: Context, { amount, currency, id }: MoneyApproval): Promise<void> {
    const act = { kind: 'act_decided', entityId: id, amount: Math.abs(amount), currency } as const;
    await acts.record(tx, ctx, act);
  }

  return {
    /**
     * Approves an act and carries it out. A repeat changes nothing.
     * @returns false where it was approved before
     * @throws AppError NOT_FOUND; CONFLICT where it was refused, or cannot be carried out any more; FORBIDDEN for who asked
     */
    async approve(tx: Tx, ctx: Context, id: string): Promise<boolean> {
      await lockEntity(tx, id);
      const approval = await lock(tx, id);
      if (approval.state === 'approved') return false;
      if (approval.state === 'refused')
        throw accessErrors.approvalDecided({ state: 'refused', move: 'approved' });
      await people.lockPerson(tx, ctx.actor);
      const alone = await assertMayApprove(tx, ctx, approval);
      const decision = {
        state: 'approved',
        reason: null,
        alone,
        decidedBy: ctx.actor,
        decidedAt: ctx.now,
      } as const;
      if (!(await approvals.decide(tx, id, decision))) return false;
      await recordAct(tx, ctx, approval);
      await carryOut(tx, ctx, approval);
      if (alone) await mails.confirmedAlone(tx, ctx, approval);
      return true;
    },

    /**
     * Refuses an act; who asked may do so as well. A repeat changes nothing.
     * @returns false where it was refused before
     * @throws AppError NOT_FOUND, CONFLICT where it was approved
     */
    async refuse(tx: Tx, ctx: Context, id: string, reason: string): Promise<boolean> {
      await lockEntity(tx, id);
      const approval = await lock(tx, id);
      if (approval.state === 'refused') return false;
      const decision = {
        state: 'refused',
        reason,
        alone: false,
        decidedBy: ctx.actor,
        decidedAt: ctx.now,
      } as const;
      if (!(await approvals.decide(tx, id, decision)))
        throw accessErrors.approvalDecided({ state: approval.state, move: 'refused' });
      await recordAct(tx, ctx, approval);
      await undo(tx, ctx, approval, reason);
      return true;
    },

    /** A payout that waited was recorded as failed: nobody has to decide about it any more. */
    async close(tx: Tx, ctx: Context, entityId: string, reason: string): Promise<void> {
      const waiting = await approvals.ofEntity(tx, entityId);
      if (waiting?.state !== 'waiting') return;
      const decision = {
        state: 'refused',
        reason,
        alone: false,
        decidedBy: ctx.actor,
        decidedAt: ctx.now,
      } as const;
      await approvals.decide(tx, waiting.id, decision);
    },
  };
});

export type MoneyApprovals = ReturnType<typeof createMoneyApprovals>;
