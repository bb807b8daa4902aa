import { instant, integer, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { CountCache } from '#db/kernel/count-cache.js';
import type { Knex } from '#db/kernel/knex.js';
import { applyFilter } from '#db/kernel/list-filter.js';
import { listPage, type ListPageOptions } from '#db/kernel/list-page.js';
import { keptOrderTotals, vendorSum } from './kept-order-totals.query.js';
import { ordersByHandle } from './order-handles.query.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { OrderStatus, PaymentStatus } from '#domain/orders/order.js';

const orderSummaryColumns = {
  id: uuid,
  orderNumber: text,
  email: text,
  customerName: text,
  status: textOf<OrderStatus>(),
  paymentStatus: textOf<PaymentStatus>(),
  paymentMethod: text,
  currency: text,
  grandTotal: integer,
  refundedTotal: integer,
  /** Pieces. */
  itemCount: integer,
  vendorCount: integer,
  placedAt: instant,
};
export type OrderSummaryRow = RowOf<typeof orderSummaryColumns>;

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
  return query(knex, orderSummaryColumns)(
    `select o.id, o.order_number, o.email, o.customer_name, o.status, o.payment_status, o.payment_method, o.currency,
       o.grand_total, o.refunded_total, o.placed_at,
       (select coalesce(sum(l.quantity), 0)::integer from orders_lines l where l.order_id = o.id) as item_count,
       (select count(*)::integer from orders_sub_orders p where p.order_id = o.id) as vendor_count
     from unnest(?::uuid[]) with ordinality as wanted(id, place)
     join orders o on o.id = wanted.id
     order by wanted.place`,
    [ids],
  );
}

interface Found {
  base: Knex.QueryBuilder;
  /** Columns that differ where the base begins with sub-orders. */
  columns?: Record<string, string>;
  counts?: { cache: CountCache; name: string };
  kept?: Pick<ListPageOptions, 'keptTotal' | 'keptStart'>;
}

/**
 * A page of orders. The page is found by ids alone, on the indexes, and only its rows are read: that keeps page ten
 * thousand affordable.
 */
async function page(knex: Knex, query: ListQuery, found: Found): Promise<Page<OrderSummaryRow>> {
  const { base, counts, kept } = found;
  const listed = await listPage<{ id: string }>({
    base,
    query,
    columns: { ...columns, ...found.columns },
    idColumn: 'o.id',
    select: ['o.id'],
    searchColumns: ['o.orderNumber', 'o.email'],
    fewValues: { paymentMethod: { table: 'orders', column: 'payment_method' } },
    exactColumns: ['o.orderNumber', 'o.email'],
    ...(counts && { counts }),
    ...kept,
  });
  const rows = await summaries(
    knex,
    listed.rows.map((row) => row.id),
  );
  return { ...listed, rows };
}

/** The orders of a buyer. */
export function listBuyerOrders(
  knex: Knex,
  userId: string,
  query: ListQuery,
): Promise<Page<OrderSummaryRow>> {
  return page(knex, query, { base: knex('orders as o').where('o.userId', userId) });
}

/**
 * All orders. The filter `vendorId` keeps whole orders that have a sub-order of that vendor. A search that is an AWB or an invoice
 * serial finds their orders, one that is a number or an address the orders that have it, any other looks into numbers and addresses.
 */
export async function listAllOrders(
  knex: Knex,
  { search, ...query }: ListQuery,
  counts: CountCache,
): Promise<Page<OrderSummaryRow>> {
  const byHandle = search === undefined ? [] : await ordersByHandle(knex, search);
  const byVendor = query.filters.filter((filter) => filter.field === 'vendorId');
  const rest = query.filters.filter((filter) => filter.field !== 'vendorId');
  const searched = { ...query, filters: rest, ...(byHandle.length === 0 && { search }) };
  const cache = { cache: counts, name: `orders ${JSON.stringify([byVendor, byHandle])}` };
  const [vendor] = byVendor;
  if (byVendor.length === 1 && vendor?.operator === 'eq' && byHandle.length === 0) {
    // A sub-order is placed with its order, and there is one of each vendor: its index has the order of the list.
    const base = knex('orders_sub_orders as p')
      .join('orders as o', 'o.id', 'p.orderId')
      .where('p.vendorId', vendor.value as string);
    const kept = rest.length === 0 ? { keptTotal: () => vendorSum(knex, vendor.value as string) } : undefined;
    return page(knex, searched, {
      base,
      columns: { placedAt: 'p.placedAt' },
      counts: cache,
      ...(kept && { kept }),
    });
  }
  const base = knex('orders as o');
  for (const filter of byVendor) {
    const subOrders = knex('orders_sub_orders as p').select(knex.raw('1')).whereRaw('p.order_id = o.id');
    applyFilter(subOrders, 'p.vendorId', filter);
    void base.whereExists(subOrders);
  }
  if (byHandle.length > 0) void base.whereIn('o.id', byHandle);
  const isWhole = byVendor.length === 0 && byHandle.length === 0;
  return page(knex, searched, {
    base,
    counts: cache,
    ...(isWhole && { kept: keptOrderTotals(knex, searched) }),
  });
}
