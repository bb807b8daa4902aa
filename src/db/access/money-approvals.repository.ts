import { uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';
import type { MoneyApproval } from '#domain/access/money-approval.js';

/** Acts with money that wait for a second person; each decision is a conditional update. */
export function createMoneyApprovalsRepository() {
  return {
    async insert(
      tx: Tx,
      {
        askedBy,
        input,
        ...approval
      }: Omit<MoneyApproval, 'state' | 'decidedBy' | 'decidedAt' | 'reason' | 'alone'>,
    ): Promise<void> {
      await tx('access_money_approvals').insert({
        ...approval,
        input: input === null ? null : JSON.stringify(input),
        askedBy: JSON.stringify(askedBy),
      });
    },

    async find(reader: Reader, id: string): Promise<MoneyApproval | undefined> {
      return reader('access_money_approvals').where({ id }).first();
    },

    async lock(tx: Tx, id: string): Promise<MoneyApproval | undefined> {
      return tx('access_money_approvals').where({ id }).forUpdate().first();
    },

    /** The decision about a refund or a payout that waits, else the latest one. */
    async ofEntity(reader: Reader, entityId: string): Promise<MoneyApproval | undefined> {
      return reader('access_money_approvals').where({ entityId }).orderBy('id', 'desc').first();
    },

    /** @returns false where it was decided before */
    async decide(
      tx: Tx,
      id: string,
      {
        decidedBy,
        ...decision
      }: Pick<MoneyApproval, 'state' | 'reason' | 'alone'> & { decidedBy: Actor; decidedAt: Date },
    ): Promise<boolean> {
      const changed = await tx('access_money_approvals')
        .where({ id, state: 'waiting' })
        .update({ ...decision, decidedBy: JSON.stringify(decidedBy) });
      return changed > 0;
    },

    /** Whether a user has a second factor, so that the sign-in of the session has passed it. */
    async hasSecondFactor(reader: Reader, userId: string): Promise<boolean> {
      const row = await reader('accounts_second_factors')
        .where({ userId })
        .whereNotNull('confirmedAt')
        .first('userId');
      return row !== undefined;
    },

    /** Has refunds of one vendor decided one after the other, so that those of the same moment count each other. */
    async lockVendorsOf(tx: Tx, refundId: string): Promise<void> {
      await tx.raw(
        `select pg_advisory_xact_lock(hashtextextended('access.given_back ' || vendor_id, 0))
         from (select distinct o.vendor_id from payments_refund_lines own join orders_sub_orders o on o.id = own.sub_order_id
               where own.refund_id = ? order by o.vendor_id offset 0) as vendors`,
        [refundId],
      );
    },

    /**
     * The vendors of a refund for which more than a limit is given back since an instant, the refund included, that no operator has
     * decided. Vendors are locked before: a statement sees what was committed when it begins.
     */
    async vendorsAbove(
      reader: Reader,
      { refundId, since, limit }: { refundId: string; since: Date; limit: number },
    ): Promise<string[]> {
      const rows = await query(reader, { vendorId: uuid })(
        `select s.vendor_id
         from payments_refunds r
         join payments_refund_lines l on l.refund_id = r.id
         join orders_sub_orders s on s.id = l.sub_order_id
         where (r.created_at > ? or r.id = ?) and r.cause <> 'surplus' and s.vendor_id in (
             select o.vendor_id from payments_refund_lines own join orders_sub_orders o on o.id = own.sub_order_id
             where own.refund_id = ?)
           and not exists (select 1 from access_money_acts a where a.entity_id = r.id and a.kind = 'refund_created')
           and not exists (select 1 from access_money_approvals w where w.entity_id = r.id)
         group by s.vendor_id having sum(l.amount) > ?`,
        [since, refundId, refundId, limit],
      );
      return rows.map(({ vendorId }) => vendorId);
    },
  };
}

export type MoneyApprovalsRepository = ReturnType<typeof createMoneyApprovalsRepository>;
