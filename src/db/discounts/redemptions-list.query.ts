import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import type { Redemption } from '#domain/discounts/redemption.js';

/** One page of the orders that a discount was used in, released uses included. */
export function listRedemptions(knex: Knex, discountId: string, query: ListQuery): Promise<Page<Redemption>> {
  const own = [
    'id',
    'orderId',
    'code',
    'name',
    'amount',
    'waivedShipping',
    'state',
    'redeemedAt',
    'releasedAt',
  ];
  return listPage<Redemption>({
    base: knex('discounts_redemptions as r').join('orders as o', 'o.id', 'r.orderId').where({ discountId }),
    query,
    columns: { state: 'r.state', redeemedAt: 'r.redeemedAt', amount: 'r.amount' },
    idColumn: 'r.id',
    select: [...own.map((column) => `r.${column}`), 'o.orderNumber', 'o.email', 'o.guest', 'o.userId'],
  });
}
