import { expectRow } from '#db/kernel/expect-row.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Booking, MovementStanding } from '#domain/reconciliation/booking.js';
import type { Movement, RefundDecision, ReportedMovement } from '#domain/reconciliation/movement.js';

/** Of two reports the later one counts; a pending state never replaces an end. */
const laterState = (column: string) => `case
  when excluded.state = 'pending' and m.state <> 'pending' then m.${column}
  when m.state = 'pending' and excluded.state <> 'pending' then excluded.${column}
  when excluded.state_at >= m.state_at then excluded.${column} else m.${column} end`;

/** What providers say of the movements of their balances, each kept once by its own id. */
export function createMovementsRepository() {
  return {
    /**
     * Keeps a report; what an earlier one said and this one does not, stays. The row is locked until the transaction ends.
     * @param links our payment and its order, where they are known
     */
    async record(
      tx: Tx,
      report: ReportedMovement,
      links: { paymentId: string | null; orderId: string | null },
    ): Promise<Movement> {
      const { rows } = await tx.raw<{ rows: Movement[] }>(
        `insert into reconciliation_movements as m (provider_id, kind, provider_ref, provider_payment_id, provider_order_id,
           provider_dispute_id, order_number, state, state_at, amount, currency, fee, fee_tax, payment_id, order_id, occurred_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (provider_id, kind, provider_ref) do update set
           provider_payment_id = coalesce(excluded.provider_payment_id, m.provider_payment_id),
           provider_order_id = coalesce(excluded.provider_order_id, m.provider_order_id),
           provider_dispute_id = coalesce(excluded.provider_dispute_id, m.provider_dispute_id),
           order_number = coalesce(excluded.order_number, m.order_number),
           state = ${laterState('state')}, state_at = ${laterState('state_at')},
           fee = coalesce(excluded.fee, m.fee), fee_tax = coalesce(excluded.fee_tax, m.fee_tax),
           payment_id = coalesce(excluded.payment_id, m.payment_id), order_id = coalesce(excluded.order_id, m.order_id),
           updated_at = now()
         returning *`,
        [
          report.providerId,
          report.kind,
          report.providerRef,
          report.providerPaymentId,
          report.providerOrderId ?? null,
          report.providerDisputeId ?? null,
          report.orderNumber ?? null,
          report.state,
          report.stateAt,
          report.amount,
          report.currency,
          report.fee ?? null,
          report.feeTax ?? null,
          links.paymentId,
          links.orderId,
          report.occurredAt,
        ] as never[],
      );
      return expectRow(rows);
    },

    /**
     * Keeps captures that are reported and settled already, many in one statement: nothing else follows from them.
     * @param events ids of stored webhooks
     */
    async recordCaptures(reader: Reader, events: readonly string[]): Promise<void> {
      await reader.raw(
        `insert into reconciliation_movements as m (provider_id, kind, provider_ref, provider_payment_id, provider_order_id,
           state, state_at, amount, currency, payment_id, order_id, occurred_at)
         select distinct on (p.id) e.provider_id, 'payment', p.provider_payment_id, p.provider_payment_id, p.provider_order_id,
           'done', e.occurred_at, p.captured_amount - p.store_credit, p.currency, p.id, p.order_id, e.occurred_at
         from payments_webhook_events e join payments p
           on p.provider_id = e.provider_id and p.provider_payment_id = e.payload ->> 'providerPaymentId'
         where e.id = any(?::uuid[]) and p.captured_at is not null
         on conflict (provider_id, kind, provider_ref) do nothing`,
        [[...events]],
      );
    },

    async lock(tx: Tx, id: string): Promise<Movement | undefined> {
      return (await tx('reconciliation_movements').where({ id }).forUpdate().first()) as Movement | undefined;
    },

    async find(reader: Reader, id: string): Promise<Movement | undefined> {
      return (await reader('reconciliation_movements').where({ id }).first()) as Movement | undefined;
    },

    /** The ledger's and our own rows that a movement is of. */
    async standing(reader: Reader, { paymentId, refundId }: Movement): Promise<MovementStanding> {
      const { rows } = await reader.raw<{
        rows: {
          sold: boolean | null;
          surplus: boolean;
          brought: number;
          status: 'pending' | 'processed' | 'failed' | null;
          amount: number;
          storeCredit: number;
          paidOtherwise: boolean;
        }[];
      }>(
        `select case when p.id is not null then exists (select from ledger_transactions t
             where t.kind = 'sale' and t.order_id = p.order_id and t.payment_id = p.id) end as sold,
           coalesce(p.surplus, false) as surplus,
           coalesce(p.captured_amount - p.store_credit, 0)::bigint as brought,
           r.status, coalesce(r.amount, 0)::bigint as amount, coalesce(r.store_credit, 0)::bigint as store_credit,
           coalesce(r.paid_otherwise, false) as paid_otherwise
         from (select ?::uuid as payment_id, ?::uuid as refund_id) m
         left join payments p on p.id = m.payment_id left join payments_refunds r on r.id = m.refund_id`,
        [paymentId, refundId] as never[],
      );
      const { sold, surplus, brought, status, ...refund } = expectRow(rows);
      return {
        payment: sold === null ? null : { sold, surplus, brought },
        refund: status === null ? null : { status, ...refund },
      };
    },

    async setBooking(tx: Tx, id: string, booking: Booking | null): Promise<void> {
      await tx('reconciliation_movements')
        .where({ id })
        .update({ bookedTo: booking?.account ?? null, booked: booking?.amount ?? 0, updatedAt: tx.fn.now() });
    },

    async setFees(tx: Tx, id: string, { fee, feeTax }: { fee: number; feeTax: number }): Promise<void> {
      await tx('reconciliation_movements')
        .where({ id })
        .update({ feeBooked: fee, feeTaxBooked: feeTax, updatedAt: tx.fn.now() });
    },

    /** The refund that it is, or that was made for it. */
    async setRefund(tx: Tx, id: string, refundId: string): Promise<void> {
      await tx('reconciliation_movements').where({ id }).update({ refundId, updatedAt: tx.fn.now() });
    },

    /** Ours, for a movement that came before we knew. */
    async link(tx: Tx, id: string, links: { paymentId: string; orderId: string }): Promise<void> {
      await tx('reconciliation_movements')
        .where({ id })
        .update({ ...links, updatedAt: tx.fn.now() });
    },

    async setDecision(tx: Tx, id: string, decision: RefundDecision): Promise<void> {
      await tx('reconciliation_movements').where({ id }).update({ decision, updatedAt: tx.fn.now() });
    },

    async setHeld(tx: Tx, id: string, held: Movement['held']): Promise<void> {
      await tx('reconciliation_movements')
        .where({ id })
        .update({ held: JSON.stringify(held), updatedAt: tx.fn.now() });
    },

    async setSettlement(tx: Tx, ids: readonly string[], settlementId: string): Promise<void> {
      await tx('reconciliation_movements')
        .whereIn('id', [...ids])
        .update({ settlementId, updatedAt: tx.fn.now() });
    },

    /** Refunds of a payment at the provider that no refund here is known for, the earliest first. */
    async unmatchedRefunds(
      reader: Reader,
      providerId: string,
      providerPaymentId: string,
    ): Promise<Movement[]> {
      return (await reader('reconciliation_movements')
        .where({ providerId, providerPaymentId, kind: 'refund' })
        .whereNull('refundId')
        .whereNull('decision')
        .whereNot({ state: 'failed' })
        .orderBy('occurredAt')
        .orderBy('id')) as Movement[];
    },

    /** Whether refunds or disputes of a payment came before it; one look, which nearly always finds nothing. */
    async waiting(
      reader: Reader,
      providerId: string,
      providerPaymentId: string,
    ): Promise<{ refunds: boolean; disputes: boolean }> {
      const { rows } = await reader.raw<{ rows: { refunds: boolean; disputes: boolean }[] }>(
        `select exists (select from reconciliation_movements m where m.provider_id = ? and m.provider_payment_id = ?
             and m.kind = 'refund' and m.refund_id is null) as refunds,
           exists (select from reconciliation_disputes d where d.provider_id = ? and d.provider_payment_id = ?
             and d.order_id is null) as disputes`,
        [providerId, providerPaymentId, providerId, providerPaymentId],
      );
      return expectRow(rows);
    },

    /** Payments, refunds and the rest of one provider that wait for an explanation, in the order of their ids. */
    async unexplained(
      reader: Reader,
      providerId: string,
      page: { after: string | null; limit: number },
    ): Promise<{ id: string }[]> {
      const { rows } = await reader.raw<{ rows: { id: string }[] }>(
        `select m.id from reconciliation_items i join reconciliation_movements m on m.id = i.source_id
         where i.state = 'open' and i.provider_id = ? and i.kind in ('payment_unmatched', 'refund_unmatched', 'refund_to_allocate')
           and (?::uuid is null or m.id > ?::uuid)
         order by m.id limit ?`,
        [providerId, page.after, page.after, page.limit] as never[],
      );
      return rows;
    },

    /** An adjustment that gives back a refund which failed after it was settled. */
    async linkReturn(tx: Tx, { id, providerId, providerPaymentId, amount }: Movement): Promise<void> {
      await tx.raw(
        `update reconciliation_movements set returned_id = (
           select r.id from reconciliation_movements r
           where r.provider_id = ? and r.kind = 'refund' and r.provider_payment_id = ? and r.state = 'failed' and r.amount = ?
             and not exists (select from reconciliation_movements o where o.returned_id = r.id)
           order by r.id limit 1)
         where id = ? and returned_id is null`,
        [providerId, providerPaymentId, -amount, id] as never[],
      );
    },

    /** What a provider says of one of its movements. */
    async ofProviderRef(
      reader: Reader,
      providerId: string,
      kind: Movement['kind'],
      providerRef: string,
    ): Promise<Movement | undefined> {
      return (await reader('reconciliation_movements').where({ providerId, kind, providerRef }).first()) as
        | Movement
        | undefined;
    },

    /**
     * Which of these rows of the provider's books say what is kept and booked already, so that nothing follows from them.
     * @returns their provider ids
     */
    async known(
      reader: Reader,
      providerId: string,
      rows: readonly Pick<ReportedMovement, 'kind' | 'providerRef' | 'state' | 'fee' | 'feeTax'>[],
    ): Promise<Set<string>> {
      const { rows: found } = await reader.raw<{ rows: { ref: string }[] }>(
        `select m.provider_ref as ref
         from jsonb_to_recordset(?::jsonb) as g (kind text, ref text, state text, fee bigint, tax bigint)
         join reconciliation_movements m on m.provider_id = ? and m.kind = g.kind and m.provider_ref = g.ref
         left join payments p on p.id = m.payment_id left join payments_refunds r on r.id = m.refund_id
         where m.state = g.state and coalesce(g.fee, m.fee, 0) = m.fee_booked and coalesce(g.tax, m.fee_tax, 0) = m.fee_tax_booked
           and case m.kind
             when 'payment' then m.state = 'failed' or p.captured_at is not null and p.provider_payment_id = m.provider_ref
             when 'refund' then r.status = case m.state when 'done' then 'processed' else m.state end
             else true end
           and not exists (select from reconciliation_items i where i.source_id = m.id and i.state = 'open')`,
        [
          JSON.stringify(
            rows.map(({ kind, providerRef: ref, state, fee, feeTax: tax }) => ({
              kind,
              ref,
              state,
              fee,
              tax,
            })),
          ),
          providerId,
        ] as never[],
      );
      return new Set(found.map(({ ref }) => ref));
    },
  };
}

export type MovementsRepository = ReturnType<typeof createMovementsRepository>;
