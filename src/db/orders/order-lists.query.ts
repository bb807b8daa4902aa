import type { CountCache } from '#db/kernel/count-cache.js';
import type { Knex } from '#db/kernel/knex.js';
import { applyFilter, listPage } from '#db/kernel/list-page.js';
import { ordersByHandle } from './order-handles.query.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { OrderStatus, PaymentStatus } from '#domain/orders/order.js';

export interface OrderSummaryRow {
  id: string;
  orderNumber: string;
  email: string;
  customerName: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  paymentMethod: string;
  currency: string;
  grandTotal: number;
  refundedTotal: number;
  /** Pieces. */
  itemCount: number;
  vendorCount: number;
  placedAt: Date;
}

const columns = {
  status: 'o.status',
  paymentStatus: 'o.paymentStatus',
  paymentMethod: 'o.paymentMethod',
  email: 'o.email',
  orderNumber: 'o.orderNumber',
  placedAt: 'o.placedAt',
  grandTotal: 'o.grandTotal',
};

/** The rows of a page, in the order of their ids as given. */
async function summaries(knex: Knex, ids: string[]): Promise<OrderSummaryRow[]> {
  const { rows } = await knex.raw<{ rows: OrderSummaryRow[] }>(
    `select o.id, o.order_number, o.email, o.customer_name, o.status, o.payment_status, o.payment_method, o.currency,
       o.grand_total, o.refunded_total, o.placed_at,
       (select coalesce(sum(l.quantity), 0)::integer from orders_lines l where l.order_id = o.id) as item_count,
       (select count(*)::integer from orders_sub_orders p where p.order_id = o.id) as vendor_count
     from unnest(?::uuid[]) with ordinality as wanted(id, place)
     join orders o on o.id = wanted.id
     order by wanted.place`,
    [ids],
  );
  return rows;
}

/**
 * A page of orders. The page is found by ids alone, on the indexes, and only its rows are read: that keeps page ten
 * thousand affordable.
 */
async function page(
  knex: Knex,
  base: Knex.QueryBuilder,
  query: ListQuery,
  counts?: { cache: CountCache; name: string },
): Promise<Page<OrderSummaryRow>> {
  const found = await listPage<{ id: string }>({
    base,
    query,
    columns,
    idColumn: 'o.id',
    searchColumns: ['o.orderNumber', 'o.email'],
    select: ['o.id'],
    counts,
  });
  const rows = await summaries(
    knex,
    found.rows.map((row) => row.id),
  );
  return { ...found, rows };
}

/** The orders of a buyer. */
export function listBuyerOrders(
  knex: Knex,
  userId: string,
  query: ListQuery,
): Promise<Page<OrderSummaryRow>> {
  return page(knex, knex('orders as o').where('o.userId', userId), query);
}

/**
 * All orders. The filter `vendorId` keeps whole orders that have a sub-order of that vendor. A search that is an AWB or an invoice
 * serial finds their orders, any other looks into numbers and addresses.
 */
export async function listAllOrders(
  knex: Knex,
  { search, ...query }: ListQuery,
  counts: CountCache,
): Promise<Page<OrderSummaryRow>> {
  const byHandle = search === undefined ? [] : await ordersByHandle(knex, search);
  const byVendor = query.filters.filter((filter) => filter.field === 'vendorId');
  const base = knex('orders as o');
  for (const filter of byVendor) {
    const subOrders = knex('orders_sub_orders as p').select(knex.raw('1')).whereRaw('p.order_id = o.id');
    applyFilter(subOrders, 'p.vendorId', filter);
    void base.whereExists(subOrders);
  }
  const rest = query.filters.filter((filter) => filter.field !== 'vendorId');
  if (byHandle.length > 0) void base.whereIn('o.id', byHandle);
  const name = `orders ${JSON.stringify([byVendor, byHandle])}`;
  const searched = { ...query, filters: rest, ...(byHandle.length === 0 && { search }) };
  return page(knex, base, searched, { cache: counts, name });
}
