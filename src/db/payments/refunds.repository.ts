import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';
import type { Refund, RefundCause } from '#domain/payments/payment.js';
import type { RefundLine } from '#domain/payments/refundable.js';
import { isId } from '#lib/ids.js';

/** A refund's requests are counted; any where undefined. */
const ofRequest = (request: string | undefined) =>
  request === undefined ? {} : { retries: Number(request) };

/** Refunds: those that we asked for, and those that somebody made at the provider. */
export function createRefundsRepository() {
  return {
    async insert(
      tx: Tx,
      refund: {
        id: string;
        paymentId: string;
        orderId: string;
        subOrderId?: string;
        amount: number;
        /** None when undefined. */
        storeCredit?: number;
        reason: string;
        /** `refund` when undefined. */
        cause?: RefundCause;
        restock?: boolean;
        actor: Actor;
        /** False when undefined. */
        byHand?: boolean;
        /** `pending` when undefined; failed where its provider refuses so little. */
        status?: Refund['status'];
        belowMinimum?: boolean;
        failureReason?: string;
        processedAt?: Date | null;
        /** `platform` when undefined. */
        origin?: Refund['origin'];
      },
    ): Promise<void> {
      await tx('payments_refunds').insert({ ...refund, actor: JSON.stringify(refund.actor) });
    },

    async insertLines(tx: Tx, refundId: string, lines: readonly RefundLine[]): Promise<void> {
      if (lines.length === 0) return;
      await tx('payments_refund_lines').insert(
        lines.map(({ taxes, ...line }) => ({ refundId, ...line, taxes: JSON.stringify(taxes) })),
      );
    },

    async linesOf(reader: Reader, refundId: string): Promise<RefundLine[]> {
      return await reader('payments_refund_lines').where({ refundId }).orderBy('id');
    },

    /** The refunds of a sub-order that went back. */
    async processedOf(reader: Reader, subOrderId: string): Promise<Refund[]> {
      return reader('payments_refunds').where({ subOrderId, status: 'processed' }).orderBy('id') as Promise<
        Refund[]
      >;
    },

    async find(reader: Reader, refundId: string): Promise<Refund | undefined> {
      return reader('payments_refunds').where({ id: refundId }).first();
    },

    /** By our reference, or by the provider's. */
    async findReported(
      reader: Reader,
      report: { refundId?: string; providerRefundId?: string },
    ): Promise<Refund | undefined> {
      const { rows } = await reader.raw<{ rows: Refund[] }>(
        'select * from payments_refunds where id = ?::uuid or provider_refund_id = ? limit 1',
        [report.refundId && isId(report.refundId) ? report.refundId : null, report.providerRefundId ?? null],
      );
      return rows[0];
    },

    /**
     * Ends a refund, where no other act was first: acts that contradict each other wait at the row, and the later one finds
     * it in another state. What its provider says goes before what was taken for a failure and before its being given up;
     * a person records as paid what waits for one, and nothing that was given up.
     * @param end.from the states that it may be in, by default those of what its provider says
     * @param end.request which one has failed, as its event says: a later one has not
     * @returns false when it had ended before
     */
    async end(
      tx: Tx,
      refundId: string,
      end: {
        status: 'processed' | 'failed';
        providerRefundId: string | null;
        reason?: string;
        reference?: string;
        from?: readonly Refund['status'][];
        request?: string;
      },
    ): Promise<boolean> {
      const byProvider: Refund['status'][] = end.status === 'processed' ? ['pending', 'failed'] : ['pending'];
      const changed = await tx('payments_refunds')
        .where({ id: refundId })
        .whereIn('status', [...(end.from ?? byProvider)])
        .where((rows) => {
          if (end.reference !== undefined)
            void rows.whereNull('givenUpAt').where({ awaitingApproval: false });
        })
        .where(end.status === 'failed' ? ofRequest(end.request) : {})
        .update({
          status: end.status,
          // What went back was not given up.
          givenUpAt: null,
          givenUpReason: null,
          providerRefundId: tx.raw('coalesce(?, provider_refund_id)', [end.providerRefundId]),
          failureReason: end.reason ?? null,
          reference: end.reference ?? null,
          processedAt: tx.fn.now(),
          updatedAt: tx.fn.now(),
        });
      return changed > 0;
    },

    /** A second person decides whether it goes back. */
    async holdForApproval(tx: Tx, refundId: string): Promise<void> {
      await tx('payments_refunds').where({ id: refundId }).update({ awaitingApproval: true });
    },

    /** @returns the refund, where a second person was asked about it */
    async releaseApproved(tx: Tx, refundId: string): Promise<Refund | undefined> {
      const [row] = await tx('payments_refunds')
        .where({ id: refundId, awaitingApproval: true })
        .update({ awaitingApproval: false, updatedAt: tx.fn.now() })
        .returning('*');
      return row;
    },

    /** A failed refund is to be sent again. @returns false when it is not failed, was given up or cannot be sent */
    async retry(tx: Tx, refundId: string): Promise<boolean> {
      const changed = await tx('payments_refunds')
        .where({ id: refundId, status: 'failed', belowMinimum: false })
        .whereNull('givenUpAt')
        .update({
          status: 'pending',
          retries: tx.raw('retries + 1'),
          failureReason: null,
          processedAt: null,
          updatedAt: tx.fn.now(),
        });
      return changed > 0;
    },

    /** A failed refund was paid another way than by its provider. */
    async markPaidOtherwise(tx: Tx, refundId: string): Promise<void> {
      await tx('payments_refunds').where({ id: refundId }).update({ paidOtherwise: true });
    },

    /** The provider says that it sent a refund that was paid another way. @returns false when that was known */
    async markOverpaid(
      tx: Tx,
      refundId: string,
      providerRefundId: string | null,
      at: Date,
    ): Promise<boolean> {
      const changed = await tx('payments_refunds')
        .where({ id: refundId, paidOtherwise: true })
        .whereNull('overpaidAt')
        .update({
          overpaidAt: at,
          providerRefundId: tx.raw('coalesce(?, provider_refund_id)', [providerRefundId]),
          updatedAt: tx.fn.now(),
        });
      return changed > 0;
    },

    /** @returns false when it is not failed, or given up before */
    async abandon(tx: Tx, refundId: string, reason: string, at: Date): Promise<boolean> {
      const changed = await tx('payments_refunds')
        .where({ id: refundId, status: 'failed' })
        .whereNull('givenUpAt')
        .update({ givenUpAt: at, givenUpReason: reason, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    /** The provider has taken the refund and will tell how it ends. */
    async recordSent(
      tx: Tx,
      { refundId, request }: { refundId: string; request?: string },
      providerRefundId: string | null,
    ): Promise<void> {
      await tx('payments_refunds')
        .where({ id: refundId, status: 'pending', ...ofRequest(request) })
        .update({ providerRefundId, failureReason: null, updatedAt: tx.fn.now() });
    },

    /** Nobody can say what became of it: it stays open, with why. */
    async recordUnclear(
      tx: Tx,
      { refundId, request }: { refundId: string; request?: string },
      reason: string,
    ): Promise<void> {
      await tx('payments_refunds')
        .where({ id: refundId, status: 'pending', ...ofRequest(request) })
        .update({ failureReason: reason, updatedAt: tx.fn.now() });
    },
  };
}
