import { boolean } from '#domain/_shared/columns.js';
import { execute, query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { onSaleSql, seenBySql, vendorSellsSql } from '#db/products/offered-sql.js';

/** Whether a live product exists, and whether the user has received it. */
export async function findDelivery(
  tx: Tx,
  productId: string,
  userId: string,
): Promise<{ delivered: boolean } | undefined> {
  const rows = await query(tx, { delivered: boolean })(
    `select exists (
       select from orders o
       join orders_sub_orders sub_order on sub_order.order_id = o.id
       join orders_lines line on line.sub_order_id = sub_order.id
       where o.user_id = ? and line.product_id = p.id
         and (sub_order.status = 'delivered' or sub_order.status = 'returned' and sub_order.delivered_at is not null)
     ) as delivered
     from products p where p.id = ? and p.deleted_at is null`,
    [userId, productId],
  );
  return rows[0];
}

/** Whether everybody sees the product now, or this user as a member of one of its groups. */
export async function isShown(
  knex: Knex,
  productId: string,
  { now, userId = null }: { now: Date; userId?: string | null },
): Promise<boolean> {
  const found = await execute(
    knex,
    `select 1 from (select ?::timestamptz as at, ?::uuid as user_id) as now
     join products p on p.id = ? join vendors vendor on vendor.id = p.vendor_id
     where ${onSaleSql('p', 'now.at', seenBySql('p', 'now.user_id'))} and ${vendorSellsSql('vendor')}`,
    [now, userId, productId],
  );
  return found > 0;
}
