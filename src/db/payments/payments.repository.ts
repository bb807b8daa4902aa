import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { isId } from '#lib/ids.js';
import type { CapturedMoney, Payment, PaymentState, ProviderPayment } from '#domain/payments/payment.js';

export interface NewPayment {
  id: string;
  orderId: string;
  providerId: string;
  method: string;
  amount: number;
  storeCredit: number;
  currency: string;
  /** `accepted` where nobody waits for its money. */
  status: PaymentState;
  createdAt: Date;
}

/** Attempts that may still be paid, or wait for cash. */
const OPEN: PaymentState[] = ['pending', 'accepted', 'failed'];

export function createPaymentsRepository() {
  return {
    async insert(tx: Tx, payment: NewPayment): Promise<void> {
      await tx('payments').insert({ ...payment });
    },

    async find(reader: Reader, paymentId: string): Promise<ProviderPayment | undefined> {
      return reader('payments').where({ id: paymentId }).first();
    },

    /** The attempts of an order, the latest first. */
    async ofOrder(reader: Reader, orderId: string): Promise<Payment[]> {
      return await reader('payments').where({ orderId }).orderBy('id', 'desc');
    },

    /** The payment that a provider's report is about. */
    async findReported(
      reader: Reader,
      report: {
        providerId: string;
        paymentId?: string;
        providerOrderId?: string;
        providerPaymentId?: string;
      },
    ): Promise<Payment | undefined> {
      const { providerId, providerOrderId, providerPaymentId } = report;
      // What a provider gives back as our reference may be anything.
      const paymentId = report.paymentId && isId(report.paymentId) ? report.paymentId : null;
      const { rows } = await reader.raw<{ rows: Payment[] }>(
        `select * from payments
         where (id = ?::uuid and provider_id = ?)
           or (provider_id = ? and provider_order_id = ?) or (provider_id = ? and provider_payment_id = ?)
         order by id = ?::uuid desc nulls last, provider_payment_id = ? desc nulls last limit 1`,
        [
          paymentId,
          providerId,
          providerId,
          providerOrderId ?? null,
          providerId,
          providerPaymentId ?? null,
          paymentId,
          providerPaymentId ?? null,
        ],
      );
      return rows[0];
    },

    /** Where the buyer wants to go this time, on a page of ours that is opened again. */
    async setReturnUrl(tx: Tx, paymentId: string, returnUrl: string): Promise<void> {
      await tx('payments').where({ id: paymentId }).update({ returnUrl, updatedAt: tx.fn.now() });
    },

    /** @returns whether it was still open */
    async markAccepted(tx: Tx, paymentId: string): Promise<boolean> {
      const changed = await tx('payments')
        .where({ id: paymentId, status: 'pending' })
        .update({ status: 'accepted', updatedAt: tx.fn.now() });
      return changed > 0;
    },

    /** Notes that a payment was declined; money that arrived goes before it. @returns whether this changed the row */
    async markFailed(tx: Tx, paymentId: string, reason: string): Promise<boolean> {
      const changed = await tx('payments')
        .where({ id: paymentId, status: 'pending' })
        .update({ status: 'failed', failureReason: reason, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    /** Notes money that arrived and goes back. @returns false when it was noted before */
    async markRefundDue(
      tx: Tx,
      paymentId: string,
      money: CapturedMoney,
      { surplus }: { surplus: boolean },
    ): Promise<boolean> {
      return recordMoney(tx, paymentId, money, { status: 'refund_due', surplus });
    },

    /** Notes money as the order's own; what came before is so no longer. @returns false when it was noted before */
    async markCaptured(tx: Tx, payment: Payment, money: CapturedMoney): Promise<boolean> {
      const { storeCredit } = payment;
      if (!(await recordMoney(tx, payment.id, money, { status: 'captured', storeCredit }))) return false;
      await tx('payments')
        .where({ orderId: payment.orderId, surplus: false })
        .whereNot({ id: payment.id })
        .whereNotNull('capturedAt')
        .update({ surplus: true, updatedAt: tx.fn.now() });
      return true;
    },

    /** Whether money has come that counts as the order's own, also when it went back. */
    async hasOwnMoney(tx: Tx, orderId: string): Promise<boolean> {
      const row = await tx('payments')
        .where({ orderId, surplus: false })
        .whereNotNull('capturedAt')
        .first('id');
      return row !== undefined;
    },

    /** Records a further charge on an order that has its payment. @returns false when it was recorded before */
    async insertExtra(tx: Tx, id: string, payment: Payment, money: CapturedMoney): Promise<boolean> {
      const inserted = await tx('payments')
        .insert({
          id,
          orderId: payment.orderId,
          providerId: payment.providerId,
          method: payment.method,
          amount: money.amount,
          currency: money.currency,
          status: 'refund_due',
          surplus: true,
          providerPaymentId: money.providerPaymentId,
          capturedAmount: money.amount,
          capturedAt: money.at,
        })
        .onConflict(tx.raw('(provider_id, provider_payment_id) where provider_payment_id is not null'))
        .ignore()
        .returning('id');
      return inserted.length > 0;
    },

    /** No attempt of this order is asked for any more. */
    async cancelOpen(tx: Tx, orderId: string): Promise<void> {
      await tx('payments')
        .where({ orderId })
        .whereIn('status', OPEN)
        .update({ status: 'cancelled', updatedAt: tx.fn.now() });
    },

    /** Captured payments of an order become due back. @returns them */
    async makeRefundDue(tx: Tx, orderId: string): Promise<Payment[]> {
      return await tx('payments')
        .where({ orderId, status: 'captured' })
        .where('capturedAmount', '>', 0)
        .update({ status: 'refund_due', updatedAt: tx.fn.now() })
        .returning('*');
    },

    /** Store credit of an unpaid cash order that went back. */
    async reduceStoreCredit(tx: Tx, orderId: string, amount: number): Promise<void> {
      await tx('payments')
        .where({ orderId, status: 'accepted' })
        .decrement('storeCredit', amount)
        .update({ updatedAt: tx.fn.now() });
    },

    /**
     * Subunits of a payment that are on their way back, are to go, or went without a refund of ours: what its provider sent back
     * of its own accord and nobody has allocated, and what a lost dispute took.
     */
    async pendingRefunds(reader: Reader, paymentId: string): Promise<number> {
      const { rows } = await reader.raw<{ rows: { amount: number }[] }>(
        `select ((select coalesce(sum(r.amount), 0) from payments_refunds r
             where r.payment_id = ? and r.status = 'pending')
           - (select coalesce(sum(m.amount), 0) from reconciliation_movements m
             where m.payment_id = ? and m.kind = 'refund' and m.refund_id is null and m.state <> 'failed')
           + (select coalesce(sum(d.lost_amount), 0) from reconciliation_disputes d
             where d.payment_id = ?))::bigint as amount`,
        [paymentId, paymentId, paymentId],
      );
      return rows[0]?.amount ?? 0;
    },

    /** The payment that the provider calls so. */
    async ofProvider(
      reader: Reader,
      providerId: string,
      providerPaymentId: string,
    ): Promise<Payment | undefined> {
      return reader('payments').where({ providerId, providerPaymentId }).first();
    },

    /** What of a payment has gone back or is to go, and what of that as store credit. */
    async refundSums(
      reader: Reader,
      paymentId: string,
    ): Promise<{ refunded: number; refundedCredit: number }> {
      const row = await reader('payments_refunds')
        .where({ paymentId })
        .whereNot('status', 'failed')
        .sum({ refunded: 'amount', refundedCredit: 'storeCredit' })
        .first();
      return { refunded: Number(row?.refunded ?? 0), refundedCredit: Number(row?.refundedCredit ?? 0) };
    },

    /** Adds a refund to its payment, which is refunded once all of it went back. */
    async addRefunded(tx: Tx, paymentId: string, amount: number): Promise<void> {
      await tx.raw(
        `update payments set refunded_total = refunded_total + ?, updated_at = now(),
           status = case when refunded_total + ? >= captured_amount then 'refunded' else status end
         where id = ?`,
        [amount, amount, paymentId],
      );
    },
  };
}

async function recordMoney(
  tx: Tx,
  paymentId: string,
  money: CapturedMoney,
  { storeCredit = 0, ...as }: { status: 'captured' | 'refund_due'; surplus?: boolean; storeCredit?: number },
): Promise<boolean> {
  const changed = await tx('payments')
    .where({ id: paymentId })
    .whereIn('status', [...OPEN, 'cancelled'])
    .update({
      ...as,
      // Money that goes back as a whole came without the credit, which its order has given back.
      storeCredit,
      providerPaymentId: money.providerPaymentId,
      capturedAmount: money.amount + storeCredit,
      capturedAt: money.at,
      failureReason: null,
      updatedAt: tx.fn.now(),
    });
  return changed > 0;
}

export type PaymentsRepository = ReturnType<typeof createPaymentsRepository>;
