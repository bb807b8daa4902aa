import { readReferenceTitles } from '#db/product-approvals/reference-titles.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { readVendorProduct } from '#db/products/vendor-product.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { FieldDifference } from '#domain/product-approvals/product-approval.js';
import type { ApprovalKind } from '#domain/products/pending-change.js';
import { productDifferences } from '#domain/product-approvals/product-differences.js';
import type { ProductChanges } from '#domain/products/product-change.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import type { ProductOwner } from '#operations/products/change-matrix.js';
import { writeProduct } from '#operations/products/write-product.js';

export interface Preview {
  proposed: VendorProduct;
  differences: FieldDifference[];
}

/** @throws AppError NOT_FOUND */
export async function currentProduct(tx: Tx, { vendorId, productId }: ProductOwner): Promise<VendorProduct> {
  const product = await readVendorProduct(tx, vendorId, productId);
  if (!product) throw platformErrors.notFound({ entity: 'Product' });
  return product;
}

/**
 * What a product would become: the change is written as an approval writes it, read, and taken back, so that every
 * rule of a change is met when it is submitted. The caller holds the product.
 * @throws AppError as `writeProduct`
 */
export async function previewChanges(
  tx: Tx,
  ctx: Context,
  owner: ProductOwner,
  sections: ProductChanges,
  { kind, basicsPath = 'body' }: { kind: ApprovalKind; basicsPath?: string },
): Promise<Preview> {
  const live = await currentProduct(tx, owner);
  await tx.raw('savepoint product_preview');
  await writeProduct(tx, ctx, owner, sections, { basicsPath });
  const proposed = await currentProduct(tx, owner);
  await tx.raw('rollback to savepoint product_preview');
  const titles = await readReferenceTitles(tx, [live, proposed]);
  return { proposed, differences: productDifferences(kind === 'new' ? null : live, proposed, titles) };
}
