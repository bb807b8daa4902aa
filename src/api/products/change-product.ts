import type { AlsoWrite, Tx } from '#db/kernel/unit-of-work.js';
import { writeAssignments } from '#db/products/product-assignments.repository.js';
import { createProductsRepository } from '#db/products/products.repository.js';
import { readVendorProduct } from '#db/products/vendor-product.query.js';
import { assertMatch } from '#api/kernel/entity-tag.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { changesAssignments } from '#domain/products/attribute-assignments.js';
import { changesProduct, type WantedMatrix } from '#domain/products/matrix-plan.js';
import type { ProductFields } from '#domain/products/product.js';
import { type ProductChange, productsEvents } from '#domain/products/products.events.js';
import { becomesPublished } from '#domain/products/publication.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';
import { planProductAssignments } from './change-assignments.js';
import { changeMatrix, matrixSummary, type ProductOwner } from './change-matrix.js';
import { checkReferences } from './check-references.js';
import type { ProductBasicsInput, ProductMediaInput } from './product-input.schemas.js';
import { productTag } from './products.schemas.js';

/** The sections of a product that are to change. */
export interface ProductChanges extends WantedMatrix {
  basics?: ProductBasicsInput;
  media?: ProductMediaInput;
}

export interface ChangeOptions {
  /** What the event says was changed. */
  change: ProductChange;
  /** Where the basics stand in the request. */
  basicsPath: string;
  ifMatch?: string;
  also?: AlsoWrite;
  /** What is written with each variant that the sections name, in their order. */
  alsoOfVariants?: readonly (AlsoWrite | undefined)[];
}

type Deps = Pick<Platform, 'unitOfWork' | 'audit' | 'outbox'>;

/** Changes sections of a product, all of them or none. */
export function createProductChanges({ unitOfWork, audit, outbox }: Deps) {
  const repository = createProductsRepository();
  const notFound = () => platformErrors.notFound({ entity: 'Product' });

  async function current(tx: Tx, { vendorId, productId }: ProductOwner): Promise<VendorProduct> {
    const product = await readVendorProduct(tx, vendorId, productId);
    if (!product) throw notFound();
    return product;
  }

  /** Writes what differs; returns what changed, for the audit, and whether it is more than tabs. */
  async function write(
    tx: Tx,
    ctx: Context,
    owner: ProductOwner,
    sections: ProductChanges,
    { basicsPath, alsoOfVariants = [] }: Pick<ChangeOptions, 'basicsPath' | 'alsoOfVariants'>,
  ) {
    const { vendorId, productId } = owner;
    const row = await repository.lock(tx, vendorId, productId);
    if (!row) throw notFound();
    const { basics = {}, media = {}, ...matrix } = sections;
    const { categoryIds, tagIds, ingredientIds, attributeAssignments, ...fields } = basics;
    const before = { ...row, publishedAt: row.publishedAt?.toISOString() ?? null };
    await checkReferences(tx, basics, basicsPath);
    const assigned = await planProductAssignments(tx, { ...row, id: productId }, basics, basicsPath);
    const reassigned = assigned !== undefined && changesAssignments(assigned);
    if (reassigned) await writeAssignments(tx, [{ productId, plan: assigned }]);
    const changes: Partial<ProductFields> = changedFields(before, { ...fields, ...media });
    if (becomesPublished(before, { ...before, ...changes })) changes.publishedAt = ctx.now.toISOString();
    const moved = await repository.replaceLinks(tx, productId, { categoryIds, tagIds, ingredientIds });
    const plan = Object.values(matrix).some(Boolean) ? await changeMatrix(tx, ctx, owner, matrix) : undefined;
    for (const [index, id] of (plan?.variants.idsAsWanted ?? []).entries())
      if (id !== undefined) await alsoOfVariants[index]?.(tx, id);
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
    };
  }

  /**
   * Changes the sections that are given in a transaction that is open already; what is as it was is not written, and has
   * no event. Returns whether anything changed.
   */
  async function apply(
    tx: Tx,
    ctx: Context,
    owner: ProductOwner,
    sections: ProductChanges,
    { change, ...options }: Omit<ChangeOptions, 'ifMatch' | 'also'>,
  ): Promise<boolean> {
    const { vendorId, productId } = owner;
    const { before, after } = await write(tx, ctx, owner, sections, options);
    if (Object.keys(after).length === 0) return false;
    await audit.record(tx, ctx, [
      { entity: 'product', entityId: productId, action: 'update', vendorId, before, after },
    ]);
    outbox.append(tx, ctx, productsEvents.updated, productId, { productId, vendorId, change });
    return true;
  }

  /** The product, locked until the transaction ends. @throws AppError NOT_FOUND */
  async function lock(tx: Tx, owner: ProductOwner): Promise<VendorProduct> {
    if (!(await repository.lock(tx, owner.vendorId, owner.productId))) throw notFound();
    return current(tx, owner);
  }

  /**
   * Changes the sections that are given, in one transaction, and returns the product as it is then.
   * @throws AppError NOT_FOUND, PRECONDITION_FAILED when `ifMatch` is stale, and as `changeMatrix` and `checkReferences`
   */
  async function change(
    ctx: Context,
    owner: ProductOwner,
    sections: ProductChanges,
    { ifMatch, also, ...options }: ChangeOptions,
  ): Promise<VendorProduct> {
    return unitOfWork.run(ctx, async (tx) => {
      // The lock first: a request that waited for it would compare the product as it was before.
      if (ifMatch !== undefined) assertMatch(ifMatch, productTag(await lock(tx, owner)), 'The product');
      await apply(tx, ctx, owner, sections, options);
      await also?.(tx, owner.productId);
      return current(tx, owner);
    });
  }

  return { change, apply, lock };
}

export type ProductWrites = ReturnType<typeof createProductChanges>;
