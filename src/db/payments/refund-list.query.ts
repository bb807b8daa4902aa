import type { Knex } from '#db/kernel/knex.js';
import { applyFilter } from '#db/kernel/list-filter.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { ListedRefund } from '#domain/payments/payment.js';
import type { RefundLine } from '#domain/payments/refundable.js';

const columns = [
  'r.id',
  'r.order_id',
  'r.sub_order_id',
  'r.payment_id',
  'o.order_number',
  'o.email',
  'p.provider_id',
  'p.currency',
  'r.amount',
  'r.store_credit',
  'r.reason',
  'r.cause',
  'r.origin',
  'r.restock',
  'r.status',
  'r.by_hand',
  'r.awaiting_approval',
  'r.reference',
  'r.below_minimum',
  'r.retries',
  'r.paid_otherwise',
  'r.overpaid_at',
  'r.given_up_at',
  'r.given_up_reason',
  'r.provider_refund_id',
  'r.failure_reason',
  'r.processed_at',
  'r.created_at',
];

const refunds = (knex: Knex) =>
  knex('payments_refunds as r')
    .join('payments as p', 'p.id', 'r.payment_id')
    .join('orders as o', 'o.id', 'r.order_id');

/** Whether money is still to be sent, or somebody has to decide that it is not. */
const OPEN = `(r.status in ('pending', 'failed') and r.given_up_at is null)`;

/** The refunds of all orders, with what an operator needs to pay one by hand. */
export function listRefunds(knex: Knex, query: ListQuery): Promise<Page<ListedRefund>> {
  const base = refunds(knex);
  const isOpen = ({ field }: { field: string }) => field === 'open';
  for (const filter of query.filters.filter(isOpen)) applyFilter(base, knex.raw(OPEN), filter);
  return listPage<ListedRefund>({
    base,
    query: { ...query, filters: query.filters.filter((filter) => !isOpen(filter)) },
    columns: {
      status: 'r.status',
      byHand: 'r.by_hand',
      orderNumber: 'o.order_number',
      createdAt: 'r.created_at',
      amount: 'r.amount',
    },
    idColumn: 'r.id',
    searchColumns: ['o.order_number', 'o.email'],
    exactColumns: ['o.order_number', 'o.email'],
    select: columns,
  });
}

export async function findListedRefund(knex: Knex, refundId: string): Promise<ListedRefund | undefined> {
  return await refunds(knex).where('r.id', refundId).first(columns);
}

export type DetailedRefund = ListedRefund & { lines: RefundLine[] };

/** The refunds of an order with what each is of, newest first; or one of them. */
export async function readOrderRefunds(
  knex: Knex,
  scope: { orderId: string; refundId?: string },
): Promise<DetailedRefund[]> {
  const base = refunds(knex).where('r.order_id', scope.orderId);
  if (scope.refundId) void base.where('r.id', scope.refundId);
  return await base
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .select([
      ...columns,
      knex.raw(
        `(select coalesce(jsonb_agg(jsonb_build_object('subOrderId', l.sub_order_id, 'lineId', l.line_id,
          'quantity', l.quantity, 'taxableValue', l.taxable_value, 'tax', l.tax, 'platformDiscount', l.platform_discount, 'amount', l.amount) order by l.id), '[]')
        from payments_refund_lines l where l.refund_id = r.id) as lines`,
      ),
    ]);
}
