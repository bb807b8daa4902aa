import { execute } from '#db/kernel/query.js';
import { insertTogether } from '#db/kernel/bulk-write.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { offerOf } from '#domain/products/offer.js';
import type { ProductFields } from '#domain/products/product.js';
import type { Assignment } from '#domain/products/attribute-assignments.js';
import { assignmentTable, freeValues } from './product-assignments.repository.js';
import {
  type OptionRow,
  optionTable,
  type OptionValueRow,
  optionValueTable,
  type ProductRow,
  productTable,
  type TabRow,
  tabTable,
  type VariantRow,
  variantTable,
} from './product-tables.js';

/** The entries of the taxonomies that a product is filed under, by their ids. */
export interface ProductLinks {
  categoryIds: readonly string[];
  tagIds: readonly string[];
  ingredientIds: readonly string[];
}

/** A product with everything that belongs to it. */
export interface NewProduct extends ProductLinks {
  product: ProductRow;
  options: OptionRow[];
  optionValues: OptionValueRow[];
  variants: VariantRow[];
  tabs: TabRow[];
  attributes?: readonly Assignment[];
}

/** A product as far as a change has to know what was there. */
export type CurrentProduct = Omit<ProductFields, 'publishedAt'> & { id: string; publishedAt: Date | null };

const linkTables = {
  categoryIds: { table: 'products_categories', column: 'category_id' },
  tagIds: { table: 'products_tags', column: 'tag_id' },
  ingredientIds: { table: 'products_ingredients', column: 'ingredient_id' },
} as const;

export function createProductsRepository() {
  /** Files a product under exactly these entries; a set that is not given stays. Returns how many came and went. */
  async function replaceLinks(tx: Tx, productId: string, links: Partial<ProductLinks>): Promise<number> {
    let changed = 0;
    for (const [key, { table, column }] of Object.entries(linkTables)) {
      const given = links[key as keyof ProductLinks];
      if (given === undefined) continue;
      const ids = [...given];
      const removed = await execute(
        tx,
        `delete from ${table} where product_id = ? and ${column} <> all(?::uuid[])`,
        [productId, ids],
      );
      const added = await execute(
        tx,
        `insert into ${table} (product_id, ${column}) select distinct ?::uuid, id from unnest(?::uuid[]) as id
         on conflict do nothing`,
        [productId, ids],
      );
      changed += removed + added;
    }
    return changed;
  }

  return {
    /** Writes products with their options, variants, tabs and links. Stock is opened by the inventory repository. */
    async insertAll(tx: Tx, created: readonly NewProduct[]): Promise<void> {
      const offered = created.map(({ product, variants }) => ({ ...product, ...offerOf(variants) }));
      await insertTogether(tx, [
        { table: productTable, rows: offered },
        { table: optionTable, rows: created.flatMap(({ options }) => options) },
        { table: optionValueTable, rows: created.flatMap(({ optionValues }) => optionValues) },
        { table: variantTable, rows: created.flatMap(({ variants }) => variants) },
        { table: tabTable, rows: created.flatMap(({ tabs }) => tabs) },
        {
          table: assignmentTable,
          rows: created.flatMap(({ product, attributes = [] }) =>
            attributes.map((row) => ({ ...row, productId: product.id })),
          ),
        },
        ...Object.entries(linkTables).map(([key, { table, column }]) => ({
          table: { name: table, columns: ['product_id', column] },
          rows: created.flatMap(({ product, ...links }) =>
            [...new Set(links[key as keyof ProductLinks])].map((id) => ({
              product_id: product.id,
              [column]: id,
            })),
          ),
        })),
      ]);
    },

    replaceLinks,

    /** Files a product under one more category. Returns 1, or 0 where it was there already. */
    async fileUnder(tx: Tx, productId: string, categoryId: string): Promise<number> {
      const added = await execute(
        tx,
        'insert into products_categories (product_id, category_id) values (?, ?) on conflict do nothing',
        [productId, categoryId],
      );
      return added;
    },

    /** The fields of a live product of the vendor, locked until the transaction ends. */
    async lock(tx: Tx, vendorId: string, productId: string): Promise<CurrentProduct | undefined> {
      return await tx('products')
        .where({ id: productId, vendorId })
        .whereNull('deletedAt')
        .forUpdate()
        .first(
          'id',
          'title',
          'slug',
          'subtitle',
          'description',
          'brandId',
          'primaryCategoryId',
          'material',
          'countryOfOrigin',
          'hsCode',
          'midCode',
          'gstRate',
          'gstExempt',
          'thumbnail',
          'images',
          'metaTitle',
          'metaDescription',
          'ogImage',
          'status',
          'visibility',
          'publishedAt',
          'attributeGroupId',
        );
    },

    async update(
      tx: Tx,
      vendorId: string,
      productId: string,
      fields: Partial<ProductFields>,
      now: Date,
    ): Promise<void> {
      await tx('products')
        .where({ id: productId, vendorId })
        .whereNull('deletedAt')
        .update({ ...fields, updatedAt: now });
    },

    /** Remembers the stock that a file has of variants: the same file is no news then, whatever was sold since. */
    async keepImportedQuantities(
      tx: Tx,
      explicit: readonly { variantId: string; onHand: number }[],
    ): Promise<void> {
      await tx.raw(
        `update products_variants v set imported_quantity = given.on_hand
         from unnest(?::uuid[], ?::integer[]) as given(id, on_hand) where v.id = given.id`,
        [explicit.map(({ variantId }) => variantId), explicit.map(({ onHand }) => onHand)],
      );
    },

    /** Marks a product and all that belongs to it as deleted; false when there is no live one of the vendor. */
    async softDelete(tx: Tx, vendorId: string, productId: string, now: Date): Promise<boolean> {
      const deleted = await tx('products')
        .where({ id: productId, vendorId })
        .whereNull('deletedAt')
        .update({ deletedAt: now, updatedAt: now });
      if (deleted === 0) return false;
      await freeValues(tx, productId);
      for (const table of ['products_variants', 'products_tabs']) {
        await tx(table)
          .where({ productId })
          .whereNull('deletedAt')
          .update({ deletedAt: now, updatedAt: now });
      }
      return true;
    },
  };
}

export type ProductsRepository = ReturnType<typeof createProductsRepository>;
