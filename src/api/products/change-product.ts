import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { readPendingChange } from '#db/product-approvals/pending-change.query.js';
import { createProductsRepository } from '#db/products/products.repository.js';
import { readVendorProduct } from '#db/products/vendor-product.query.js';
import { assertMatch } from '#api/kernel/entity-tag.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { ProductChanges } from '#domain/products/product-change.js';
import { type ProductChange, productsEvents } from '#domain/products/products.events.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import type { Platform } from '#operations/platform.js';
import { createCustomFieldWrites } from '#operations/custom-fields/custom-field-writes.js';
import { createProductHold } from '#operations/product-approvals/hold-changes.js';
import type { ProductOwner } from '#operations/products/change-matrix.js';
import { writeProduct } from '#operations/products/write-product.js';
import { productTag } from './products.schemas.js';

export interface ChangeOptions {
  /** What the event says was changed. */
  change: ProductChange;
  /** Where the basics stand in the request. */
  basicsPath: string;
  ifMatch?: string;
}

/** `waiting`: a part of the change waits for an approval. */
export type ChangeOutcome = 'changed' | 'unchanged' | 'waiting';

type Deps = Pick<Platform, 'unitOfWork' | 'audit' | 'outbox' | 'settings'>;

/** Changes sections of a product, all of them or none. */
export function createProductChanges({ unitOfWork, audit, outbox, settings }: Deps) {
  const repository = createProductsRepository();
  const hold = createProductHold({ audit, outbox, settings });
  const fields = createCustomFieldWrites({ audit, outbox });
  const notFound = () => platformErrors.notFound({ entity: 'Product' });

  async function current(tx: Tx, { vendorId, productId }: ProductOwner): Promise<VendorProduct> {
    const product = await readVendorProduct(tx, vendorId, productId);
    if (!product) throw notFound();
    return product;
  }

  /** Writes sections at once, with audit and event; what is as it was is not written, and has no event. */
  async function write(
    tx: Tx,
    ctx: Context,
    owner: ProductOwner,
    sections: ProductChanges,
    { change, basicsPath }: Omit<ChangeOptions, 'ifMatch'>,
  ) {
    const { vendorId, productId } = owner;
    const alsoOfVariants = sections.variants?.map(({ customFields }) =>
      fields.within(ctx, 'productVariant', customFields),
    );
    const written = await writeProduct(tx, ctx, owner, sections, { basicsPath, alsoOfVariants });
    const { before, after } = written;
    const changed = Object.keys(after).length > 0;
    if (changed) {
      await audit.record(tx, ctx, [
        { entity: 'product', entityId: productId, action: 'update', vendorId, before, after },
      ]);
      outbox.append(tx, ctx, productsEvents.updated, productId, { productId, vendorId, change });
    }
    await fields.within(ctx, 'product', sections.customFields)?.(tx, productId);
    return { changed, written };
  }

  /** Changes the sections that are given in a transaction that is open already, but for what waits for an approval. */
  async function apply(
    tx: Tx,
    ctx: Context,
    owner: ProductOwner,
    sections: ProductChanges,
    options: Omit<ChangeOptions, 'ifMatch'>,
  ): Promise<ChangeOutcome> {
    const held = await hold.hold(tx, ctx, owner, sections, options);
    if (!held) return (await write(tx, ctx, owner, sections, options)).changed ? 'changed' : 'unchanged';
    const { changed, written } = await write(tx, ctx, owner, held.now, options);
    if (await held.submit(written)) return 'waiting';
    return changed ? 'changed' : 'unchanged';
  }

  /** The product, locked until the transaction ends. @throws AppError NOT_FOUND */
  async function lock(tx: Tx, owner: ProductOwner): Promise<VendorProduct> {
    if (!(await repository.lock(tx, owner.vendorId, owner.productId))) throw notFound();
    return current(tx, owner);
  }

  /** The product with what waits of it, where the vendor's products wait at all. */
  async function withPending(reader: Reader, product: VendorProduct): Promise<VendorProduct> {
    if (hold.isOff(product.vendorId)) return product;
    const pendingChange = await readPendingChange(reader, product.id);
    return pendingChange ? { ...product, pendingChange } : product;
  }

  /**
   * Changes the sections that are given, in one transaction, and returns the product as it is then.
   * @throws AppError NOT_FOUND, PRECONDITION_FAILED when `ifMatch` is stale, and as `changeMatrix` and `checkReferences`
   */
  async function change(
    ctx: Context,
    owner: ProductOwner,
    sections: ProductChanges,
    { ifMatch, ...options }: ChangeOptions,
  ): Promise<VendorProduct> {
    return unitOfWork.run(ctx, async (tx) => {
      // The lock first: a request that waited for it would compare the product as it was before.
      if (ifMatch !== undefined) assertMatch(ifMatch, productTag(await lock(tx, owner)), 'The product');
      await apply(tx, ctx, owner, sections, options);
      return withPending(tx, await current(tx, owner));
    });
  }

  return { change, apply, write, lock, withPending, hold };
}

export type ProductWrites = ReturnType<typeof createProductChanges>;
