import type { FieldIssue } from '#domain/_shared/app-error.js';
import { createInventoryRepository } from '#db/inventory/inventory.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { inventoryErrors } from '#domain/inventory/inventory.errors.js';
import { inventoryEvents } from '#domain/inventory/inventory.events.js';
import type { StockAdjustment } from '#domain/inventory/stock-level.js';
import { builtOnce } from '#operations/_shared/built-once.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';

/** Corrects what is on hand of variants of one vendor, with its movements and events. */
export const createStockAdjustment = builtOnce(({ outbox }: Pick<OperationDeps, 'outbox'>) => {
  const repository = createInventoryRepository();

  /**
   * Makes all adjustments or throws.
   * @param pathOf where the adjustment at an index was sent, for errors
   * @throws AppError NOT_FOUND for a variant of somebody else, CONFLICT when there is not so much on hand
   */
  return async function adjustStock(
    tx: Tx,
    ctx: Context,
    vendorId: string,
    adjustments: readonly StockAdjustment[],
    pathOf: (index: number) => string = (index) => `adjustments.${index}.delta`,
  ): Promise<void> {
    const ids = adjustments.map(({ variantId }) => variantId);
    const levels = new Map(
      (await repository.lockLevels(tx, vendorId, ids)).map((item) => [item.variantId, item]),
    );
    if (ids.some((id) => !levels.has(id))) throw platformErrors.notFound({ entity: 'Product variant' });

    const adjusted = new Set(await repository.adjust(tx, vendorId, adjustments, ctx));
    const errors = adjustments.flatMap(({ variantId }, index): FieldIssue[] => {
      if (adjusted.has(variantId)) return [];
      const message = `there are ${levels.get(variantId)?.onHand ?? 0} pieces on hand`;
      return [{ path: pathOf(index), message, code: 'too_many' }];
    });
    if (errors.length > 0) throw inventoryErrors.insufficientStock({}, { errors });

    outbox.appendAll(
      tx,
      ctx,
      inventoryEvents.adjusted,
      adjustments.map(({ variantId, delta, reason }) => {
        const productId = levels.get(variantId)?.productId ?? '';
        return { entityId: variantId, payload: { variantId, productId, vendorId, delta, reason } };
      }),
    );
  };
});

export type StockAdjuster = ReturnType<typeof createStockAdjustment>;
