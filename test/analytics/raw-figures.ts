import type { Container } from '#runtime/container.js';

/**
 * Figures of a range by plain statements over the raw rows, for tables that are too large to be read into the test. Holds
 * for orders whose refunds name one sub-order.
 */
export async function rawFigures(
  { knex }: Pick<Container, 'knex'>,
  { from, to }: { from: Date; to: Date },
  vendorId: string | null = null,
): Promise<Record<string, unknown>> {
  const range = { from, to, vendorId };
  const sold = `from orders o join orders_sub_orders v on v.order_id = o.id
    where o.confirmed_at is not null and o.placed_at >= :from and o.placed_at < :to
      and (cast(:vendorId as uuid) is null or v.vendor_id = cast(:vendorId as uuid))`;
  const status = (name: string) => `count(*) filter (where v.status = '${name}')::int`;
  const { rows } = await knex.raw<{ rows: Record<string, number>[] }>(
    `select
       (select json_build_object('grossSales', coalesce(sum(v.total), 0), 'ordersCount', count(distinct o.id),
          'deliveredOrders', ${status('delivered')}, 'cancelledOrders', ${status('cancelled')},
          'statusBreakdown', json_build_object('pending', ${status('pending')}, 'fulfilled', ${status('fulfilled')},
            'delivered', ${status('delivered')}, 'cancelled', ${status('cancelled')}, 'returned', ${status('returned')}))
        ${sold}) as sales,
       (select json_build_object('unitsSold', coalesce(sum(l.quantity), 0)) from orders_lines l
        where l.sub_order_id in (select v.id ${sold})) as units,
       (select json_build_object('refundsAmount', coalesce(sum(r.amount), 0)) from payments_refunds r
        join orders_sub_orders v on v.id = r.sub_order_id
        where r.status = 'processed' and r.processed_at >= :from and r.processed_at < :to
          and (cast(:vendorId as uuid) is null or v.vendor_id = cast(:vendorId as uuid))) as refunds,
       (select json_build_object('commissionEarned', coalesce(sum(commission), 0), 'vendorNetEarnings', coalesce(sum(net), 0))
        from ledger_transactions where posted_at >= :from and posted_at < :to
          and (cast(:vendorId as uuid) is null or vendor_id = cast(:vendorId as uuid))) as ledger`,
    range,
  );
  return Object.assign({}, ...Object.values(rows[0] ?? {})) as Record<string, unknown>;
}
