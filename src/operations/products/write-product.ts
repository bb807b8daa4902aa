import type { AlsoWrite, Tx } from '#db/kernel/unit-of-work.js';
import { writeAssignments } from '#db/products/product-assignments.repository.js';
import { createProductsRepository } from '#db/products/products.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { changesAssignments } from '#domain/products/attribute-assignments.js';
import { changesProduct } from '#domain/products/matrix-plan.js';
import type { ProductFields } from '#domain/products/product.js';
import type { ProductChanges } from '#domain/products/product-change.js';
import { filedCategories } from '#domain/products/filed-categories.js';
import { becomesPublished } from '#domain/products/publication.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import { planProductAssignments } from './change-assignments.js';
import { changeMatrix, matrixSummary, type ProductOwner } from './change-matrix.js';
import { checkReferences } from './check-references.js';

export interface WriteOptions {
  /** Where the basics stand in the request. */
  basicsPath: string;
  /** What is written with each variant that the sections name, in their order. */
  alsoOfVariants?: readonly (AlsoWrite | undefined)[];
}

export interface WrittenProduct {
  /** What changed, for the audit; empty where nothing did. */
  before: Partial<ProductFields>;
  after: Record<string, unknown>;
  /** The ids of the variants that the sections name, in their order; undefined for one that was deleted. */
  variantIds: (string | undefined)[];
  /** Tabs that were added, in their order. */
  addedTabIds: string[];
}

const repository = createProductsRepository();

/**
 * Writes what differs in the sections of a product. The product stays locked until the transaction ends.
 * @throws AppError NOT_FOUND, and as `changeMatrix` and `checkReferences`
 */
export async function writeProduct(
  tx: Tx,
  ctx: Context,
  owner: ProductOwner,
  sections: ProductChanges,
  { basicsPath, alsoOfVariants = [] }: WriteOptions,
): Promise<WrittenProduct> {
  const { vendorId, productId } = owner;
  const row = await repository.lock(tx, vendorId, productId);
  if (!row) throw platformErrors.notFound({ entity: 'Product' });
  const { basics = {}, media = {}, customFields: _apart, ...matrix } = sections;
  const { categoryIds: sentCategoryIds, tagIds, ingredientIds, attributeAssignments, ...fields } = basics;
  const { primaryCategoryId = row.primaryCategoryId } = fields;
  const categoryIds = sentCategoryIds && filedCategories(sentCategoryIds, primaryCategoryId);
  const before = { ...row, publishedAt: row.publishedAt?.toISOString() ?? null };
  await checkReferences(tx, basics, basicsPath);
  const assigned = await planProductAssignments(tx, { ...row, id: productId }, basics, basicsPath);
  const reassigned = assigned !== undefined && changesAssignments(assigned);
  if (reassigned) await writeAssignments(tx, [{ productId, plan: assigned }]);
  const changes: Partial<ProductFields> = changedFields(before, { ...fields, ...media });
  if (becomesPublished(before, { ...before, ...changes })) changes.publishedAt = ctx.now.toISOString();
  const replaced = await repository.replaceLinks(tx, productId, { categoryIds, tagIds, ingredientIds });
  const joined =
    !categoryIds && fields.primaryCategoryId
      ? await repository.fileUnder(tx, productId, fields.primaryCategoryId)
      : 0;
  const moved = replaced + joined;
  const plan = Object.values(matrix).some(Boolean) ? await changeMatrix(tx, ctx, owner, matrix) : undefined;
  const variantIds = plan?.variants.idsAsWanted ?? [];
  for (const [index, id] of variantIds.entries()) if (id !== undefined) await alsoOfVariants[index]?.(tx, id);
  const product =
    Object.keys(changes).length > 0 || moved > 0 || reassigned || (plan && changesProduct(plan));
  if (product) await repository.update(tx, vendorId, productId, changes, ctx.now);
  return {
    before: fieldsBefore(before, changes),
    after: {
      ...changes,
      ...(moved > 0 ? { categoryIds, tagIds, ingredientIds } : {}),
      ...(reassigned ? { attributeAssignments } : {}),
      ...(plan ? matrixSummary(plan) : {}),
    },
    variantIds,
    addedTabIds: plan?.tabs.added.map(({ id }) => id) ?? [],
  };
}
