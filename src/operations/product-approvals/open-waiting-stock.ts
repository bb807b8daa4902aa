import { createInventoryRepository } from '#db/inventory/inventory.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createProductsRepository } from '#db/products/products.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ProductChanges } from '#domain/products/product-change.js';
import type { WrittenProduct } from '#operations/products/write-product.js';

const inventory = createInventoryRepository();
const products = createProductsRepository();

/** Variants of a product file that waited with new options come with the stock that the file has. */
export async function openWaitingStock(
  tx: Tx,
  { actor, now }: Context,
  vendorId: string,
  { variants = [] }: ProductChanges,
  { variantIds }: Pick<WrittenProduct, 'variantIds'>,
): Promise<void> {
  const explicit = variants.flatMap(({ id, stock }, index) => {
    const variantId = variantIds[index];
    return id === undefined && stock && variantId ? [{ ...stock, variantId }] : [];
  });
  if (explicit.length === 0) return;
  await inventory.setFlags(tx, vendorId, explicit, now);
  const counted = explicit.flatMap(({ variantId, onHand }) =>
    onHand === null ? [] : [{ variantId, onHand }],
  );
  if (counted.length === 0) return;
  await products.keepImportedQuantities(tx, counted);
  await inventory.count(tx, vendorId, counted, { actor, reason: 'import', now });
}
