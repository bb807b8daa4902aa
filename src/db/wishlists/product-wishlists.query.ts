import { jsonOf } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import type { ProductWishlist } from '#domain/wishlists/wishlist.js';

/**
 * The lists of a customer with what they hold of a product, the default list first: one statement.
 * @returns undefined where there is no such product
 */
export async function readProductWishlists(
  knex: Knex,
  { productId, userId }: { productId: string; userId: string },
): Promise<ProductWishlist[] | undefined> {
  const rows = await query(knex, { lists: jsonOf<ProductWishlist[]>() })(
    `select coalesce((
       select json_agg(json_build_object('id', w.id, 'name', w.name, 'variantIds', (
         select coalesce(json_agg(i.variant_id order by i.id), '[]') from wishlists_items i
         where i.wishlist_id = w.id and i.product_id = p.id
       )) order by w.is_default desc, w.created_at, w.id)
       from wishlists w where w.user_id = ?
     ), '[]') as lists
     from products p where p.id = ?`,
    [userId, productId],
  );
  return rows[0]?.lists;
}
