import { createLedgerRepository } from '#db/ledger/ledger.repository.js';
import { createSubOrdersRepository } from '#db/orders/sub-orders.repository.js';
import { createPaymentsRepository } from '#db/payments/payments.repository.js';
import { createStoreCreditRepository } from '#db/store-credit/store-credit.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { type CreditLedgerKind, NO_FIGURES } from '#domain/ledger/ledger.js';
import { storeCreditEntries } from '#domain/ledger/store-credit-entries.js';
import { formatMoney } from '#domain/mail/template-variables.js';
import type { Order } from '#domain/orders/order.js';
import type { Payment, Refund } from '#domain/payments/payment.js';
import type { CreditMovementKind } from '#domain/store-credit/credit-movement.js';
import { storeCreditErrors } from '#domain/store-credit/store-credit.errors.js';
import { storeCreditEvents } from '#domain/store-credit/store-credit.events.js';
import { newId } from '#lib/ids.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';
import { createStoreCreditMails } from './store-credit-mails.js';

interface Move {
  userId: string;
  currency: string;
  kind: CreditMovementKind;
  /** Positive adds to the balance. */
  amount: number;
  order?: Pick<Order, 'id'>;
  refund?: Pick<Refund, 'id' | 'paymentId'>;
  providerId?: string;
  reason?: string;
}

type CreditOrder = Pick<Order, 'id' | 'userId' | 'currency' | 'storeCredit' | 'paidAt'>;

const ACCOUNT_DELETED = 'The account was deleted';

const postedAs: Record<CreditMovementKind, CreditLedgerKind> = {
  granted: 'store_credit_adjusted',
  deducted: 'store_credit_adjusted',
  refunded: 'store_credit_refunded',
  spent: 'store_credit_held',
  released: 'store_credit_released',
};

