import type { PlacedOrder } from '../clients/shopper.js';
import { type Finding, finding } from '../finding.js';
import type { Fixtures } from '../flow.js';

/** Money that came when its order was over went back, or brought the order back where that may be. */
export async function lateMoneySettled(
  { container: { knex } }: Pick<Fixtures, 'container'>,
  expected: readonly { order: PlacedOrder; mayBeServed: boolean }[],
): Promise<Finding> {
  const ids = expected.map(({ order }) => order.orderId);
  const rows = (await knex('orders').whereIn('id', ids)) as {
    id: string;
    status: string;
    paymentStatus: string;
  }[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const problems = expected.flatMap(({ order, mayBeServed }) => {
    const row = byId.get(order.orderId);
    if (!row) return [`order ${order.orderNumber} is not there any more`];
    const back = row.status === 'cancelled' && row.paymentStatus === 'refunded';
    const served = row.status === 'confirmed' && row.paymentStatus === 'paid';
    return back || (served && mayBeServed)
      ? []
      : [`order ${order.orderNumber} is ${row.status} and ${row.paymentStatus}`];
  });
  return finding('late money brought its order back or went back', expected.length, problems);
}
