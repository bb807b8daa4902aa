import { createProductLists, readProductSummary } from '#db/products/product-list.query.js';
import { createProductsRepository } from '#db/products/products.repository.js';
import { readVendorProduct } from '#db/products/vendor-product.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { productsEvents } from '#domain/products/products.events.js';
import { becomesPublished } from '#domain/products/publication.js';
import type { ProductSummary, VendorProduct } from '#domain/products/vendor-product.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';
import { checkReferences } from './check-references.js';
import { createProductCreation } from './create-product.js';
import type { NewProductInput, ProductBasicsInput } from './product-input.schemas.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox' | 'counts'>;

/** What a vendor does with products of their own; one of another vendor is one that does not exist. */
export function createProductsService(deps: Deps) {
  const { unitOfWork, knex, audit, outbox, counts } = deps;
  const repository = createProductsRepository();
  const lists = createProductLists(knex, counts);
  const createProduct = createProductCreation(deps);
  const notFound = () => platformErrors.notFound({ entity: 'Product' });

  async function read(vendorId: string, productId: string): Promise<VendorProduct> {
    const product = await readVendorProduct(knex, vendorId, productId);
    if (!product) throw notFound();
    return product;
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
    async create(ctx: Context, vendorId: string, input: NewProductInput): Promise<VendorProduct> {
      return read(vendorId, await createProduct(ctx, vendorId, input));
    },

    /**
     * Changes first-class fields and what the product is filed under; a set of ids replaces the whole set. What is
     * as it was already is not written.
     * @throws AppError NOT_FOUND, VALIDATION_ERROR for references, UNIQUE_VIOLATION for a slug that is taken
     */
    async updateBasics(
      ctx: Context,
      vendorId: string,
      productId: string,
      input: ProductBasicsInput,
    ): Promise<VendorProduct> {
      const { categoryIds, tagIds, ingredientIds, ...fields } = input;
      await unitOfWork.run(ctx, async (tx) => {
        const row = await repository.lock(tx, vendorId, productId);
        if (!row) throw notFound();
        const before = { ...row, publishedAt: row.publishedAt?.toISOString() ?? null };
        await checkReferences(tx, input);
        const changes = changedFields(before, fields);
        if (becomesPublished(before, { ...before, ...changes })) changes.publishedAt = ctx.now.toISOString();
        const moved = await repository.replaceLinks(tx, productId, { categoryIds, tagIds, ingredientIds });
        if (Object.keys(changes).length === 0 && moved === 0) return;
        await repository.update(tx, vendorId, productId, changes, ctx.now);
        await audit.record(tx, ctx, [
          {
            entity: 'product',
            entityId: productId,
            action: 'update',
            vendorId,
            before: fieldsBefore(before, changes),
            after: { ...changes, ...(moved > 0 ? { categoryIds, tagIds, ingredientIds } : {}) },
          },
        ]);
        const fact = { productId, vendorId, change: 'basics' as const };
        outbox.append(tx, ctx, productsEvents.updated, productId, fact);
      });
      return read(vendorId, productId);
    },

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
        outbox.append(tx, ctx, productsEvents.deleted, productId, { productId, vendorId });
      });
      const row = await readProductSummary(knex, vendorId, productId, { deleted: true });
      if (!row) throw notFound();
      return row;
    },
  };
}
