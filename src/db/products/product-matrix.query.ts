import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { jsonColumns } from '#db/kernel/described-columns.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { variantColumns, vendorVariantColumns } from '#domain/products/product.js';
import { type ProductMatrix, productMatrixColumns } from '#domain/products/product-matrix.js';
import { jsonRows, optionsJson } from './json-sql.js';

const { id, optionValueIds, detached } = vendorVariantColumns;
const variantsJson = jsonRows(`
  select ${jsonColumns('v', { id, ...variantColumns, optionValueIds, detached })}
  from products_variants v where v.product_id = p.id and v.deleted_at is null order by v.sort_order, v.id`);

const tabsJson = jsonRows(`
  select t.id, t.title, t.body, t.is_active as "isActive", t.sort_order as "sortOrder"
  from products_tabs t where t.product_id = p.id and t.deleted_at is null order by t.sort_order, t.id`);

/** The matrix of a product that the transaction has locked. */
export async function readProductMatrix(tx: Tx, productId: string): Promise<ProductMatrix> {
  const rows = await query(tx, productMatrixColumns)(
    `select ${optionsJson} as options, ${variantsJson} as variants, ${tabsJson} as tabs
     from products p where p.id = ?`,
    [productId],
  );
  return rows[0] ?? { options: [], variants: [], tabs: [] };
}

/** Which of these SKUs live variants of the vendor's other products have. */
export async function findTakenSkus(
  tx: Tx,
  owner: { vendorId: string; productId: string },
  skus: readonly string[],
): Promise<Set<string>> {
  if (skus.length === 0) return new Set();
  const rows = await query(tx, { sku: text })(
    `select sku from products_variants
     where vendor_id = ? and sku = any(?::text[]) and deleted_at is null and product_id <> ?`,
    [owner.vendorId, [...skus], owner.productId],
  );
  return new Set(rows.map(({ sku }) => sku));
}
