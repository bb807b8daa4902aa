import type { Tx } from '#db/kernel/unit-of-work.js';
import { createProductsRepository } from '#db/products/products.repository.js';
import { readVariant, readVariants } from '#db/products/vendor-product.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { changesProduct } from '#domain/products/matrix-plan.js';
import { productsEvents } from '#domain/products/products.events.js';
import type { PathOf, VariantPlan, WantedVariant } from '#domain/products/variant-plan.js';
import type { VendorProductVariant } from '#domain/products/vendor-product.js';
import type { Platform } from '#operations/platform.js';
import { createCustomFieldWrites } from '#operations/custom-fields/custom-field-writes.js';
import { createProductHold } from '#operations/product-approvals/hold-changes.js';
import { changeMatrix, type ProductOwner } from '#operations/products/change-matrix.js';
import { checkPlaces } from '#api/kernel/check-places.js';
import { sentFields, type VariantInput } from './product-input.schemas.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox' | 'settings'>;

type WithCustomFields = Pick<WantedVariant, 'customFields'>;

/** The body of an operation on one variant is the variant. */
const wholeBody: PathOf = () => '';

/** Variants of a vendor's own products, one at a time. Every write locks the product first. */
export function createProductVariantsService({ unitOfWork, knex, audit, outbox, settings }: Deps) {
  const repository = createProductsRepository();
  const hold = createProductHold({ audit, outbox, settings });
  const customFieldWrites = createCustomFieldWrites({ audit, outbox });
  const productMissing = () => platformErrors.notFound({ entity: 'Product' });
  const variantMissing = () => platformErrors.notFound({ entity: 'Product variant' });

  function record(tx: Tx, ctx: Context, { productId, vendorId }: ProductOwner, plan: VariantPlan): void {
    const entries = (ids: readonly string[]) =>
      ids.map((variantId) => ({ entityId: variantId, payload: { productId, vendorId, variantId } }));
    const idsOf = (rows: readonly { id: string }[]) => entries(rows.map(({ id }) => id));
    outbox.appendAll(tx, ctx, productsEvents.variantCreated, idsOf(plan.added));
    outbox.appendAll(tx, ctx, productsEvents.variantUpdated, idsOf(plan.changed));
    outbox.appendAll(tx, ctx, productsEvents.variantDeleted, entries(plan.deletedIds));
  }

  async function auditAll(tx: Tx, ctx: Context, owner: ProductOwner, plan: VariantPlan): Promise<void> {
    const { vendorId } = owner;
    const entry = (action: string) => (row: { id: string }) => {
      const { id: entityId, ...after } = row;
      return { entity: 'productVariant', entityId, action, vendorId, after };
    };
    await audit.record(tx, ctx, [
      ...plan.added.map(entry('create')),
      ...plan.changed.map(entry('update')),
      ...plan.deletedIds.map((id) => entry('delete')({ id })),
    ]);
  }

  /**
   * Changes variants of a product, raises its `updatedAt`, and records an event for each variant that changed.
   * @throws AppError NOT_FOUND, and as `changeMatrix`
   */
  async function change(
    tx: Tx,
    ctx: Context,
    owner: ProductOwner,
    variants: readonly WantedVariant[],
    pathOf: PathOf,
  ): Promise<VariantPlan> {
    const held = await hold.hold(tx, ctx, owner, { variants }, { basicsPath: 'body' });
    const wanted = held?.now.variants ?? variants;
    const plan = await changeMatrix(tx, ctx, owner, { variants: wanted }, pathOf);
    if (changesProduct(plan)) {
      await repository.update(tx, owner.vendorId, owner.productId, {}, ctx.now);
      await auditAll(tx, ctx, owner, plan.variants);
      record(tx, ctx, owner, plan.variants);
    }
    const { idsAsWanted } = plan.variants;
    for (const [index, { customFields }] of wanted.entries()) {
      const id = idsAsWanted[index];
      if (id !== undefined) await customFieldWrites.within(ctx, 'productVariant', customFields)?.(tx, id);
    }
    await held?.submit({ variantIds: idsAsWanted, addedTabIds: [] });
    return plan.variants;
  }

  async function lock(tx: Tx, { vendorId, productId }: ProductOwner): Promise<void> {
    if (!(await repository.lock(tx, vendorId, productId))) throw productMissing();
  }

  async function find(tx: Tx, owner: ProductOwner, id: string): Promise<VendorProductVariant> {
    const variant = await readVariant(tx, owner, id);
    if (!variant) throw variantMissing();
    return variant;
  }

  async function list(owner: ProductOwner, reader: Tx | typeof knex = knex): Promise<VendorProductVariant[]> {
    const variants = await readVariants(reader, owner);
    if (!variants) throw productMissing();
    return variants;
  }

  return {
    /** @throws AppError NOT_FOUND */
    list: (owner: ProductOwner) => list(owner),

    /** @throws AppError as `changeMatrix` */
    create: (
      ctx: Context,
      owner: ProductOwner,
      input: VariantInput & WithCustomFields,
    ): Promise<VendorProductVariant> =>
      unitOfWork.run(ctx, async (tx) => {
        await lock(tx, owner);
        const { optionValueIds = [], customFields, ...fields } = input;
        const wanted = { fields: sentFields(fields), optionValueIds, customFields };
        const { added } = await change(tx, ctx, owner, [wanted], wholeBody);
        return find(tx, owner, added[0]?.id ?? '');
      }),

    /** The rules hold for the merged values. @throws AppError as `changeMatrix` */
    update: (
      ctx: Context,
      owner: ProductOwner,
      id: string,
      input: VariantInput & WithCustomFields,
    ): Promise<VendorProductVariant> =>
      unitOfWork.run(ctx, async (tx) => {
        await lock(tx, owner);
        if ((await find(tx, owner, id)).deletedAt !== null) throw variantMissing();
        const { optionValueIds, customFields, ...fields } = input;
        const wanted = { id, fields: sentFields(fields), optionValueIds, customFields };
        await change(tx, ctx, owner, [wanted], wholeBody);
        return find(tx, owner, id);
      }),

    /** A repeat changes nothing. @throws AppError NOT_FOUND */
    delete: (ctx: Context, owner: ProductOwner, id: string): Promise<VendorProductVariant> =>
      unitOfWork.run(ctx, async (tx) => {
        await lock(tx, owner);
        if ((await find(tx, owner, id)).deletedAt === null)
          await change(tx, ctx, owner, [{ id, delete: true, fields: {} }], wholeBody);
        return find(tx, owner, id);
      }),

    /** Variants that are not named keep their place. @throws AppError NOT_FOUND, VALIDATION_ERROR for an id sent twice */
    reorder: (
      ctx: Context,
      owner: ProductOwner,
      places: readonly { variantId: string; sortOrder: number }[],
    ): Promise<VendorProductVariant[]> =>
      unitOfWork.run(ctx, async (tx) => {
        await lock(tx, owner);
        const at = { entity: 'Product variant', list: 'variants', id: 'variantId', owner: 'the product' };
        checkPlaces(
          await list(owner, tx),
          places.map(({ variantId }) => variantId),
          at,
        );
        const wanted = places.map(({ variantId: id, sortOrder }) => ({ id, fields: { sortOrder } }));
        await change(tx, ctx, owner, wanted, (index) => `variants.${index}`);
        return list(owner, tx);
      }),
  };
}
