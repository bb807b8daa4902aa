import type { CountCache } from '#db/kernel/count-cache.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { ListedTransaction } from '#domain/ledger/ledger.js';

const columns = {
  kind: 't.kind',
  vendorId: 't.vendor_id',
  orderId: 't.order_id',
  orderVendorId: 't.sub_order_id',
  postedAt: 't.posted_at',
  id: 't.id',
};

/** The postings of all vendors, or of one. The page is found by ids, and only its rows are read. */
export async function listLedger(
  knex: Knex,
  scope: { vendorId?: string },
  query: ListQuery,
  counts: CountCache,
): Promise<Page<ListedTransaction>> {
  const base = knex('ledger_transactions as t');
  if (scope.vendorId) void base.where('t.vendor_id', scope.vendorId);
  const found = await listPage<{ id: string }>({
    base,
    query,
    columns,
    idColumn: 't.id',
    select: ['t.id'],
    fewValues: { kind: { table: 'ledger_transactions', column: 'kind' } },
    counts: { cache: counts, name: `ledger ${scope.vendorId ?? ''}` },
  });
  const { rows } = await knex.raw<{ rows: ListedTransaction[] }>(
    `select t.id, t.kind, t.source_id, t.vendor_id, t.order_id, t.sub_order_id, t.provider_id, t.gross, t.platform_discount, t.commission,
       t.commission_tax, t.tcs, t.tds, t.net, t.reason, t.posted_at, o.order_number,
       (select coalesce(jsonb_agg(jsonb_build_object('account', e.account, 'amount', e.amount) order by e.id), '[]')
        from ledger_entries e where e.transaction_id = t.id) as entries
     from unnest(?::uuid[]) with ordinality as wanted(id, place)
     join ledger_transactions t on t.id = wanted.id
     left join orders o on o.id = t.order_id
     order by wanted.place`,
    [found.rows.map(({ id }) => id)],
  );
  return { ...found, rows };
}
