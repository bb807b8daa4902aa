import { expectRow } from '#db/kernel/expect-row.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { ListedDispute } from '#domain/payments/provider-books.js';
import type { Dispute } from '#domain/reconciliation/dispute.js';

/** Disputes of payments, each kept once by its provider's id. */
export function createDisputesRepository() {
  return {
    /** Keeps a dispute that is new; one that is known stays as it is. The row is locked until the transaction ends. */
    async take(
      tx: Tx,
      providerId: string,
      dispute: ListedDispute,
      links: { paymentId: string | null; orderId: string | null; at: Date },
    ): Promise<{ dispute: Dispute; isNew: boolean }> {
      const { rows } = await tx.raw<{ rows: (Dispute & { isNew: boolean })[] }>(
        `insert into reconciliation_disputes as d (provider_id, provider_dispute_id, provider_payment_id, payment_id, order_id,
           amount, currency, state, reason_code, due_at, opened_at, state_at)
         values (?, ?, ?, ?, ?, ?, ?, 'opened', ?, ?, ?, ?)
         on conflict (provider_id, provider_dispute_id) do update set updated_at = now(),
           payment_id = coalesce(d.payment_id, excluded.payment_id), order_id = coalesce(d.order_id, excluded.order_id),
           reason_code = coalesce(excluded.reason_code, d.reason_code), due_at = coalesce(excluded.due_at, d.due_at)
         returning d.*, xmax = 0 as is_new`,
        [
          providerId,
          dispute.providerDisputeId,
          dispute.providerPaymentId,
          links.paymentId,
          links.orderId,
          dispute.amount,
          dispute.currency,
          dispute.reasonCode,
          dispute.dueAt,
          dispute.createdAt,
          links.at,
        ] as never[],
      );
      const { isNew, ...row } = expectRow(rows);
      return { dispute: row, isNew };
    },

    async update(
      tx: Tx,
      id: string,
      changes: Partial<
        Pick<
          Dispute,
          | 'state'
          | 'stateAt'
          | 'endedAt'
          | 'deducted'
          | 'lostAmount'
          | 'lossBookingId'
          | 'borneBy'
          | 'evidenceState'
          | 'evidenceKey'
          | 'evidenceAt'
          | 'evidenceSubmittedAt'
        >
      >,
    ): Promise<void> {
      await tx('reconciliation_disputes')
        .where({ id })
        .update({ ...changes, updatedAt: tx.fn.now() });
    },

    async find(reader: Reader, id: string): Promise<Dispute | undefined> {
      return (await reader('reconciliation_disputes').where({ id }).first()) as Dispute | undefined;
    },

    async lock(tx: Tx, id: string): Promise<Dispute | undefined> {
      return (await tx('reconciliation_disputes').where({ id }).forUpdate().first()) as Dispute | undefined;
    },

    /** Disputes of a provider that have not ended, in the order of their ids: each is asked for again. */
    async openOf(
      reader: Reader,
      providerId: string,
      page: { after: string | null; limit: number },
    ): Promise<Pick<Dispute, 'id' | 'providerDisputeId'>[]> {
      const rows = reader('reconciliation_disputes')
        .where({ providerId })
        .whereIn('state', ['opened', 'under_review']);
      if (page.after) void rows.where('id', '>', page.after);
      return (await rows.orderBy('id').limit(page.limit).select('id', 'providerDisputeId')) as never;
    },

    /** Disputes of a payment that nobody knew when they came. */
    async unmatchedOf(reader: Reader, providerId: string, providerPaymentId: string): Promise<Dispute[]> {
      return (await reader('reconciliation_disputes')
        .where({ providerId, providerPaymentId })
        .whereNull('orderId')) as Dispute[];
    },

    async attach(tx: Tx, id: string, links: { paymentId: string; orderId: string }): Promise<void> {
      await tx('reconciliation_disputes')
        .where({ id })
        .update({ ...links, updatedAt: tx.fn.now() });
    },

    /** The amounts that a lost dispute took from the sub-orders of an order, to take them back. */
    async lossesOf(
      reader: Reader,
      bookingId: string,
    ): Promise<
      {
        vendorId: string;
        subOrderId: string;
        gross: number;
        commission: number;
        commissionTax: number;
        net: number;
      }[]
    > {
      return (await reader('ledger_transactions')
        .where('kind', 'dispute')
        .where('sourceId', bookingId)
        .select('vendorId', 'subOrderId', 'gross', 'commission', 'commissionTax', 'net')) as never;
    },
  };
}

export type DisputesRepository = ReturnType<typeof createDisputesRepository>;
