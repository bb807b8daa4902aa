import { listStock, readStock } from '#db/inventory/inventory-list.query.js';
import { listStockMovements } from '#db/inventory/movements-list.query.js';
import { createInventoryRepository, type LockedLevel } from '#db/inventory/inventory.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { inventoryEvents } from '#domain/inventory/inventory.events.js';
import type { StockMovement } from '#domain/inventory/stock-movement.js';
import type { StockAdjustment } from '#domain/inventory/stock-level.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';
import { type StockLevelResponse, stockLevelResponse, type StockSettingsInput } from './inventory.schemas.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox' | 'counts' | 'operations'>;

/** What a vendor does with the stock of their own variants. */
export function createInventoryService({ unitOfWork, knex, audit, outbox, counts, operations }: Deps) {
  const repository = createInventoryRepository();
  const notFound = () => platformErrors.notFound({ entity: 'Product variant' });

  /** `pathOf` says where the adjustment at an index was sent. */
  async function adjustWithin(
    tx: Tx,
    ctx: Context,
    vendorId: string,
    adjustments: readonly StockAdjustment[],
    pathOf: (index: number) => string,
  ): Promise<StockLevelResponse[]> {
    await operations.adjustStock(tx, ctx, vendorId, adjustments, pathOf);
    const ids = adjustments.map(({ variantId }) => variantId);
    return (await readStock(tx, vendorId, ids)).map(stockLevelResponse);
  }

  return {
    list: (vendorId: string, query: ListQuery) => listStock(knex, counts, vendorId, query),

    /** @throws AppError NOT_FOUND */
    async get(vendorId: string, variantId: string): Promise<StockLevelResponse> {
      const [level] = await readStock(knex, vendorId, [variantId]);
      if (!level) throw notFound();
      return stockLevelResponse(level);
    },

    /** The log of a variant. @throws AppError NOT_FOUND */
    async movements(vendorId: string, variantId: string, query: ListQuery): Promise<Page<StockMovement>> {
      const [level] = await readStock(knex, vendorId, [variantId]);
      if (!level) throw notFound();
      return listStockMovements(knex, vendorId, variantId, query);
    },

    /**
     * Changes flags and thresholds; what is as it was already is not written.
     * @throws AppError NOT_FOUND
     */
    async update(
      ctx: Context,
      vendorId: string,
      variantId: string,
      input: StockSettingsInput,
    ): Promise<StockLevelResponse> {
      return unitOfWork.run(ctx, async (tx) => {
        const [level]: (LockedLevel | undefined)[] = await repository.lockLevels(tx, vendorId, [variantId]);
        if (!level) throw notFound();
        const changes = changedFields(level, input);
        if (Object.keys(changes).length > 0) {
          await repository.updateSettings(tx, vendorId, variantId, changes, ctx.now);
          const before = fieldsBefore(level, changes);
          await audit.record(tx, ctx, [
            { entity: 'stockLevel', entityId: variantId, action: 'update', vendorId, before, after: changes },
          ]);
          const { productId } = level;
          outbox.append(tx, ctx, inventoryEvents.levelUpdated, variantId, {
            variantId,
            productId,
            vendorId,
          });
        }
        const [row] = await readStock(tx, vendorId, [variantId]);
        if (!row) throw notFound();
        return stockLevelResponse(row);
      });
    },

    /** @throws AppError NOT_FOUND, CONFLICT when there is not so much on hand */
    async adjust(ctx: Context, vendorId: string, adjustment: StockAdjustment): Promise<StockLevelResponse> {
      return unitOfWork.runOnce(ctx, async (tx) => {
        const [row] = await adjustWithin(tx, ctx, vendorId, [adjustment], () => 'body.delta');
        if (!row) throw notFound();
        return row;
      });
    },

    /** All or nothing. @throws AppError as `adjust` */
    adjustAll: (ctx: Context, vendorId: string, adjustments: readonly StockAdjustment[]) =>
      unitOfWork.runOnce(ctx, (tx) =>
        adjustWithin(tx, ctx, vendorId, adjustments, (index) => `body.adjustments.${index}.delta`),
      ),
  };
}
