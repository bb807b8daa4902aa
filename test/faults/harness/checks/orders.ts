import type { PlacedOrder } from '../clients/shopper.js';
import { type Finding, finding } from '../finding.js';
import type { Fixtures } from '../flow.js';

/** Each order that a client was told of is there, once for its cart, in a state that it may have. */
export async function ordersAreThere(
  { container: { knex } }: Pick<Fixtures, 'container'>,
  expected: readonly { order: PlacedOrder; statuses: readonly string[] }[],
): Promise<Finding> {
  const problems: string[] = [];
  for (const { order, statuses } of expected) {
    const rows = (await knex('orders').where({ cartId: order.cartId })) as { id: string; status: string }[];
    const [row] = rows;
    if (rows.length !== 1 || row?.id !== order.orderId)
      problems.push(`cart ${order.cartId} has the orders ${rows.map(({ id }) => id).join(', ') || 'none'}`);
    else if (!statuses.includes(row.status))
      problems.push(`order ${order.orderNumber} is ${row.status} and was to be ${statuses.join(' or ')}`);
  }
  return finding('every acknowledged order is there once, as it was acknowledged', expected.length, problems);
}

/** What happens once to an order happened once: its events, its steps. */
export async function ordersOnce({ container: { knex } }: Pick<Fixtures, 'container'>): Promise<Finding> {
  const { rows } = await knex.raw<{ rows: { orderNumber: string; what: string; times: number }[] }>(
    `select o.order_number, t.event as what, count(*)::int as times
     from orders o join orders_timeline t on t.order_id = o.id and t.sub_order_id is null
     where t.event in ('order.placed', 'order.confirmed', 'order.paid') group by 1, 2 having count(*) > 1
     union all
     select o.order_number, e.type, count(*)::int
     from orders o join outbox_events e on e.entity_id = o.id::text
     where e.type in ('order.placed', 'order.confirmed', 'order.paid') group by 1, 2 having count(*) > 1`,
  );
  const [{ count }] = (await knex('orders').count()) as [{ count: number }];
  return finding(
    'no order was placed, confirmed or paid twice',
    count,
    rows.map(({ orderNumber, what, times }) => `${what} stands ${times} times with order ${orderNumber}`),
  );
}
