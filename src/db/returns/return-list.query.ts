import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import { returnPickupSql } from '#db/shipping/pickup-json-sql.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { ListedReturn } from '#domain/returns/return-request.js';

export interface ReturnScope {
  vendorId?: string;
  userId?: string;
  orderId?: string;
  subOrderId?: string;
}

const LINES = `(select coalesce(jsonb_agg(jsonb_build_object('lineId', x.line_id, 'quantity', x.quantity, 'sellable', x.sellable,
    'title', l.title, 'variantTitle', l.variant_title, 'sku', l.sku) order by l.position), '[]')
  from returns_lines x join orders_lines l on l.id = x.line_id where x.return_id = q.id) as lines`;

function scoped(knex: Knex, { vendorId, userId, orderId, subOrderId }: ReturnScope): Knex.QueryBuilder {
  const base = knex('returns_requests as q').join('orders as o', 'o.id', 'q.order_id');
  if (vendorId) void base.where('q.vendor_id', vendorId);
  if (userId) void base.where('o.user_id', userId);
  if (orderId) void base.where('q.order_id', orderId);
  if (subOrderId) void base.where('q.sub_order_id', subOrderId);
  return base;
}

/** A refund that is too small for its provider is due until it is paid or given up. */
const REFUND_STATUS = `(select case when r.below_minimum and r.status = 'failed' and r.given_up_at is null then 'due' else r.status end
  from payments_refunds r where r.id = q.refund_id) as refund_status`;

const PICKUP = `${returnPickupSql('q.id')} as pickup`;

const select = (knex: Knex) => [
  'q.*',
  'o.order_number',
  knex.raw(LINES),
  knex.raw(REFUND_STATUS),
  knex.raw(PICKUP),
];

export function listReturns(knex: Knex, scope: ReturnScope, query: ListQuery): Promise<Page<ListedReturn>> {
  return listPage<ListedReturn>({
    base: scoped(knex, scope),
    query,
    idColumn: 'q.id',
    select: select(knex),
    columns: {
      status: 'q.status',
      origin: 'q.origin',
      vendorId: 'q.vendor_id',
      orderNumber: 'o.order_number',
      createdAt: 'q.created_at',
    },
    searchColumns: ['o.order_number'],
    exactColumns: ['o.order_number'],
  });
}

export async function readReturn(
  knex: Knex,
  scope: ReturnScope & { returnRequestId: string },
): Promise<ListedReturn | undefined> {
  return await scoped(knex, scope).where('q.id', scope.returnRequestId).first(select(knex));
}
