import { actorNameSql } from '#db/access/actor-name.query.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type {
  InTransit,
  ListedDispute,
  ListedItem,
  ListedSettlementLine,
} from '#domain/reconciliation/listed.js';
import type { Settlement } from '#domain/reconciliation/settlement.js';

const disputes = (knex: Knex) =>
  knex('reconciliation_disputes as d').leftJoin('orders as o', 'o.id', 'd.order_id');
const disputeColumns = ['d.*', 'o.order_number'];

export function listDisputes(knex: Knex, query: ListQuery): Promise<Page<ListedDispute>> {
  return listPage<ListedDispute>({
    base: disputes(knex),
    query,
    idColumn: 'd.id',
    select: disputeColumns,
    columns: {
      state: 'd.state',
      providerId: 'd.provider_id',
      orderId: 'd.order_id',
      dueAt: 'd.due_at',
      openedAt: 'd.opened_at',
      amount: 'd.amount',
    },
    searchColumns: ['o.order_number', 'd.provider_dispute_id', 'd.provider_payment_id'],
  });
}

export async function readDispute(knex: Knex, id: string): Promise<ListedDispute | undefined> {
  return (await disputes(knex).where('d.id', id).first(disputeColumns)) as ListedDispute | undefined;
}

export function listSettlements(knex: Knex, query: ListQuery): Promise<Page<Settlement>> {
  return listPage<Settlement>({
    base: knex('reconciliation_settlements as s'),
    query,
    idColumn: 's.id',
    select: ['s.*'],
    columns: {
      state: 's.state',
      providerId: 's.provider_id',
      issuedAt: 's.issued_at',
      amount: 's.amount',
      difference: 's.difference',
    },
    searchColumns: ['s.provider_settlement_id', 's.reference'],
  });
}

/** Of the movement; cash is of the parcel with this AWB. */
const orderOfLine = `coalesce(m.order_id, (select s.order_id from shipping_shipments s
  where m.id is null and s.awb = l.provider_ref and s.status = 'created' order by s.id desc limit 1))`;

export function listSettlementLines(
  knex: Knex,
  settlementId: string,
  query: ListQuery,
): Promise<Page<ListedSettlementLine>> {
  return listPage<ListedSettlementLine>({
    base: knex('reconciliation_settlement_lines as l')
      .leftJoin('reconciliation_movements as m', 'm.id', 'l.movement_id')
      .leftJoin('orders as o', (join) => join.on('o.id', '=', knex.raw(orderOfLine)))
      .where('l.settlement_id', settlementId),
    query,
    idColumn: 'l.id',
    select: [
      'l.id',
      'l.kind',
      'l.provider_ref',
      'o.id as order_id',
      'o.order_number',
      'l.amount',
      'l.fee',
      'l.tax',
      'l.description',
      'l.occurred_at',
    ],
    columns: { kind: 'l.kind', amount: 'l.amount', occurredAt: 'l.occurred_at' },
    searchColumns: ['o.order_number', 'l.provider_ref'],
  });
}

export async function readInTransit(reader: Reader, currency: string): Promise<InTransit[]> {
  const { rows } = await reader.raw<{ rows: InTransit[] }>(
    `select p.provider_id, ? as currency, -p.receipts as in_transit, p.unallocated, -p.disputed as disputed, f.completed_at as fetched_at, f.error
     from (
       select split_part(e.account, ':', 2) as provider_id,
         coalesce(sum(e.amount) filter (where e.account like 'receipts:%'), 0)::bigint as receipts,
         coalesce(sum(e.amount) filter (where e.account like 'unallocated:%'), 0)::bigint as unallocated,
         coalesce(sum(e.amount) filter (where e.account like 'disputes:%'), 0)::bigint as disputed
       from ledger_entries e
       where e.account like 'receipts:%' or e.account like 'unallocated:%' or e.account like 'disputes:%'
       group by 1
     ) p left join reconciliation_fetches f on f.provider_id = p.provider_id
     order by p.provider_id`,
    [currency],
  );
  return rows;
}

const items = (knex: Knex) =>
  knex('reconciliation_items as i')
    .leftJoin('orders as o', 'o.id', 'i.order_id')
    .leftJoin('accounts_users as u', 'u.id', 'i.owner_id');
const itemColumns = (knex: Knex) => [
  'i.id',
  'i.kind',
  'i.provider_id',
  'i.provider_ref',
  'i.order_id',
  'o.order_number',
  'i.amount',
  'i.currency',
  'i.reason',
  'i.owner_id',
  'u.email as owner_email',
  'i.state',
  'i.decision',
  'i.note',
  knex.raw(`case when i.decided_by is not null then ${actorNameSql('i.decided_by')} end as decided_by`),
  'i.closed_at',
  'i.created_at',
];

export function listItems(knex: Knex, query: ListQuery): Promise<Page<ListedItem>> {
  return listPage<ListedItem>({
    base: items(knex),
    query,
    idColumn: 'i.id',
    select: itemColumns(knex) as string[],
    columns: {
      state: 'i.state',
      kind: 'i.kind',
      providerId: 'i.provider_id',
      orderId: 'i.order_id',
      amount: 'i.amount',
      createdAt: 'i.created_at',
    },
    searchColumns: ['o.order_number', 'i.provider_ref'],
  });
}

export async function readItem(knex: Knex, id: string): Promise<ListedItem | undefined> {
  return (await items(knex)
    .where('i.id', id)
    .first(itemColumns(knex) as string[])) as ListedItem | undefined;
}
