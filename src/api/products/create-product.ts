import { isUniqueViolation } from '#db/kernel/database-error.js';
import { createInventoryRepository } from '#db/inventory/inventory.repository.js';
import { freeSlugs, lockSlugBase } from '#db/products/product-slugs.repository.js';
import { createProductsRepository } from '#db/products/products.repository.js';
import type { AlsoWrite, Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { slugify } from '#domain/_shared/slug.js';
import { productsEvents } from '#domain/products/products.events.js';
import type { Platform } from '#operations/platform.js';
import type { ProductHold } from '#operations/product-approvals/hold-changes.js';
import { planProductAssignments } from '#operations/products/change-assignments.js';
import { emptyLevel } from '#operations/products/change-matrix.js';
import { checkReferences } from '#operations/products/check-references.js';
import { buildNewProduct } from './new-product.js';
import type { NewProductInput } from './product-input.schemas.js';

/** Custom fields that came with a product, and with each of its variants, in their order. */
export interface NewProductFields {
  ofProduct?: AlsoWrite;
  ofVariants?: readonly (AlsoWrite | undefined)[];
}

type Deps = Pick<Platform, 'unitOfWork' | 'audit' | 'outbox'>;

/** Writes new products: their matrix, and the stock of their variants with nothing on hand. */
export function createProductCreation({ unitOfWork, audit, outbox }: Deps, hold: ProductHold) {
  const products = createProductsRepository();
  const inventory = createInventoryRepository();

  /** A slug that was asked for is taken or not; one of our own making moves out of the way. */
  async function deriveSlug(tx: Tx, title: string): Promise<string> {
    const base = slugify(title);
    await lockSlugBase(tx, base);
    return (await freeSlugs(tx, [base]))[0] ?? base;
  }

  /** Returns the id. @throws AppError as the use case says */
  return async function createProduct(
    ctx: Context,
    vendorId: string,
    input: NewProductInput,
    { ofProduct, ofVariants = [] }: NewProductFields = {},
  ): Promise<string> {
    const built = buildNewProduct(input, { vendorId, slug: input.slug ?? '', now: ctx.now });
    const { product, variants } = built;
    const productId = product.id;
    const insert = () =>
      unitOfWork.run(ctx, async (tx) => {
        await checkReferences(tx, { ...built, ...product });
        product.slug = input.slug ?? (await deriveSlug(tx, product.title));
        const asked = { id: productId, attributeGroupId: null };
        const assigned = await planProductAssignments(tx, asked, input, 'body');
        const waits = input.status === 'active' && (await hold.holdsNew(tx, vendorId));
        if (waits) Object.assign(product, { status: 'draft', publishedAt: input.publishedAt ?? null });
        await products.insertAll(tx, [{ ...built, attributes: assigned?.added }]);
        const levels = variants.map(({ id: variantId, updatedAt }) => ({
          ...emptyLevel,
          variantId,
          vendorId,
          updatedAt,
        }));
        await inventory.openLevels(tx, levels, { actor: ctx.actor, reason: 'opening stock' });
        const after = { title: product.title, slug: product.slug };
        await audit.record(tx, ctx, [
          { entity: 'product', entityId: productId, action: 'create', vendorId, after },
        ]);
        outbox.append(tx, ctx, productsEvents.created, productId, { productId, vendorId });
        await ofProduct?.(tx, productId);
        for (const [index, { id }] of variants.entries()) await ofVariants[index]?.(tx, id);
        if (waits) await hold.steps.submitNew(tx, ctx, { productId, vendorId });
      });
    try {
      await insert();
    } catch (error) {
      // An import does not wait for others with its slugs, and may have taken ours at this moment.
      if (input.slug !== undefined || !isUniqueViolation(error, 'products_slug_live')) throw error;
      await insert();
    }
    return productId;
  };
}
