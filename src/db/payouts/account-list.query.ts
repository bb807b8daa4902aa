import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { ListedAccount } from '#domain/payouts/account.js';
import { actorNameSql } from '#db/access/actor-name.query.js';

const base = (knex: Knex, { vendorId }: { vendorId?: string }) => {
  const rows = knex('payouts_accounts as a').join('vendors as v', 'v.id', 'a.vendor_id');
  return vendorId ? rows.where('a.vendor_id', vendorId) : rows;
};

const select = (knex: Knex) => [
  'a.*',
  'v.display_name as vendor_name',
  knex.raw(`${actorNameSql('a.changed_by')} as changed_by_name`),
];

export function listAccounts(
  knex: Knex,
  scope: { vendorId?: string },
  query: ListQuery,
): Promise<Page<ListedAccount>> {
  return listPage<ListedAccount>({
    base: base(knex, scope),
    query,
    idColumn: 'a.id',
    select: select(knex),
    columns: { state: 'a.state', vendorId: 'a.vendor_id', changedAt: 'a.changed_at' },
  });
}

export async function readAccount(knex: Knex, id: string): Promise<ListedAccount | undefined> {
  return await base(knex, {}).where('a.id', id).first(select(knex));
}
