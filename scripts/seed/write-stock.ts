import { type BulkTable, insertRows } from '#db/kernel/bulk-write.js';
import { createInventoryRepository } from '#db/inventory/inventory.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Actor } from '#domain/_shared/context.js';
import { createIds } from './draw.js';
import type { DemoPlan } from './plan-demo-data.js';
import type { PlannedProduct } from './plan-products.js';

/** As the platform calls it. */
const OPENING = 'opening stock';

/** A change of the stock of a variant. */
export interface Movement {
  variantId: string;
  vendorId: string;
  /** Pieces. */
  onHandDelta: number;
  reservedDelta: number;
  reason: string;
  /** The order that moved them; null for what its vendor did. */
  referenceId: string | null;
  actor: Actor;
  createdAt: string;
}

const movementTable: BulkTable<Movement & { id: string }> = {
  name: 'inventory_movements',
  columns: [
    'id',
    'variantId',
    'vendorId',
    'onHandDelta',
    'reservedDelta',
    'reason',
    'referenceId',
    'actor',
    'createdAt',
  ],
};

/** The first movement of each variant that opened with something on hand. */
function openings(products: readonly PlannedProduct[], actor: Actor): Movement[] {
  return products.flatMap(({ written, stock }) =>
    stock
      .filter(({ onHand }) => onHand > 0)
      .map(({ variantId, vendorId, onHand }) => ({
        variantId,
        vendorId,
        onHandDelta: onHand,
        reservedDelta: 0,
        reason: OPENING,
        referenceId: null,
        actor,
        createdAt: written.product.createdAt,
      })),
  );
}

/**
 * Opens the stock of all variants and writes what happened to it. The repository logs movements at the current time; these are
 * of the past, so they are written beside it, and the levels are made their sums.
 * @returns how many movements there are
 */
export async function writeStock(
  tx: Tx,
  { seed, products, orders }: Pick<DemoPlan, 'seed' | 'products' | 'orders'>,
  actor: Actor,
): Promise<number> {
  const newId = createIds(seed, 'movements');
  const movements = [...openings(products, actor), ...orders.flatMap((order) => order.movements)]
    .sort((item, other) => Date.parse(item.createdAt) - Date.parse(other.createdAt))
    .map((movement) => ({ id: newId(), ...movement }));
  const levels = products.flatMap(({ written, stock }) =>
    stock.map((level) => ({ ...level, onHand: 0, updatedAt: written.product.createdAt })),
  );
  await createInventoryRepository().openLevels(tx, levels, { actor, reason: OPENING });
  await insertRows(tx, movementTable, movements);
  await tx.raw(
    `update inventory_levels l set on_hand = moved.on_hand, reserved = moved.reserved, updated_at = moved.latest
     from (
       select variant_id, sum(on_hand_delta) as on_hand, sum(reserved_delta) as reserved, max(created_at) as latest
       from inventory_movements where variant_id = any(?::uuid[]) group by variant_id
     ) moved
     where moved.variant_id = l.variant_id`,
    [levels.map((level) => level.variantId)],
  );
  return movements.length;
}
