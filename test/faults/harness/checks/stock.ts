import { type Finding, finding } from '../finding.js';
import type { Fixtures } from '../flow.js';

interface Level {
  variantId: string;
  onHand: number;
  reserved: number;
  movedOnHand: number;
  movedReserved: number;
  ordered: number;
}

/**
 * Stock is the sum of its movements, and what is reserved is what open orders hold; also of variants that only one of
 * them knows.
 */
export async function stockAddsUp({ container: { knex } }: Pick<Fixtures, 'container'>): Promise<Finding[]> {
  const { rows } = await knex.raw<{ rows: Level[] }>(
    `select variant_id, coalesce(l.on_hand, 0) as on_hand, coalesce(l.reserved, 0) as reserved,
       coalesce(m.on_hand, 0)::int as moved_on_hand, coalesce(m.reserved, 0)::int as moved_reserved,
       coalesce(o.quantity, 0)::int as ordered
     from inventory_levels l
     full join (select variant_id, sum(on_hand_delta) as on_hand, sum(reserved_delta) as reserved
                from inventory_movements group by 1) m using (variant_id)
     full join (select line.variant_id, sum(line.quantity - coalesce(line.cancelled_quantity, 0)) as quantity
                from orders_lines line join orders on orders.id = line.order_id
                join orders_sub_orders sub_order on sub_order.id = line.sub_order_id
                where orders.status in ('pending_payment', 'confirmed', 'partially_fulfilled')
                  and sub_order.status = 'pending' group by 1) o using (variant_id)`,
  );
  const wrong = (what: string, is: keyof Level, due: keyof Level) =>
    rows
      .filter((row) => row[is] !== row[due])
      .map((row) => `variant ${row.variantId}: ${what} ${row[is]}, not ${row[due]}`);
  return [
    finding(
      'stock on hand is the sum of its movements',
      rows.length,
      wrong('on hand', 'onHand', 'movedOnHand'),
    ),
    finding('reserved stock is what open orders hold', rows.length, [
      ...wrong('reserved', 'reserved', 'ordered'),
      ...wrong('reserved', 'reserved', 'movedReserved'),
    ]),
  ];
}
