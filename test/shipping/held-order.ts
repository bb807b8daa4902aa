import { systemContext } from '#domain/_shared/context.js';
import type { Container } from '#runtime/container.js';
import { type ConfirmedOrderOptions, createConfirmedOrder, type TestOrder } from '../_support/orders.js';

/** A confirmed order whose pieces are reserved, as place-order leaves it. */
export async function createHeldOrder(
  container: Container,
  options: ConfirmedOrderOptions = {},
): Promise<TestOrder> {
  const order = await createConfirmedOrder(container, options);
  const ctx = systemContext({ name: 'test' }, new Date());
  const { lines } = order.written;
  const held = await container.unitOfWork.run(ctx, (tx) =>
    container.operations.orderTransitions.holdStock(tx, ctx, lines, order.orderId),
  );
  if (!held.reserved) throw new Error('The test order finds no stock');
  return order;
}

export interface Stock {
  onHand: number;
  reserved: number;
}

/** The stock of the variants of a sub-order, summed. */
export async function stockOf({ knex }: Container, subOrderId: string): Promise<Stock> {
  const { rows } = await knex.raw<{ rows: Stock[] }>(
    `select sum(l.on_hand)::integer as on_hand, sum(l.reserved)::integer as reserved from inventory_levels l
     where l.variant_id in (select variant_id from orders_lines where sub_order_id = ?)`,
    [subOrderId],
  );
  if (!rows[0]) throw new Error('There is no such sub-order');
  return rows[0];
}

/** Movements must add up to the levels, whatever happened. */
export async function stockMismatches({ knex }: Container): Promise<number> {
  const { rows } = await knex.raw<{ rows: { count: number }[] }>(
    `select count(*)::integer as count from inventory_levels l
     join (select variant_id, sum(reserved_delta)::integer as reserved, sum(on_hand_delta)::integer as moved
           from inventory_movements group by variant_id) m using (variant_id)
     where l.reserved <> m.reserved or l.on_hand <> 100 + m.moved`,
  );
  return rows[0]?.count ?? 0;
}
