import type { Tx } from '#db/kernel/unit-of-work.js';
import { createProductsRepository } from '#db/products/products.repository.js';
import { readTab, readTabs } from '#db/products/vendor-product.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { TabPlan, WantedTab } from '#domain/products/matrix-plan.js';
import { productsEvents } from '#domain/products/products.events.js';
import type { VendorProductTab } from '#domain/products/vendor-product.js';
import type { Platform } from '#operations/platform.js';
import { createProductHold } from '#operations/product-approvals/hold-changes.js';
import { changeMatrix, type ProductOwner } from '#operations/products/change-matrix.js';
import { checkPlaces } from '#api/kernel/check-places.js';
import { sentFields, type TabInput, type TabPatch } from './product-input.schemas.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox' | 'settings'>;

const actions = [
  { rows: 'added', action: 'create', event: productsEvents.tabCreated },
  { rows: 'changed', action: 'update', event: productsEvents.tabUpdated },
  { rows: 'deletedIds', action: 'delete', event: productsEvents.tabDeleted },
] as const;

/**
 * Tabs of a vendor's own products. Every write locks the product first; the product's `updatedAt` stays, because search
 * shows no tabs.
 */
export function createProductTabsService({ unitOfWork, knex, audit, outbox, settings }: Deps) {
  const repository = createProductsRepository();
  const hold = createProductHold({ audit, outbox, settings });
  const productMissing = () => platformErrors.notFound({ entity: 'Product' });
  const tabMissing = () => platformErrors.notFound({ entity: 'Product tab' });

  async function change(
    tx: Tx,
    ctx: Context,
    owner: ProductOwner,
    tabs: readonly WantedTab[],
  ): Promise<TabPlan> {
    const { productId, vendorId } = owner;
    const held = await hold.hold(tx, ctx, owner, { tabs }, { basicsPath: 'body' });
    const { tabs: plan } = await changeMatrix(tx, ctx, owner, { tabs: held?.now.tabs ?? tabs });
    for (const { rows, action, event } of actions) {
      const changed = plan[rows].map((row) => (typeof row === 'string' ? { id: row } : row));
      const entries = changed.map(({ id: entityId, ...after }) => ({
        entity: 'productTab',
        entityId,
        action,
        vendorId,
        after,
      }));
      await audit.record(tx, ctx, entries);
      outbox.appendAll(
        tx,
        ctx,
        event,
        changed.map(({ id }) => ({ entityId: id, payload: { productId, vendorId, tabId: id } })),
      );
    }
    await held?.submit({ variantIds: [], addedTabIds: plan.added.map(({ id }) => id) });
    return plan;
  }

  async function lock(tx: Tx, { vendorId, productId }: ProductOwner): Promise<void> {
    if (!(await repository.lock(tx, vendorId, productId))) throw productMissing();
  }

  async function find(tx: Tx, owner: ProductOwner, id: string): Promise<VendorProductTab> {
    const tab = await readTab(tx, owner, id);
    if (!tab) throw tabMissing();
    return tab;
  }

  async function list(owner: ProductOwner, reader: Tx | typeof knex = knex): Promise<VendorProductTab[]> {
    const tabs = await readTabs(reader, owner);
    if (!tabs) throw productMissing();
    return tabs;
  }

  async function isLive(tx: Tx, owner: ProductOwner, id: string): Promise<boolean> {
    return (await list(owner, tx)).some((tab) => tab.id === id);
  }

  return {
    /** Active and inactive ones. @throws AppError NOT_FOUND */
    list: (owner: ProductOwner) => list(owner),

    /** @throws AppError NOT_FOUND, VALIDATION_ERROR for more tabs than a product may have */
    create: (ctx: Context, owner: ProductOwner, input: TabInput): Promise<VendorProductTab> =>
      unitOfWork.run(ctx, async (tx) => {
        await lock(tx, owner);
        const { added } = await change(tx, ctx, owner, [{ fields: sentFields(input) }]);
        return find(tx, owner, added[0]?.id ?? '');
      }),

    /** @throws AppError NOT_FOUND */
    update: (ctx: Context, owner: ProductOwner, id: string, input: TabPatch): Promise<VendorProductTab> =>
      unitOfWork.run(ctx, async (tx) => {
        await lock(tx, owner);
        if (!(await isLive(tx, owner, id))) throw tabMissing();
        await change(tx, ctx, owner, [{ id, fields: sentFields(input) }]);
        return find(tx, owner, id);
      }),

    /** A repeat changes nothing. @throws AppError NOT_FOUND */
    delete: (ctx: Context, owner: ProductOwner, id: string): Promise<VendorProductTab> =>
      unitOfWork.run(ctx, async (tx) => {
        await lock(tx, owner);
        const tab = await find(tx, owner, id);
        if (await isLive(tx, owner, id)) await change(tx, ctx, owner, [{ id, delete: true, fields: {} }]);
        return tab;
      }),

    /** Tabs that are not named keep their place. @throws AppError NOT_FOUND, VALIDATION_ERROR for an id sent twice */
    reorder: (
      ctx: Context,
      owner: ProductOwner,
      places: readonly { tabId: string; sortOrder: number }[],
    ): Promise<VendorProductTab[]> =>
      unitOfWork.run(ctx, async (tx) => {
        await lock(tx, owner);
        const at = { entity: 'Product tab', list: 'tabs', id: 'tabId', owner: 'the product' };
        checkPlaces(
          await list(owner, tx),
          places.map(({ tabId }) => tabId),
          at,
        );
        const wanted = places.map(({ tabId: id, sortOrder }) => ({ id, fields: { sortOrder } }));
        await change(tx, ctx, owner, wanted);
        return list(owner, tx);
      }),
  };
}
