import { createInventoryRepository } from '#db/inventory/inventory.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { findTakenSkus, readProductMatrix } from '#db/products/product-matrix.query.js';
import { writeMatrix } from '#db/products/product-matrix.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import {
  changesProduct,
  changesTabs,
  type MatrixPlan,
  planMatrix,
  type WantedMatrix,
} from '#domain/products/matrix-plan.js';
import { productsErrors } from '#domain/products/products.errors.js';
import { type RuleIssue, ruleIssue, under } from '#domain/products/rule-issue.js';
import type { PathOf, PlanProblems } from '#domain/products/variant-plan.js';
import { newId } from '#lib/ids.js';

export interface ProductOwner {
  productId: string;
  vendorId: string;
}

export const emptyLevel = { onHand: 0, trackInventory: true, allowBackorder: false, lowStockThreshold: null };

const inventory = createInventoryRepository();

/**
 * Changes the matrix of a product that the transaction has locked, and opens the stock of new variants. A change that
 * says what is stored already writes nothing.
 * @param pathOf where the nth variant stands in the body; `variants.<n>` by default
 * @throws AppError NOT_FOUND for ids that are not of the product, VALIDATION_ERROR for broken rules, CONFLICT for two
 *   variants of one combination, UNIQUE_VIOLATION for a SKU that is taken; `errors` names section and row
 */
export async function changeMatrix(
  tx: Tx,
  ctx: Context,
  { productId, vendorId }: ProductOwner,
  wanted: WantedMatrix,
  pathOf?: PathOf,
): Promise<MatrixPlan> {
  const stored = await readProductMatrix(tx, productId);
  const { plan, problems } = planMatrix(stored, wanted, { newId, pathOf });
  refuse(problems);
  const { added, claimedSkus } = plan.variants;
  const taken = await findTakenSkus(
    tx,
    { productId, vendorId },
    claimedSkus.map(({ sku }) => sku),
  );
  refuseSkus(
    claimedSkus
      .filter(({ sku }) => taken.has(sku))
      .map(({ path }) => ruleIssue(path, 'is the SKU of another product', 'not_unique')),
  );
  if (!changesProduct(plan) && !changesTabs(plan)) return plan;

  const now = ctx.now.toISOString();
  await writeMatrix(tx, { productId, vendorId, now }, plan);
  if (added.length > 0) {
    const levels = added.map(({ id: variantId }) => ({ ...emptyLevel, variantId, vendorId, updatedAt: now }));
    await inventory.openLevels(tx, levels, { actor: ctx.actor, reason: 'opening stock' });
  }
  return plan;
}

function refuse({ missing, issues, duplicates, takenSkus }: PlanProblems): void {
  if (missing.length > 0) {
    const entity = missing.every(({ path }) => path.startsWith('tabs')) ? 'Product tab' : 'Product variant';
    throw platformErrors.notFound({ entity }, { errors: under('body', missing) });
  }
  if (issues.length > 0) throw platformErrors.validation({}, { errors: under('body', issues) });
  if (duplicates.length > 0)
    throw productsErrors.duplicateCombination({}, { errors: under('body', duplicates) });
  refuseSkus(takenSkus);
}

function refuseSkus(issues: readonly RuleIssue[]): void {
  if (issues.length === 0) return;
  throw platformErrors.uniqueViolation({ what: 'The sku' }, { errors: under('body', issues) });
}

/** What an audit entry says of a change of the matrix; nothing where nothing changed. */
export function matrixSummary({ options, variants, tabs }: MatrixPlan): Record<string, unknown> {
  const ids = ({ added, changed, deletedIds }: MatrixPlan['variants'] | MatrixPlan['tabs']) => ({
    added: added.map(({ id }) => id),
    changed: changed.map(({ id }) => id),
    deleted: deletedIds,
  });
  const some = (part: object) => Object.values(part).some((list: unknown[]) => list.length > 0);
  const { options: now, ...optionChanges } = options;
  return {
    ...(some(optionChanges) ? { options: now.map(({ name }) => name) } : {}),
    ...(some(ids(variants)) ? { variants: ids(variants) } : {}),
    ...(some(ids(tabs)) ? { tabs: ids(tabs) } : {}),
  };
}
