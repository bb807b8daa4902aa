import { createProductLists, readProductSummary } from '#db/products/product-list.query.js';
import { createProductsRepository } from '#db/products/products.repository.js';
import { readVendorProduct } from '#db/products/vendor-product.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { productsEvents } from '#domain/products/products.events.js';
import type { ProductSummary, VendorProduct } from '#domain/products/vendor-product.js';
import type { Platform } from '#operations/platform.js';
import { createBulkProductChanges } from './change-many.js';
import { createProductChanges } from './change-product.js';
import { createProductCreation, type NewProductFields } from './create-product.js';
import type { NewProductInput } from './product-input.schemas.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox' | 'counts' | 'settings'>;

/** What a vendor does with their own products; one of another vendor is one that does not exist. */
export function createProductsService(deps: Deps) {
  const { unitOfWork, knex, audit, outbox, counts } = deps;
  const repository = createProductsRepository();
  const lists = createProductLists(knex, counts);
  const writes = createProductChanges(deps);
  const createProduct = createProductCreation(deps, writes.hold);
  const notFound = () => platformErrors.notFound({ entity: 'Product' });

  async function read(vendorId: string, productId: string): Promise<VendorProduct> {
    const product = await readVendorProduct(knex, vendorId, productId);
    if (!product) throw notFound();
    return writes.withPending(knex, product);
  }

  return {
    /** One page of the vendor's products, their summaries as JSON. */
    list: lists.page,

    /** @throws AppError NOT_FOUND */
    async summary(vendorId: string, productId: string): Promise<ProductSummary> {
      const row = await readProductSummary(knex, vendorId, productId);
      if (!row) throw notFound();
      return row;
    },

    /** @throws AppError NOT_FOUND */
    detail: read,

    /**
     * Creates a product with its matrix and opens the stock of its variants, with nothing on hand.
     * @throws AppError VALIDATION_ERROR for broken rules and references, CONFLICT for two variants of one combination,
     *   UNIQUE_VIOLATION for a slug or SKU that is taken
     */
    async create(
      ctx: Context,
      vendorId: string,
      input: NewProductInput,
      fields?: NewProductFields,
    ): Promise<VendorProduct> {
      return read(vendorId, await createProduct(ctx, vendorId, input, fields));
    },

    change: writes.change,

    changeMany: createBulkProductChanges(deps, writes),

    /** Soft-deletes a product with its variants and tabs; a repeat changes nothing. @throws AppError NOT_FOUND */
    async delete(ctx: Context, vendorId: string, productId: string): Promise<ProductSummary> {
      await unitOfWork.run(ctx, async (tx) => {
        if (!(await repository.softDelete(tx, vendorId, productId, ctx.now))) return;
        await audit.record(tx, ctx, [
          {
            entity: 'product',
            entityId: productId,
            action: 'delete',
            vendorId,
            after: { deletedAt: ctx.now },
          },
        ]);
        await writes.hold.productDeleted(tx, ctx, { productId, vendorId });
        outbox.append(tx, ctx, productsEvents.deleted, productId, { productId, vendorId });
      });
      const row = await readProductSummary(knex, vendorId, productId, { deleted: true });
      if (!row) throw notFound();
      return row;
    },
  };
}
