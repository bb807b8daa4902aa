import { buyerSql, countedSql } from '#db/orders/counted-order-sql.js';
import { type ReportArguments, type ReportDefinition, whereFilter } from './report-sql.js';

/** The buyers of counted orders in the range, with what their orders there say of them. */
function buyers(args: ReportArguments): string {
  return `
    select * from (
      select ${buyerSql('o')} as id, bool_and(o.guest) as guest,
        (array_agg(o.user_id order by o.placed_at desc, o.id desc))[1] as user_id,
        (array_agg(o.email order by o.placed_at desc, o.id desc))[1] as email,
        (array_agg(o.customer_name order by o.placed_at desc, o.id desc))[1] as name,
        array_agg(o.id) as order_ids, max(o.placed_at) as last_in_range, count(*)::integer as orders_count,
        sum(o.grand_total)::bigint as total_spent, sum(o.refunded_total)::bigint as refunded_total
      from orders o
      where o.placed_at >= ${args.from} and o.placed_at < ${args.to} and ${countedSql('o')}
      group by 1
    ) b where true${whereFilter(args, 'email', (value) => `lower(btrim(b.email)) = lower(btrim(${value}))`)}${whereFilter(
      args,
      'customerGroup',
      (value) => `not b.guest and exists (
        select 1 from customer_groups g join customer_groups_members m on m.group_id = g.id
        where lower(g.name) = lower(btrim(${value})) and g.deleted_at is null and m.user_id = b.user_id)`,
    )}`;
}

/** The first and the last counted order of a buyer `b`, whenever they were placed: one look-up in an index each. */
const lifetime = `
  select min(x.placed_at) as first_order_at, max(x.placed_at) as last_order_at from (
    select o.placed_at from orders o
    where not b.guest and o.user_id = b.user_id and not o.guest and ${countedSql('o')}
    union all
    select o.placed_at from orders o
    where b.guest and o.guest and lower(btrim(o.email)) = lower(btrim(b.email)) and ${countedSql('o')}
  ) x`;

export const customersReport: ReportDefinition = {
  key: 'customers',
  title: 'Customers',
  description:
    'One row for each customer with a confirmed order in the range. Amounts are those of the range; the first and the last order those of all time. A guest is a customer by e-mail.',
  dateField: 'Order placed at',
  columns: [
    { key: 'email', label: 'E-mail', type: 'string' },
    { key: 'name', label: 'Name', type: 'string' },
    { key: 'firstOrderAt', label: 'First order at', type: 'datetime' },
    { key: 'lastOrderAt', label: 'Last order at', type: 'datetime' },
    { key: 'ordersCount', label: 'Orders', type: 'number' },
    { key: 'unitsBought', label: 'Units bought', type: 'number' },
    { key: 'totalSpent', label: 'Total spent', type: 'money' },
    { key: 'aov', label: 'Average order value', type: 'money' },
    { key: 'refundedTotal', label: 'Refunded total', type: 'money' },
  ],
  filters: [
    { key: 'email', label: 'E-mail', type: 'string' },
    { key: 'customerGroup', label: 'Customer group', type: 'string' },
  ],
  kpis: [
    { key: 'customers', label: 'Customers', type: 'number' },
    { key: 'returningCustomers', label: 'Returning customers', type: 'number' },
    { key: 'totalSpent', label: 'Total spent', type: 'money' },
  ],

  keys: (args) => `select b.id, b.last_in_range from (${buyers(args)}) b`,
  order: 'last_in_range desc, id desc',
  rows: (args) => `
    select w.place, b.email, b.name, life.first_order_at, life.last_order_at, b.orders_count,
      (select coalesce(sum(l.quantity), 0)::integer from orders_lines l where l.order_id = any(b.order_ids))
        as units_bought,
      b.total_spent, floor(b.total_spent::numeric / b.orders_count + 0.5)::bigint as aov, b.refunded_total
    from wanted w join (${buyers(args)}) b on b.id = w.id
    cross join lateral (${lifetime}) life`,
  summary: (args) => `
    select count(*) as customers, count(*) filter (where life.first_order_at < ${args.from}) as returning_customers,
      coalesce(sum(b.total_spent), 0)::bigint as total_spent
    from (${buyers(args)}) b cross join lateral (${lifetime}) life`,
};
