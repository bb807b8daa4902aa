import type { CachedText } from '#db/kernel/content-cache.js';
import { isUniqueViolation } from '#db/kernel/database-error.js';
import { createRowTree } from '#db/kernel/row-tree.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { type ContentPageFilter, listContentPages } from '#db/content-pages/content-page-list.query.js';
import { createContentPagesRepository, LIVE_SLUG_INDEX } from '#db/content-pages/content-pages.repository.js';
import { readStorePage, readStorePageTree } from '#db/content-pages/store-content-pages.query.js';
import { requirePermission } from '#api/kernel/require.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { slugify } from '#domain/_shared/slug.js';
import {
  changesRawHtml,
  type ContentPage,
  type ContentPageChanges,
  type NewContentPage,
  publishedAtOf,
} from '#domain/content-pages/content-page.js';
import { contentPagesErrors } from '#domain/content-pages/content-pages.errors.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';
import { createDuplicatePage } from './duplicate-page.js';
import { createPagePlacement } from './page-placement.js';
import { createPageRecorder } from './page-record.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox' | 'content'>;

export function createContentPagesService({ unitOfWork, knex, audit, outbox, content }: Deps) {
  const pages = createContentPagesRepository(knex);
  const tree = createRowTree('content_pages');
  const placement = createPagePlacement(pages, tree);
  const record = createPageRecorder({ audit, outbox });
  const duplicatePage = createDuplicatePage({ pages, record });
  const notFound = () => platformErrors.notFound({ entity: 'Content page' });

  /** Runs a change of the tree; a slug that another live page holds is a conflict in either order. */
  async function change<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      return await unitOfWork.run(ctx, async (tx) => {
        await tree.lock(tx);
        return work(tx);
      });
    } catch (error) {
      if (isUniqueViolation(error, LIVE_SLUG_INDEX)) throw contentPagesErrors.slugTaken({}, { cause: error });
      throw error;
    }
  }

  async function lockPage(tx: Tx, id: string): Promise<ContentPage> {
    const page = await pages.lock(tx, id);
    if (!page) throw notFound();
    return page;
  }

  return {
    list: (filters: ContentPageFilter, query: ListQuery) => listContentPages(knex, filters, query),

    /** Deleted pages included. @throws AppError NOT_FOUND */
    async get(id: string): Promise<ContentPage> {
      const page = await pages.find(id);
      if (!page) throw notFound();
      return page;
    },

    /** @throws AppError VALIDATION_ERROR for the parent, CONFLICT for the slug, FORBIDDEN for raw HTML */
    async create(ctx: Context, input: NewContentPage): Promise<ContentPage> {
      if (input.template === 'html') requirePermission(ctx, 'content:manageRawHtml');
      return change(ctx, async (tx) => {
        await placement.checkParent(tx, input.parentId);
        const page = await pages.insert(tx, {
          ...input,
          slug: input.slug ?? slugify(input.title),
          publishedAt: publishedAtOf(null, input.status, ctx.now),
          createdAt: ctx.now,
          updatedAt: ctx.now,
        });
        await record(tx, ctx, 'create', [{ ...page, after: page }]);
        return page;
      });
    },

    /** @throws AppError as `create`; NOT_FOUND, also for a deleted page */
    update: (ctx: Context, id: string, input: ContentPageChanges): Promise<ContentPage> =>
      change(ctx, async (tx) => {
        const page = await lockPage(tx, id);
        if (page.deletedAt) throw notFound();
        const changes = changedFields(page, input);
        if (Object.keys(changes).length === 0) return page;
        if (changesRawHtml(changes)) requirePermission(ctx, 'content:manageRawHtml');
        await placement.checkParent(tx, changes.parentId, id);
        const publishedAt = publishedAtOf(page, changes.status, ctx.now);
        const after = { ...changes, ...changedFields(page, { publishedAt }) };
        const updated = await pages.update(tx, id, { ...after, updatedAt: ctx.now });
        await record(tx, ctx, 'update', [{ ...updated, before: fieldsBefore(page, after), after }]);
        return updated;
      }),

    /** A repeat changes nothing. @throws AppError NOT_FOUND, CONFLICT with live pages under it */
    delete: (ctx: Context, id: string): Promise<ContentPage> =>
      change(ctx, async (tx) => {
        const page = await lockPage(tx, id);
        if (page.deletedAt) return page;
        await placement.checkDelete(tx, id);
        const after = { deletedAt: ctx.now };
        const deleted = await pages.update(tx, id, { ...after, updatedAt: ctx.now });
        await record(tx, ctx, 'delete', [{ ...deleted, before: { deletedAt: null }, after }]);
        return deleted;
      }),

    /** @throws AppError NOT_FOUND unless it is deleted, CONFLICT for the slug, VALIDATION_ERROR under a deleted page */
    restore: (ctx: Context, id: string): Promise<ContentPage> =>
      change(ctx, async (tx) => {
        const page = await lockPage(tx, id);
        if (!page.deletedAt) throw notFound();
        await placement.checkRestore(tx, page);
        const after = { deletedAt: null };
        const restored = await pages.update(tx, id, { ...after, updatedAt: ctx.now });
        await record(tx, ctx, 'restore', [{ ...restored, before: fieldsBefore(page, after), after }]);
        return restored;
      }),

    /** @throws AppError NOT_FOUND, FORBIDDEN for raw HTML, VALIDATION_ERROR for too many pages */
    duplicate: (ctx: Context, id: string): Promise<ContentPage> =>
      change(ctx, async (tx) => {
        const copy = await duplicatePage(tx, ctx, id);
        if (!copy) throw notFound();
        return copy;
      }),

    /** The published page with this slug. @throws AppError NOT_FOUND */
    async readForStore(slug: string): Promise<CachedText> {
      const page = await content.read(['content-pages'], `page ${slug}`, () => readStorePage(knex, slug));
      if (!page) throw notFound();
      return page;
    },

    /** All published pages whose ancestors are published. */
    async readTreeForStore(): Promise<CachedText> {
      const cached = await content.read(['content-pages'], 'page-tree', () => readStorePageTree(knex));
      return cached ?? { text: '[]', etag: '"empty"' };
    },
  };
}

export type ContentPagesService = ReturnType<typeof createContentPagesService>;
