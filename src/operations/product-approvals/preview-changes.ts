import { createCustomFieldsRepository } from '#db/custom-fields/custom-fields.repository.js';
import { readReferenceTitles } from '#db/product-approvals/reference-titles.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { readVendorProduct } from '#db/products/vendor-product.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { FieldDifference } from '#domain/product-approvals/product-approval.js';
import type { ApprovalKind } from '#domain/products/pending-change.js';
import { productDifferences } from '#domain/product-approvals/product-differences.js';
import { publicFields, type ShownProduct } from '#domain/product-approvals/shown-product.js';
import type { ProductChanges } from '#domain/products/product-change.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import type { ProductOwner } from '#operations/products/change-matrix.js';
import { writeProduct } from '#operations/products/write-product.js';

export interface Preview {
  proposed: VendorProduct;
  differences: FieldDifference[];
}

const fieldValues = createCustomFieldsRepository();

/** @throws AppError NOT_FOUND */
export async function currentProduct(tx: Tx, { vendorId, productId }: ProductOwner): Promise<VendorProduct> {
  const product = await readVendorProduct(tx, vendorId, productId);
  if (!product) throw platformErrors.notFound({ entity: 'Product' });
  return product;
}

/** With its custom fields, where any are declared that shoppers see. @throws AppError NOT_FOUND */
export async function shownProduct(tx: Tx, owner: ProductOwner): Promise<ShownProduct> {
  const product = await currentProduct(tx, owner);
  const ofProduct = { entity: 'product', entityId: product.id } as const;
  const ids = publicFields.productVariant.length > 0 ? product.variants.map(({ id }) => id) : [];
  return {
    product,
    customFields: publicFields.product.length > 0 ? await fieldValues.read(tx, ofProduct) : {},
    variantFields: await fieldValues.readMany(tx, 'productVariant', ids),
  };
}

/** Writes a change as an approval does, without audit and events. */
async function writeAll(
  tx: Tx,
  ctx: Context,
  owner: ProductOwner,
  sections: ProductChanges,
  basicsPath: string,
): Promise<void> {
  const alsoOfVariants = sections.variants?.map(({ customFields }) =>
    customFields
      ? async (_tx: Tx, entityId: string) =>
          void (await fieldValues.merge(tx, { entity: 'productVariant', entityId }, customFields, ctx.now))
      : undefined,
  );
  await writeProduct(tx, ctx, owner, sections, { basicsPath, alsoOfVariants });
  const ofProduct = { entity: 'product', entityId: owner.productId } as const;
  if (sections.customFields) await fieldValues.merge(tx, ofProduct, sections.customFields, ctx.now);
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
  const live = await shownProduct(tx, owner);
  await tx.raw('savepoint product_preview');
  await writeAll(tx, ctx, owner, sections, basicsPath);
  const proposed = await shownProduct(tx, owner);
  await tx.raw('rollback to savepoint product_preview');
  await tx.raw('release savepoint product_preview');
  const titles = await readReferenceTitles(tx, [live.product, proposed.product]);
  const differences = productDifferences(kind === 'new' ? null : live, proposed, titles);
  return { proposed: proposed.product, differences };
}
