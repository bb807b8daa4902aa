import { inStockSql } from '#db/inventory/in-stock-sql.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { PopularityChange } from './popularity.query.js';
import { searchProducts } from './search-products-tables.js';

/** What the index has of a product after a pass. */
export interface IndexedProduct {
  productId: string;
  listed: boolean;
  inStock: boolean;
}

export function createSearchProductsRepository() {
  return {
    /** Requests passes of products; repeats are one. */
    request: (tx: Tx, productIds: readonly string[]): Promise<number> =>
      searchProducts.request(
        tx,
        [...new Set(productIds)].map((productId) => ({ productId })),
      ),

    /**
     * Products of which stock came back. What is thereby sellable again is requested at once, also where a pass is under
     * way that may have read the stock before; the others are left to reconcile.
     */
    async restocked(tx: Tx, productIds: readonly string[]): Promise<void> {
      const ids = [...new Set(productIds)];
      if (ids.length === 0) return;
      await tx.raw(
        `insert into search_products as row (product_id, touched_at)
         select id, now() from unnest(?::uuid[]) as restocked(id) order by id
         on conflict (product_id) do update set touched_at = excluded.touched_at`,
        [ids],
      );
      await searchProducts.requestSelected(
        tx,
        `select product_id from search_products s where product_id = any(?::uuid[])
           and (not s.in_stock or s.leased_until is not null or s.requested_rev > s.done_rev)
           and exists (
             select from products_variants v join inventory_levels l on l.variant_id = v.id
             where v.product_id = s.product_id and v.deleted_at is null and not v.detached
               and ${inStockSql('l')})`,
        [ids],
      );
    },

    /** Keeps these steps and has the products written. */
    async changePopularity(tx: Tx, changes: readonly PopularityChange[]): Promise<void> {
      await tx.raw(
        `update search_products known set popularity = given.popularity
         from unnest(?::uuid[], ?::smallint[]) as given (product_id, popularity) where known.product_id = given.product_id`,
        [changes.map(({ productId }) => productId), changes.map(({ popularity }) => popularity)],
      );
      await searchProducts.request(
        tx,
        changes.map(({ productId }) => ({ productId })),
      );
    },

    /** Records what the index has; belongs to the transaction in which the pass is finished. */
    async record(tx: Tx, products: readonly IndexedProduct[]): Promise<void> {
      if (products.length === 0) return;
      await tx.raw(
        `update search_products s set listed = given.listed, in_stock = given.in_stock
         from jsonb_to_recordset(?::jsonb) as given(product_id uuid, listed boolean, in_stock boolean)
         where s.product_id = given.product_id and (s.listed, s.in_stock) is distinct from (given.listed, given.in_stock)`,
        [
          JSON.stringify(
            products.map(({ productId, listed, inStock }) => ({
              product_id: productId,
              listed,
              in_stock: inStock,
            })),
          ),
        ],
      );
    },
  };
}

export type SearchProductsRepository = ReturnType<typeof createSearchProductsRepository>;
