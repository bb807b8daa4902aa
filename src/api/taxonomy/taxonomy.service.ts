import { entityTitle } from '#api/kernel/entities.js';
import { listTaxonomyForAdmin, listTaxonomyForStore } from '#db/taxonomy/taxonomy-list.query.js';
import { raiseContentRevision } from '#db/kernel/content-revisions.js';
import { createTaxonomyRepository } from '#db/taxonomy/taxonomy.repository.js';
import type { AlsoWrite, Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { slugify } from '#domain/_shared/slug.js';
import type { TaxonomyInput, TaxonomyItem } from '#domain/taxonomy/taxonomy-item.js';
import { type TaxonomyKind, taxonomyTraits } from '#domain/taxonomy/taxonomy-kind.js';
import { taxonomyChanged } from '#domain/taxonomy/taxonomy.events.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';
import { createCategoryPlacement } from './category-placement.js';

const changes = { create: 'created', update: 'updated', delete: 'deleted', restore: 'restored' } as const;

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox'>;

export function createTaxonomyService({ unitOfWork, knex, audit, outbox }: Deps) {
  const repository = createTaxonomyRepository(knex);
  const placement = createCategoryPlacement(repository);

  function notFound(kind: TaxonomyKind) {
    return platformErrors.notFound({ entity: entityTitle(taxonomyTraits[kind].entity) });
  }

  async function lockItem(tx: Tx, kind: TaxonomyKind, id: string): Promise<TaxonomyItem> {
    const item = await repository.lock(tx, kind, id);
    if (!item) throw notFound(kind);
    return item;
  }

  /** Records a change: its audit row and its event. */
  async function record(
    tx: Tx,
    ctx: Context,
    kind: TaxonomyKind,
    action: keyof typeof changes,
    id: string,
    values: { before?: object; after: object },
  ): Promise<void> {
    await audit.record(tx, ctx, [{ entity: taxonomyTraits[kind].entity, entityId: id, action, ...values }]);
    outbox.append(tx, ctx, taxonomyChanged, id, { kind, change: changes[action] });
    // What hangs on an entry by its slug, banners for one, is kept in memory.
    raiseContentRevision(tx, 'taxonomy');
  }

  /** Creates an entry within the transaction of something larger. @throws AppError as `create` */
  async function createWithin(
    tx: Tx,
    ctx: Context,
    kind: TaxonomyKind,
    input: TaxonomyInput,
  ): Promise<TaxonomyItem> {
    await placement.lock(tx, kind);
    await placement.checkParent(tx, input.parentId);
    const item = await repository.insert(tx, kind, {
      ...input,
      slug: input.slug ?? slugify(input.title),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    });
    await record(tx, ctx, kind, 'create', item.id, { after: item });
    return item;
  }

  return {
    listForAdmin: (kind: TaxonomyKind, query: ListQuery) => listTaxonomyForAdmin(knex, kind, query),
    listForStore: (kind: TaxonomyKind, query: ListQuery) => listTaxonomyForStore(knex, kind, query),

    /** Deleted ones included. @throws AppError NOT_FOUND */
    async get(kind: TaxonomyKind, id: string): Promise<TaxonomyItem> {
      const item = await repository.find(kind, id);
      if (!item) throw notFound(kind);
      return item;
    },

    /** @throws AppError NOT_FOUND */
    async getBySlug(kind: TaxonomyKind, slug: string): Promise<TaxonomyItem> {
      const item = await repository.findLiveBySlug(kind, slug);
      if (!item) throw notFound(kind);
      return item;
    },

    /** @throws AppError VALIDATION_ERROR for a parent that is not live, UNIQUE_VIOLATION for a slug that is taken */
    create: (ctx: Context, kind: TaxonomyKind, input: TaxonomyInput, also?: AlsoWrite) =>
      unitOfWork.run(ctx, async (tx) => {
        const item = await createWithin(tx, ctx, kind, input);
        await also?.(tx, item.id);
        return item;
      }),

    createWithin,

    /** @throws AppError VALIDATION_ERROR unless it is null or a live category */
    checkParent: (tx: Tx, parentId: string | null | undefined) => placement.checkParent(tx, parentId),

    /** @throws AppError as `create`, NOT_FOUND also when it is deleted, VALIDATION_ERROR also for a cycle */
    update(
      ctx: Context,
      kind: TaxonomyKind,
      id: string,
      input: Partial<TaxonomyInput>,
      also?: AlsoWrite,
    ): Promise<TaxonomyItem> {
      return unitOfWork.run(ctx, async (tx) => {
        await placement.lock(tx, kind);
        const item = await lockItem(tx, kind, id);
        if (item.deletedAt) throw notFound(kind);
        await also?.(tx, id);
        const after = changedFields(item, input);
        if (Object.keys(after).length === 0) return item;
        await placement.checkParent(tx, after.parentId, id);
        const updated = await repository.update(tx, kind, id, { ...after, updatedAt: ctx.now });
        await record(tx, ctx, kind, 'update', id, { before: fieldsBefore(item, after), after });
        return updated;
      });
    },

    /** A repeat changes nothing. @throws AppError NOT_FOUND, CONFLICT for a category with live ones under it */
    delete(ctx: Context, kind: TaxonomyKind, id: string): Promise<TaxonomyItem> {
      return unitOfWork.run(ctx, async (tx) => {
        await placement.lock(tx, kind);
        const item = await lockItem(tx, kind, id);
        if (item.deletedAt) return item;
        await placement.checkDelete(tx, kind, id);
        const after = { deletedAt: ctx.now };
        const deleted = await repository.update(tx, kind, id, { ...after, updatedAt: ctx.now });
        await record(tx, ctx, kind, 'delete', id, { before: fieldsBefore(item, after), after });
        return deleted;
      });
    },

    /**
     * A repeat changes nothing.
     * @throws AppError NOT_FOUND, UNIQUE_VIOLATION when the slug was taken meanwhile, VALIDATION_ERROR under a deleted parent
     */
    restore(ctx: Context, kind: TaxonomyKind, id: string): Promise<TaxonomyItem> {
      return unitOfWork.run(ctx, async (tx) => {
        await placement.lock(tx, kind);
        const item = await lockItem(tx, kind, id);
        if (!item.deletedAt) return item;
        await placement.checkRestore(tx, item);
        const after = { deletedAt: null };
        const restored = await repository.update(tx, kind, id, { ...after, updatedAt: ctx.now });
        await record(tx, ctx, kind, 'restore', id, { before: fieldsBefore(item, after), after });
        return restored;
      });
    },
  };
}

export type TaxonomyService = ReturnType<typeof createTaxonomyService>;
