import { type BulkTable, insertMissingRows, insertRows, updateRows } from '#db/kernel/bulk-write.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { slugify } from '#domain/_shared/slug.js';
import { offerOf } from '#domain/products/offer.js';
import type { ChangedProduct, ChangedVariant, ProductWrites } from './product-writes-tables.js';
import { writeImportedAttributes } from './imported-attributes.repository.js';
import { freeSlugs } from './product-slugs.repository.js';
import { optionTable, optionValueTable, productTable, variantTable } from './product-tables.js';

const changedProductTable: BulkTable<ChangedProduct> = {
  name: 'products',
  columns: [
    'id',
    'title',
    'description',
    'brandId',
    'primaryCategoryId',
    'thumbnail',
    'images',
    'metaTitle',
    'metaDescription',
    'status',
    'visibility',
    'publishedAt',
    'updatedAt',
  ],
};

const changedVariantTable: BulkTable<ChangedVariant> = {
  name: 'products_variants',
  columns: [
    'id',
    'thumbnail',
    'price',
    'specialPrice',
    'specialPriceStart',
    'specialPriceEnd',
    'sku',
    'barcode',
    'hsnCode',
    'gstRate',
    'gstExempt',
    'weight',
    'optionValueIds',
    'detached',
    'importedQuantity',
    'updatedAt',
  ],
};

interface Link {
  productId: string;
}
const categoryLinks: BulkTable<Link & { categoryId: string }> = {
  name: 'products_categories',
  columns: ['productId', 'categoryId'],
};
const tagLinks: BulkTable<Link & { tagId: string }> = {
  name: 'products_tags',
  columns: ['productId', 'tagId'],
};

/** Writes the products of a batch, each table in one statement however many they are. */
export async function writeImportedProducts(tx: Tx, products: readonly ProductWrites[]): Promise<void> {
  const all = <T>(rows: (writes: ProductWrites) => readonly T[]) => products.flatMap(rows);

  const created = all(({ newProduct, newVariants }) =>
    newProduct ? [{ ...newProduct, ...offerOf(newVariants) }] : [],
  );
  const slugs = await freeSlugs(
    tx,
    created.map(({ handle, title }) => slugify(handle ?? title)),
  );
  await insertRows(
    tx,
    productTable,
    created.map((row, index) => ({ ...row, slug: slugs[index] ?? row.slug })),
  );
  await updateRows(
    tx,
    changedProductTable,
    all(({ changedProduct }) => (changedProduct ? [changedProduct] : [])),
  );

  await releaseKeys(
    tx,
    all(({ givesUpSku }) => givesUpSku),
    all(({ changesOptions }) => changesOptions),
  );
  await removeOptions(
    tx,
    all(({ options }) => options.removedIds),
    all(({ options }) => options.changed.map(({ id }) => id)),
  );
  await insertRows(
    tx,
    optionTable,
    all(({ productId, options }) => options.added.map((option) => ({ ...option, productId }))),
  );
  await updateRows(
    tx,
    optionTable,
    all(({ productId, options }) => options.changed.map((option) => ({ ...option, productId }))),
  );
  await insertRows(
    tx,
    optionValueTable,
    all(({ options }) => options.addedValues),
  );
  await updateRows(
    tx,
    changedVariantTable,
    all(({ changedVariants }) => changedVariants),
  );
  await insertRows(
    tx,
    variantTable,
    all(({ newVariants }) => newVariants),
  );

  await fileUnder(tx, products);
  await writeImportedAttributes(tx, products);
}

/**
 * Two variants may swap their SKUs or combinations. Unique indexes look at one row after the other, so what changes
 * is put out of their way first.
 */
async function releaseKeys(tx: Tx, skus: readonly string[], combinations: readonly string[]): Promise<void> {
  if (skus.length > 0)
    await tx.raw('update products_variants set sku = null where id = any(?::uuid[])', [[...skus]]);
  if (combinations.length > 0) {
    await tx.raw('update products_variants set detached = true where id = any(?::uuid[])', [
      [...combinations],
    ]);
  }
}

async function removeOptions(tx: Tx, removed: readonly string[], renamed: readonly string[]): Promise<void> {
  if (removed.length > 0)
    await tx.raw('delete from products_options where id = any(?::uuid[])', [[...removed]]);
  // Names may be swapped as well.
  if (renamed.length > 0)
    await tx.raw('update products_options set name = id::text where id = any(?::uuid[])', [[...renamed]]);
}

async function fileUnder(tx: Tx, products: readonly ProductWrites[]): Promise<void> {
  const former = products.flatMap(({ productId, formerCategoryId: categoryId }) =>
    categoryId === null ? [] : [{ productId, categoryId }],
  );
  if (former.length > 0) {
    await tx.raw(
      `delete from products_categories filed using unnest(?::uuid[], ?::uuid[]) as former(product_id, category_id)
       where filed.product_id = former.product_id and filed.category_id = former.category_id`,
      [former.map(({ productId }) => productId), former.map(({ categoryId }) => categoryId)],
    );
  }
  const tags = products.flatMap(({ productId, tagIds }) => tagIds.map((tagId) => ({ productId, tagId })));
  const changed = products.filter(({ newProduct }) => !newProduct).map(({ productId }) => productId);
  if (changed.length > 0) {
    await tx.raw(
      `delete from products_tags filed where filed.product_id = any(?::uuid[]) and not exists (
         select 1 from unnest(?::uuid[], ?::uuid[]) as wanted(product_id, tag_id)
         where wanted.product_id = filed.product_id and wanted.tag_id = filed.tag_id)`,
      [changed, tags.map(({ productId }) => productId), tags.map(({ tagId }) => tagId)],
    );
  }
  await insertMissingRows(tx, tagLinks, tags);
  await insertMissingRows(
    tx,
    categoryLinks,
    products.flatMap(({ productId, categoryId }) => (categoryId ? [{ productId, categoryId }] : [])),
  );
}
