import { boolean, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { onSaleToMemberSql, vendorSellsSql } from '#db/products/offered-sql.js';

/** Searches take so many private products of one member, the latest published. */
export const MAX_MEMBER_LISTINGS = 2_000;

/** Whether any product is named for a customer group. */
export async function hasMemberListings(knex: Knex): Promise<boolean> {
  const rows = await query(knex, { found: boolean })(
    'select exists (select from customer_groups_products) as found',
  );
  return rows[0]?.found ?? false;
}

/** The private products that a customer sees at this moment as a member of groups. */
export async function memberListings(knex: Knex, userId: string, at: Date): Promise<string[]> {
  const rows = await query(knex, { id: uuid })(
    `select p.id from products p join vendors v on v.id = p.vendor_id
     where p.id in (
         select named.product_id from customer_groups_members member
         join customer_groups_products named on named.group_id = member.group_id where member.user_id = ?)
       and ${vendorSellsSql('v')} and ${onSaleToMemberSql('p', '?', '?')}
     order by p.published_at desc, p.id limit ${MAX_MEMBER_LISTINGS}`,
    [userId, userId, at],
  );
  return rows.map(({ id }) => id);
}
