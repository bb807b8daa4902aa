import { actorNameSql } from '#db/access/actor-name.query.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { ListedPayout } from '#domain/payouts/payout.js';

export interface PayoutScope {
  vendorId?: string;
}

const transferSql = `case when t.payout_id is not null then jsonb_build_object(
   'providerId', t.provider_id, 'state', t.state, 'providerTransferId', t.provider_transfer_id, 'reason', t.reason,
   'problem', t.problem, 'createdBy', ${actorNameSql('t.created_by')},
   'approvedBy', case when t.approved_by is not null then ${actorNameSql('t.approved_by')} end, 'approvedAt', t.approved_at,
   'sentAt', t.sent_at, 'processedAt', t.processed_at, 'endedAt', t.ended_at) end as transfer`;

const base = (knex: Knex, { vendorId }: PayoutScope) => {
  const rows = knex('payouts as p')
    .join('vendors as v', 'v.id', 'p.vendor_id')
    .leftJoin('payouts_transfers as t', 't.payout_id', 'p.id');
  return vendorId ? rows.where('p.vendor_id', vendorId) : rows;
};

const select = (knex: Knex) => [
  'p.*',
  'v.display_name as vendor_name',
  knex.raw('(select count(*)::integer from payouts_entries e where e.payout_id = p.id) as entry_count'),
  knex.raw(transferSql),
];

export function listPayouts(knex: Knex, scope: PayoutScope, query: ListQuery): Promise<Page<ListedPayout>> {
  return listPage<ListedPayout>({
    base: base(knex, scope),
    query,
    idColumn: 'p.id',
    select: select(knex),
    columns: {
      status: 'p.status',
      transferState: 't.state',
      vendorId: 'p.vendor_id',
      amount: 'p.amount',
      createdAt: 'p.created_at',
    },
  });
}

export async function readPayout(
  knex: Knex,
  { payoutId, ...scope }: PayoutScope & { payoutId: string },
): Promise<ListedPayout | undefined> {
  return await base(knex, scope).where('p.id', payoutId).first(select(knex));
}

/** The latest payout of a vendor that was paid. */
export async function readLastPayout(knex: Knex, vendorId: string): Promise<ListedPayout | undefined> {
  return await base(knex, { vendorId })
    .where('p.status', 'paid')
    .orderBy('p.paid_at', 'desc')
    .first(select(knex));
}
