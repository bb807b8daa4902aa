import { payableSql } from '#db/ledger/payable-sql.js';
import { expectRow } from '#db/kernel/expect-row.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';
import type { Payout, PayoutStatus, StatementRow } from '#domain/payouts/payout.js';
import type { StatementTotals } from '#domain/payouts/statement-view.js';

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

    /**
     * Creates a payout of the open entries of a vendor that can be paid out and were posted before an instant, in one
     * statement: however many they are, none is read by this process. The lock of the vendor keeps other payouts from them, so
     * that they need no further locks.
     * @returns the payable balance; the payout exists where that is `minimum` or more
     */
    async create(
      tx: Tx,
      payout: Omit<
        Payout,
        | 'amount'
        | 'status'
        | 'reference'
        | 'failureReason'
        | 'returnReference'
        | 'awaitingApproval'
        | 'paidAt'
        | 'failedAt'
      >,
      { cutOff, minimum, actor }: { cutOff: Date; minimum: number; actor: Actor },
    ): Promise<number> {
      const { id, vendorId, currency, until, bank, createdAt } = payout;
      const { rows } = await tx.raw<{ rows: { balance: number }[] }>(
        `with picked as materialized (
           select e.entry_id, e.amount from ledger_open_entries e
           where e.vendor_id = ? and e.posted_at < ? and ${payableSql('?::timestamptz')}
         ), payable as materialized (
           select coalesce(sum(amount), 0)::bigint as balance from picked
         ), payout as (
           insert into payouts (id, vendor_id, amount, currency, status, until, bank, actor, created_at)
           select ?::uuid, ?::uuid, balance, ?, 'pending', ?::timestamptz, ?, ?::jsonb, ?::timestamptz
           from payable where balance >= ? returning id
         ), taken as (
           delete from ledger_open_entries o using picked, payout where o.entry_id = picked.entry_id
           returning o.entry_id, o.amount
         ), entered as (
           insert into payouts_entries (payout_id, entry_id, amount)
           select payout.id, taken.entry_id, taken.amount from taken cross join payout
         )
         select balance from payable`,
        [
          vendorId,
          until,
          cutOff,
          id,
          vendorId,
          currency,
          until,
          bank,
          JSON.stringify(actor),
          createdAt,
          minimum,
        ] as never[],
      );
      return expectRow(rows).balance;
    },

    /** A payout that failed gives its entries free. */
    async release(tx: Tx, payoutId: string, at: Date): Promise<void> {
      await tx.raw(
        `with released as (
           update payouts_entries set released_at = ? where payout_id = ? and released_at is null returning entry_id
         )
         insert into ledger_open_entries (entry_id, vendor_id, sub_order_id, kind, amount, posted_at)
         select e.id, e.vendor_id, t.sub_order_id, t.kind, e.amount, t.posted_at
         from released r join ledger_entries e on e.id = r.entry_id join ledger_transactions t on t.id = e.transaction_id`,
        [at, payoutId] as never[],
      );
    },

    /**
     * What a vendor is paid since an instant without a second person, in subunits; without payouts that failed. Read it under the
     * lock of the vendor. @param except the payout that is decided about
     */
    async unapprovedSince(
      reader: Reader,
      { vendorId, since, except }: { vendorId: string; since: Date; except: string },
    ): Promise<number> {
      const row = await reader('payouts as p')
        .where('p.vendorId', vendorId)
        .where('p.createdAt', '>', since)
        .whereNot('p.id', except)
        .whereNot('p.status', 'failed')
        .whereNotExists(
          reader('access_money_approvals as a').whereRaw('a.entity_id = p.id').select(reader.raw('1')),
        )
        .sum({ amount: 'p.amount' })
        .first();
      return Number(row?.amount ?? 0);
    },

    /** A second person decides whether it is paid. */
    async holdForApproval(tx: Tx, id: string): Promise<void> {
      await tx('payouts').where({ id }).update({ awaitingApproval: true });
    },

    /** @returns the payout, where a second person was asked about it */
    async releaseApproved(tx: Tx, id: string): Promise<Payout | undefined> {
      const [row] = await tx('payouts')
        .where({ id, awaitingApproval: true, status: 'pending' })
        .update({ awaitingApproval: false, updatedAt: tx.fn.now() })
        .returning('*');
      return row;
    },

    /** Payouts that are not paid yet and take a sale of the order along. */
    async pendingOfOrder(tx: Tx, orderId: string): Promise<string[]> {
      const { rows } = await tx.raw<{ rows: { id: string }[] }>(
        `select distinct p.id from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.vendor_id is not null
         join payouts_entries x on x.entry_id = e.id and x.released_at is null
         join payouts p on p.id = x.payout_id and p.status = 'pending'
         where t.order_id = ? and t.kind = 'sale' order by p.id`,
        [orderId],
      );
      return rows.map(({ id }) => id);
    },

    async lock(tx: Tx, id: string): Promise<Payout | undefined> {
      return tx('payouts').where({ id }).forUpdate().first();
    },

    async move(
      tx: Tx,
      id: string,
      from: readonly PayoutStatus[],
      changes: Partial<
        Pick<Payout, 'status' | 'reference' | 'failureReason' | 'returnReference' | 'paidAt' | 'failedAt'>
      >,
    ): Promise<boolean> {
      const changed = await tx('payouts')
        .where({ id })
        .whereIn('status', [...from])
        .where((rows) => {
          if (changes.status === 'paid') void rows.where({ awaitingApproval: false });
        })
        .update({
          ...changes,
          ...(changes.status === 'failed' && { awaitingApproval: false }),
          updatedAt: tx.fn.now(),
        });
      return changed > 0;
    },

    /** The entries of a payout in the order of their posting. @param most by default all of them */
    async statement(reader: Reader, payoutId: string, most: number | null = null): Promise<StatementRow[]> {
      const { rows } = await reader.raw<{ rows: StatementRow[] }>(
        `select t.kind, o.order_number, t.reason, t.gross, t.platform_discount, t.commission, t.commission_tax, t.tcs, t.tds, t.net, t.posted_at,
           i.prefix || '/' || i.financial_year || '/' || lpad(i.sequence::text, 6, '0') as invoice_number,
           case when t.kind = 'sale' then p2.shipping_total end as shipping, case when t.kind = 'sale' then p2.tax_total end as tax
         from payouts_entries p join ledger_entries e on e.id = p.entry_id
         join ledger_transactions t on t.id = e.transaction_id left join orders o on o.id = t.order_id
         left join orders_sub_orders p2 on p2.id = t.sub_order_id
         left join invoices i on i.sub_order_id = t.sub_order_id and i.sequence is not null
         where p.payout_id = ? order by t.posted_at, t.id limit ?`,
        [payoutId, most] as never[],
      );
      return rows;
    },

    /** The sums of a payout's entries for each kind. */
    async statementTotals(reader: Reader, payoutId: string): Promise<StatementTotals[]> {
      const { rows } = await reader.raw<{ rows: StatementTotals[] }>(
        `select t.kind, count(*)::integer as count, sum(t.gross)::bigint as gross, sum(t.platform_discount)::bigint as platform_discount, sum(t.commission)::bigint as commission,
           sum(t.commission_tax)::bigint as commission_tax, sum(t.tcs)::bigint as tcs, sum(t.tds)::bigint as tds,
           sum(t.net)::bigint as net
         from payouts_entries p join ledger_entries e on e.id = p.entry_id
         join ledger_transactions t on t.id = e.transaction_id
         where p.payout_id = ? group by t.kind order by min(t.posted_at), t.kind`,
        [payoutId],
      );
      return rows;
    },

    /** Has a statement rendered that was never requested. */
    async addStatement(tx: Tx, payoutId: string): Promise<void> {
      await tx('payouts_statements').insert({ payoutId }).onConflict('payoutId').ignore();
    },

    /** The PDF of a statement is stored. */
    async storeStatement(
      tx: Tx,
      payoutId: string,
      file: { storageKey: string; fileSize: number },
    ): Promise<void> {
      await tx('payouts_statements').where({ payoutId }).update(file);
    },

    /** Where the PDF of a statement is stored; null until it is. */
    async statementKey(reader: Reader, payoutId: string): Promise<string | null> {
      const row = await reader('payouts_statements').where({ payoutId }).first('storageKey');
      return row?.storageKey ?? null;
    },

    /** The next payouts that are for the bank, pending and created before an instant, in the order of their ids. */
    async pendingAfter(
      reader: Reader,
      { until, after, limit }: { until: Date; after: string | null; limit: number },
    ): Promise<(Payout & { vendorName: string })[]> {
      return await reader('payouts as p')
        .join('vendors as v', 'v.id', 'p.vendorId')
        .where({ 'p.status': 'pending', 'p.awaitingApproval': false })
        .where('p.createdAt', '<', until)
        .whereNotExists(
          reader('payouts_transfers as t').whereRaw('t.payout_id = p.id').select(reader.raw('1')),
        )
        .where('p.id', '>', after ?? '00000000-0000-0000-0000-000000000000')
        .orderBy('p.id')
        .limit(limit)
        .select('p.*', 'v.displayName as vendorName');
    },
  };
}

export type PayoutsRepository = ReturnType<typeof createPayoutsRepository>;
