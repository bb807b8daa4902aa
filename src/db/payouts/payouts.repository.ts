import { payableSql } from '#db/ledger/payable-sql.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';
import type { Payout, PayoutStatus, StatementRow } from '#domain/payouts/payout.js';

/** Payouts with the entries they take; each change of state is a conditional update. */
export function createPayoutsRepository() {
  return {
    /** One after the other, payouts of a vendor decide which entries are theirs. @returns whether there is such a vendor */
    async lockVendor(tx: Tx, vendorId: string): Promise<boolean> {
      const { rows } = await tx.raw<{ rows: unknown[] }>(
        'select id from vendors where id = ? for no key update',
        [vendorId],
      );
      return rows.length > 0;
    },

    /** The open entries of a vendor that can be paid out, posted before an instant. */
    async payable(
      tx: Tx,
      vendorId: string,
      { until, cutOff }: { until: Date; cutOff: Date },
    ): Promise<{ entryId: string; amount: number }[]> {
      const { rows } = await tx.raw<{ rows: { entryId: string; amount: number }[] }>(
        `select e.entry_id, e.amount from ledger_open_entries e
         where e.vendor_id = ? and e.posted_at < ? and ${payableSql('?::timestamptz')}
         order by e.posted_at, e.entry_id for update of e`,
        [vendorId, until, cutOff] as never[],
      );
      return rows;
    },

    async insert(
      tx: Tx,
      payout: Omit<Payout, 'reference' | 'failureReason' | 'paidAt' | 'failedAt'>,
      actor: Actor,
    ): Promise<void> {
      await tx('payouts').insert({ ...payout, actor: JSON.stringify(actor) });
    },

    /** The entries are this payout's: they are not open any more. */
    async take(tx: Tx, payoutId: string, entryIds: readonly string[]): Promise<void> {
      await tx.raw(
        `with taken as (delete from ledger_open_entries where entry_id = any(?::uuid[]) returning entry_id, amount)
         insert into payouts_entries (payout_id, entry_id, amount) select ?::uuid, entry_id, amount from taken`,
        [[...entryIds], payoutId] as never[],
      );
    },

    /** A payout that failed gives its entries free. */
    async release(tx: Tx, payoutId: string, at: Date): Promise<void> {
      await tx.raw(
        `with released as (
           update payouts_entries set released_at = ? where payout_id = ? and released_at is null returning entry_id
         )
         insert into ledger_open_entries (entry_id, vendor_id, order_vendor_id, kind, amount, posted_at)
         select e.id, e.vendor_id, t.order_vendor_id, t.kind, e.amount, t.posted_at
         from released r join ledger_entries e on e.id = r.entry_id join ledger_transactions t on t.id = e.transaction_id`,
        [at, payoutId] as never[],
      );
    },

    async lock(tx: Tx, id: string): Promise<Payout | undefined> {
      return tx('payouts').where({ id }).forUpdate().first() as Promise<Payout | undefined>;
    },

    async move(
      tx: Tx,
      id: string,
      from: readonly PayoutStatus[],
      changes: Partial<Pick<Payout, 'status' | 'reference' | 'failureReason' | 'paidAt' | 'failedAt'>>,
    ): Promise<boolean> {
      const changed = await tx('payouts')
        .where({ id })
        .whereIn('status', [...from])
        .update({ ...changes, updatedAt: tx.fn.now() });
      return changed > 0;
    },

    /** The entries of a payout in the order of their posting. */
    async statement(reader: Reader, payoutId: string): Promise<StatementRow[]> {
      const { rows } = await reader.raw<{ rows: StatementRow[] }>(
        `select t.kind, o.order_number, t.reason, t.gross, t.commission, t.commission_tax, t.tcs, t.tds, t.net, t.posted_at
         from payouts_entries p join ledger_entries e on e.id = p.entry_id
         join ledger_transactions t on t.id = e.transaction_id left join orders o on o.id = t.order_id
         where p.payout_id = ? order by t.posted_at, t.id`,
        [payoutId],
      );
      return rows;
    },
  };
}

export type PayoutsRepository = ReturnType<typeof createPayoutsRepository>;
