import { actorNameSql } from './actor-name.query.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { ListedMoneyApproval } from '#domain/access/money-approval.js';

const base = (knex: Knex) =>
  knex('access_money_approvals as a')
    .leftJoin('vendors as v', 'v.id', 'a.vendor_id')
    .leftJoin('orders as o', 'o.id', 'a.order_id')
    .leftJoin('payments_refunds as r', 'r.id', 'a.entity_id');

const select = (knex: Knex) => [
  'a.id',
  'a.kind',
  'a.entity_id',
  'a.amount',
  'a.currency',
  'a.vendor_id',
  'v.display_name as vendor_name',
  'a.order_id',
  'o.order_number',
  knex.raw(
    `(select u.email from accounts_users u where a.kind = 'store_credit_adjustment' and u.id::text = a.input->>'userId') as email`,
  ),
  knex.raw(`coalesce(a.input->>'reason', r.reason) as note`),
  'a.cause',
  knex.raw(`${actorNameSql('a.asked_by')} as asked_by`),
  'a.asked_at',
  'a.state',
  knex.raw(`case when a.decided_by is not null then ${actorNameSql('a.decided_by')} end as decided_by`),
  'a.decided_at',
  'a.reason',
  'a.alone',
];

export function listMoneyApprovals(knex: Knex, query: ListQuery): Promise<Page<ListedMoneyApproval>> {
  return listPage<ListedMoneyApproval>({
    base: base(knex),
    query,
    idColumn: 'a.id',
    select: select(knex),
    columns: {
      state: 'a.state',
      kind: 'a.kind',
      vendorId: 'a.vendor_id',
      orderId: 'a.order_id',
      amount: 'a.amount',
      askedAt: 'a.asked_at',
    },
  });
}

export async function readMoneyApproval(knex: Knex, id: string): Promise<ListedMoneyApproval | undefined> {
  return await base(knex).where('a.id', id).first(select(knex));
}
