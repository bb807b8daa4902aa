import { type Finding, finding } from '../finding.js';
import type { Fixtures } from '../flow.js';

interface Uses {
  code: string;
  limit: number | null;
  total: number | null;
  customers: number;
  held: number;
  orders: number;
  most: number | null;
  customerLimit: number | null;
}

/** Of each discount the counted uses, the redemptions held and the live orders that show it are equal, within its limits. */
export async function couponUsesAgree({
  container: { knex },
}: Pick<Fixtures, 'container'>): Promise<Finding> {
  const { rows } = await knex.raw<{ rows: Uses[] }>(
    `select d.code, d.total_usage_limit as limit, d.usage_limit_per_customer as customer_limit,
       (select uses from discounts_uses u where u.discount_id = d.id and u.customer_key = '') as total,
       (select coalesce(sum(uses), 0)::integer from discounts_uses u
        where u.discount_id = d.id and u.customer_key <> '') as customers,
       (select max(uses) from discounts_uses u where u.discount_id = d.id and u.customer_key <> '') as most,
       (select count(*)::integer from discounts_redemptions r where r.discount_id = d.id and r.state = 'held') as held,
       (select count(*)::integer from orders_discounts s join orders o on o.id = s.order_id
        where s.discount_id = d.id and o.status <> 'cancelled') as orders
     from discounts d`,
  );
  const problems = rows.flatMap(({ code, limit, customerLimit, total, customers, held, orders, most }) => {
    const equal = customers === held && held === orders && (limit === null || (total ?? 0) === held);
    return [
      ...(equal ? [] : [`${code}: ${total} uses, ${customers} of customers, ${held} held, ${orders} orders`]),
      ...(limit !== null && orders > limit ? [`${code}: ${orders} orders with a limit of ${limit}`] : []),
      ...(customerLimit !== null && (most ?? 0) > customerLimit
        ? [`${code}: a customer used it ${most} times with a limit of ${customerLimit}`]
        : []),
    ];
  });
  return finding('uses of a coupon are the live orders that show it', rows.length, problems, {
    mayBeEmpty: true,
  });
}