/** Everything that changes the store credit of a buyer: the balance, its statement, the ledger and the event, in one transaction. */
export const createStoreCreditMoves = builtOnce(
  (deps: Pick<OperationDeps, 'outbox' | 'mail' | 'settings'>) => {
    const credit = createStoreCreditRepository();
    const ledger = createLedgerRepository();
    const payments = createPaymentsRepository();
    const subOrders = createSubOrdersRepository();
    const mails = createStoreCreditMails(deps);

    async function post(
      tx: Tx,
      ctx: Context,
      kind: CreditLedgerKind,
      amount: number,
      of: { sourceId: string; orderId?: string; paymentId?: string; providerId?: string; reason?: string },
    ): Promise<void> {
      const { sourceId, orderId = null, paymentId = null, providerId = null, reason = null } = of;
      const transaction = {
        ...NO_FIGURES,
        id: newId(),
        kind,
        sourceId,
        vendorId: null,
        orderId,
        subOrderId: null,
        paymentId,
        providerId,
        net: 0,
        reason,
        actor: ctx.actor,
        postedAt: ctx.now,
      };
      await ledger.post(tx, [{ transaction, entries: storeCreditEntries(kind, amount, providerId) }]);
    }

    /** @returns null where the balance would be below zero: nothing is moved then */
    async function tryMove(tx: Tx, ctx: Context, { order, refund, providerId, ...details }: Move) {
      const { userId, currency, kind, amount, reason } = details;
      const id = newId();
      const orderId = order?.id ?? null;
      const balance = await credit.move(tx, {
        id,
        userId,
        currency,
        kind,
        amount,
        orderId,
        refundId: refund?.id ?? null,
        reason: reason ?? null,
        actor: ctx.actor,
        createdAt: ctx.now,
      });
      if (balance === null) return null;
      const posted = kind === 'granted' || kind === 'deducted' ? amount : Math.abs(amount);
      await post(tx, ctx, postedAs[kind], posted, {
        sourceId: id,
        orderId: order?.id,
        paymentId: refund?.paymentId,
        providerId,
        reason,
      });
      const payload = { movementId: id, userId, kind, amount, balance, currency, orderId };
      deps.outbox.append(tx, ctx, storeCreditEvents.moved, userId, payload);
      return { id, balance };
    }

    /** @throws AppError CONFLICT where the balance would be below zero */
    async function move(tx: Tx, ctx: Context, details: Move) {
      const moved = await tryMove(tx, ctx, details);
      if (moved) return moved;
      const { userId, currency, amount } = details;
      throw storeCreditErrors.balanceTooLow({
        balance: formatMoney(await credit.balance(tx, userId, currency), currency),
        wanted: formatMoney(-amount, currency),
      });
    }

    async function giveBack(tx: Tx, ctx: Context, order: CreditOrder, amount: number): Promise<void> {
      if (amount <= 0) return;
      const { userId, currency } = order;
      await move(tx, ctx, { userId, currency, kind: 'released', amount, order });
    }

    /** The buyer has deleted the account, or it is being deleted: what would go there is the operator's, as the balance at that time. */
    async function lapse(tx: Tx, ctx: Context, order: Order, refund: Refund, providerId: string) {
      const of = { sourceId: refund.id, orderId: order.id, paymentId: refund.paymentId, providerId };
      await post(tx, ctx, 'store_credit_refunded', refund.storeCredit, of);
      await post(tx, ctx, 'store_credit_adjusted', -refund.storeCredit, { ...of, reason: ACCOUNT_DELETED });
    }

    return {
      /** A new order takes what it uses. @throws AppError CONFLICT where the balance is lower, also by another order at once */
      async spend(tx: Tx, ctx: Context, order: CreditOrder): Promise<void> {
        const { userId, currency, storeCredit } = order;
        await move(tx, ctx, { userId, currency, kind: 'spent', amount: -storeCredit, order });
      },

      /** Takes again what an order had used that was given up. @returns false where the balance is lower now */
      async spendAgain(tx: Tx, ctx: Context, order: CreditOrder): Promise<boolean> {
        const { userId, currency, storeCredit } = order;
        if (storeCredit === 0) return true;
        const spent = { userId, currency, kind: 'spent' as const, amount: -storeCredit, order };
        return (await tryMove(tx, ctx, spent)) !== null;
      },

      /** All that an unpaid order holds goes back: it was cancelled. */
      async release(tx: Tx, ctx: Context, order: CreditOrder): Promise<void> {
        if (order.storeCredit === 0 || order.paidAt) return;
        await giveBack(tx, ctx, order, await credit.heldBy(tx, order.id));
      },

      /**
       * The share of a sub-order whose cash was not taken goes back: it was cancelled, returned to its sender, or what is
       * left of it costs less. @param keep subunits that what is left costs
       */
      async releaseShare(
        tx: Tx,
        ctx: Context,
        order: CreditOrder,
        subOrder: { id: string; storeCredit: number },
        keep = 0,
      ): Promise<void> {
        if (order.paidAt || subOrder.storeCredit <= keep) return;
        const taken = await subOrders.takeStoreCredit(tx, subOrder.id, subOrder.storeCredit - keep);
        if (taken === 0) return;
        await payments.reduceStoreCredit(tx, order.id, taken);
        await giveBack(tx, ctx, order, taken);
      },

      /** Cash is taken for less than the order: what its sub-orders do not use goes back. @param used subunits */
      async releaseBeyond(tx: Tx, ctx: Context, order: CreditOrder, used: number): Promise<void> {
        if (order.storeCredit === 0 || order.paidAt) return;
        const rest = (await credit.heldBy(tx, order.id)) - used;
        if (rest <= 0) return;
        await payments.reduceStoreCredit(tx, order.id, rest);
        await giveBack(tx, ctx, order, rest);
      },

      /**
       * What was bought with it was paid: it stands for money of the provider.
       * @param sourceId the payment, or the sub-order whose cash was taken by itself
       */
      async use(
        tx: Tx,
        ctx: Context,
        payment: Pick<Payment, 'id' | 'orderId' | 'providerId' | 'storeCredit'>,
        sourceId = payment.id,
      ): Promise<void> {
        const { id, orderId, providerId, storeCredit } = payment;
        if (storeCredit === 0) return;
        await post(tx, ctx, 'store_credit_used', storeCredit, {
          sourceId,
          orderId,
          paymentId: id,
          providerId,
        });
      },

      /** What of a processed refund goes to the store credit of the buyer, with a mail. */
      async refund(tx: Tx, ctx: Context, order: Order, refund: Refund, providerId: string): Promise<void> {
        const { storeCredit: amount } = refund;
        if (amount === 0) return;
        const { userId, currency } = order;
        if (!(await credit.lockOwner(tx, userId))) return lapse(tx, ctx, order, refund, providerId);
        const { id, balance } = await move(tx, ctx, {
          userId,
          currency,
          kind: 'refunded',
          amount,
          order,
          refund,
          providerId,
        });
        await mails.added(tx, ctx, {
          movementId: id,
          to: order.email,
          name: order.customerName,
          amount,
          balance,
          currency,
          locale: order.locale,
          orderId: order.id,
          reason: order.orderNumber,
        });
      },

      /** The buyer deletes the account: what is left is the operator's. */
      async forfeit(tx: Tx, ctx: Context, userId: string): Promise<void> {
        for (const { currency, balance } of await credit.balancesOf(tx, userId))
          await move(tx, ctx, {
            userId,
            currency,
            kind: 'deducted',
            amount: -balance,
            reason: ACCOUNT_DELETED,
          });
      },

      /**
       * An operator grants or, with a negative amount, deducts.
       * @returns the movement
       * @throws AppError CONFLICT below zero, and for a grant while the account is being deleted
       */
      async adjust(
        tx: Tx,
        ctx: Context,
        buyer: { userId: string; email: string; name: string; currency: string },
        { amount, reason }: { amount: number; reason: string },
      ): Promise<string> {
        const { userId, email: to, name, currency } = buyer;
        if (amount > 0 && !(await credit.lockOwner(tx, userId))) throw storeCreditErrors.accountDeleted();
        const kind = amount > 0 ? 'granted' : 'deducted';
        const { id, balance } = await move(tx, ctx, { userId, currency, kind, amount, reason });
        if (amount > 0)
          await mails.added(tx, ctx, {
            movementId: id,
            to,
            name,
            amount,
            balance,
            currency,
            locale: null,
            orderId: null,
            reason,
          });
        return id;
      },
    };
  },
);

export type StoreCreditMoves = ReturnType<typeof createStoreCreditMoves>;
