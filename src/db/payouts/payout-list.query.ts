import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { ListedPayout } from '#domain/payouts/payout.js';

export interface PayoutScope {
  vendorId?: string;
}

const base = (knex: Knex, { vendorId }: PayoutScope) => {
  const rows = knex('payouts as p').join('vendors as v', 'v.id', 'p.vendor_id');
  return vendorId ? rows.where('p.vendor_id', vendorId) : rows;
};

const select = (knex: Knex) => [
  'p.*',
  'v.display_name as vendor_name',
  knex.raw('(select count(*)::integer from payouts_entries e where e.payout_id = p.id) as entry_count'),
];

export function listPayouts(knex: Knex, scope: PayoutScope, query: ListQuery): Promise<Page<ListedPayout>> {
  return listPage<ListedPayout>({
    ...{ base: base(knex, scope), query, idColumn: 'p.id', select: select(knex) },
    columns: {
      status: 'p.status',
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
