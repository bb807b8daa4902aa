import { query } from '#db/kernel/query.js';
import type { CountCache } from '#db/kernel/count-cache.js';
import { isoSql } from '#db/kernel/json-sql.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { type CustomerDetail, customerDetailColumns, type CustomerRow } from '#domain/accounts/customer.js';

const COLUMNS = ['id', 'email', 'name', 'email_verified', 'banned_at', 'created_at'].map(
  (column) => `u.${column}`,
);
const ORDERS = 'from orders o where o.user_id = u.id and o.confirmed_at is not null';

const figures = [
  `(select count(*)::int ${ORDERS}) as order_count`,
  `(select max(o.placed_at) ${ORDERS}) as last_order_at`,
];

/** People with an account, as operators read them; guests have none. */
export function createCustomersQuery(knex: Knex, counts: CountCache) {
  return {
    list: (query: ListQuery): Promise<Page<CustomerRow>> =>
      listPage<CustomerRow>({
        base: knex('accounts_users as u').where('u.isAnonymous', false),
        query,
        columns: {
          email: 'u.email',
          name: 'u.name',
          emailVerified: 'u.emailVerified',
          bannedAt: 'u.bannedAt',
          createdAt: 'u.createdAt',
        },
        idColumn: 'u.id',
        searchColumns: ['u.email', 'u.name'],
        select: [...COLUMNS, ...figures.map((sql) => knex.raw(sql))],
        counts: { cache: counts, name: 'customers' },
      }),

    async find(id: string): Promise<CustomerDetail | undefined> {
      const rows = await query(knex, customerDetailColumns)(
        `select ${[...COLUMNS, ...figures].join(', ')},
           (select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount, 'refunded', refunded) order by currency), '[]'::jsonb)
            from (select o.currency, sum(o.grand_total - o.refunded_total)::bigint as amount, sum(o.refunded_total)::bigint as refunded
                  ${ORDERS} and o.status <> 'cancelled' group by o.currency) as sums) as spent,
           (select count(*)::int from reviews r where r.user_id = u.id) as review_count,
           (select count(*)::int from (select 1 from mail_messages m where m.recipient = u.email limit 1001) as mails) as mail_count,
           (select jsonb_build_object('reason', s.reason, 'since', ${isoSql('s.created_at')})
            from mail_suppressions s where s.address = lower(u.email) limit 1) as suppression,
           (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'orderNumber', order_number, 'status', status, 'currency', currency,
               'grandTotal', grand_total, 'placedAt', ${isoSql('placed_at')})), '[]'::jsonb)
            from (select o.* from orders o where o.user_id = u.id order by o.placed_at desc, o.id desc limit 10) as latest) as recent_orders
         from accounts_users u where u.id = ? and not u.is_anonymous`,
        [id],
      );
      return rows[0];
    },
  };
}
