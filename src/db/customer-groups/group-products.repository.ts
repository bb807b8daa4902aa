import { TEXT_ORDER } from '#db/kernel/text-order.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { listPage } from '#db/kernel/list-page.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { onSaleToMemberSql, vendorSellsSql } from '#db/products/offered-sql.js';
import { currentPriceSql } from '#db/products/price-sql.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import {
  type MemberProduct,
  memberProductColumns,
  type ProductGroups,
  productGroupsColumns,
} from '#domain/customer-groups/member-product.js';

/** Private products that the members of groups see and buy. */
export function createGroupProductsRepository(knex: Knex) {
  return {
    /** The groups of a product; undefined for a product that does not exist. */
    async groupsOf(productId: string, reader: Reader = knex): Promise<ProductGroups | undefined> {
      const rows = await query(reader, productGroupsColumns)(
        `select p.visibility, coalesce((
           select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name ${TEXT_ORDER}, g.id)
           from customer_groups_products r join customer_groups g on g.id = r.group_id where r.product_id = p.id
         ), '[]') as groups
         from products p where p.id = ? and p.deleted_at is null`,
        [productId],
      );
      return rows[0];
    },

    /** Exactly these groups from now on. Locks the product, so that two requests take turns. */
    async save(tx: Tx, productId: string, groupIds: readonly string[]): Promise<void> {
      await tx.raw('select id from products where id = ? for no key update', [productId]);
      await tx('customer_groups_products')
        .where({ productId })
        .whereNotIn('groupId', [...groupIds])
        .delete();
      const rows = groupIds.map((groupId) => ({ productId, groupId }));
      if (rows.length > 0)
        await tx('customer_groups_products').insert(rows).onConflict(['productId', 'groupId']).ignore();
    },

    /** What a member of groups sees beside everybody's products. */
    ofMember(userId: string, list: ListQuery, at: Date): Promise<Page<MemberProduct>> {
      return listPage<MemberProduct>({
        base: knex({ p: 'products' })
          .join({ v: 'vendors' }, 'v.id', 'p.vendorId')
          .whereRaw(vendorSellsSql('v'))
          .whereRaw(onSaleToMemberSql('p', '?', '?'), [userId, at]),
        query: list,
        columns: { title: 'p.title', publishedAt: 'p.publishedAt' },
        idColumn: 'p.id',
        searchColumns: ['p.title'],
        select: ['p.id', 'p.title', 'p.slug', 'p.thumbnail', 'p.images', 'p.publishedAt', 'p.vendorId'],
        around: async (page) => {
          return query(knex, memberProductColumns)(
            `select p.id, p.title, p.slug, coalesce(p.thumbnail, p.images[1]) as thumbnail, p.published_at,
               json_build_object('id', v.id, 'slug', v.slug, 'displayName', v.display_name) as vendor,
               offer.price_start::float8 as price_start, offer.price_end::float8 as price_end
             from (select *, row_number() over () as place from (?) as page) as p
             cross join (select ?::timestamptz as at) as now
             join vendors v on v.id = p.vendor_id
             cross join lateral (
               select min(${currentPriceSql('pv', 'now.at')}) as price_start, max(${currentPriceSql('pv', 'now.at')}) as price_end
               from products_variants pv where pv.product_id = p.id and pv.deleted_at is null and not pv.detached
             ) as offer
             order by p.place`,
            [page, at],
          );
        },
      });
    },
  };
}
