import { assertWindow } from '#api/kernel/visible-window.js';
import type { CachedText } from '#db/kernel/content-cache.js';
import { raiseContentRevision } from '#db/kernel/content-revisions.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { listBanners } from '#db/banners/banner-list.query.js';
import { createBannersRepository } from '#db/banners/banners.repository.js';
import { readStoreBanners } from '#db/banners/store-banners.query.js';
import { NO_WINDOW } from '#domain/_shared/visibility.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import {
  type Banner,
  type BannerChanges,
  bannerEntityTypes,
  type BannerEntityType,
  type ContentPlatform,
  type NewBanner,
} from '#domain/banners/banner.js';
import { bannersErrors } from '#domain/banners/banners.errors.js';
import { bannersEvents } from '#domain/banners/banners.events.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox' | 'content'>;

const events = { create: 'created', update: 'updated', restore: 'updated', delete: 'deleted' } as const;

export function createBannersService({ unitOfWork, knex, audit, outbox, content }: Deps) {
  const banners = createBannersRepository(knex);
  const notFound = () => platformErrors.notFound({ entity: 'Banner' });

  async function lockBanner(tx: Tx, id: string): Promise<Banner> {
    const banner = await banners.lock(tx, id);
    if (!banner) throw notFound();
    return banner;
  }

  async function requireEntity(tx: Tx, { entityType, entityId }: Pick<Banner, 'entityType' | 'entityId'>) {
    if (!(await banners.lockEntity(tx, entityType, entityId)))
      throw platformErrors.notFound({ entity: entityType.charAt(0).toUpperCase() + entityType.slice(1) });
  }

  async function record(
    tx: Tx,
    ctx: Context,
    action: keyof typeof events,
    { id, entityType, entityId }: Banner,
    values: { before?: object; after: object },
  ): Promise<void> {
    await audit.record(tx, ctx, [{ entity: 'banner', entityId: id, action, ...values }]);
    outbox.append(tx, ctx, bannersEvents[events[action]], id, { entityType, entityId });
    raiseContentRevision(tx, 'banners');
  }

  return {
    list: (query: ListQuery) => listBanners(knex, query),

    /** Deleted banners included. @throws AppError NOT_FOUND */
    async get(id: string): Promise<Banner> {
      const banner = await banners.find(id);
      if (!banner) throw notFound();
      return banner;
    },

    /** @throws AppError NOT_FOUND for an entry that does not exist or is deleted */
    create: (ctx: Context, input: NewBanner): Promise<Banner> =>
      unitOfWork.run(ctx, async (tx) => {
        assertWindow(NO_WINDOW, input);
        await requireEntity(tx, input);
        const banner = await banners.insert(tx, { ...input, createdAt: ctx.now, updatedAt: ctx.now });
        await record(tx, ctx, 'create', banner, { after: banner });
        return banner;
      }),

    /** @throws AppError NOT_FOUND, also for a deleted banner */
    update: (ctx: Context, id: string, input: BannerChanges): Promise<Banner> =>
      unitOfWork.run(ctx, async (tx) => {
        const banner = await lockBanner(tx, id);
        if (banner.deletedAt) throw notFound();
        assertWindow(banner, input);
        const after = changedFields(banner, input);
        if (Object.keys(after).length === 0) return banner;
        const updated = await banners.update(tx, id, { ...after, updatedAt: ctx.now });
        await record(tx, ctx, 'update', updated, { before: fieldsBefore(banner, after), after });
        return updated;
      }),

    /** A repeat changes nothing. @throws AppError NOT_FOUND */
    delete: (ctx: Context, id: string): Promise<Banner> =>
      unitOfWork.run(ctx, async (tx) => {
        const banner = await lockBanner(tx, id);
        if (banner.deletedAt) return banner;
        const after = { deletedAt: ctx.now };
        const deleted = await banners.update(tx, id, { ...after, updatedAt: ctx.now });
        await record(tx, ctx, 'delete', deleted, { before: { deletedAt: null }, after });
        return deleted;
      }),

    /** A repeat changes nothing. @throws AppError NOT_FOUND, also where the entry is deleted by now */
    restore: (ctx: Context, id: string): Promise<Banner> =>
      unitOfWork.run(ctx, async (tx) => {
        const banner = await lockBanner(tx, id);
        if (!banner.deletedAt) return banner;
        await requireEntity(tx, banner);
        const after = { deletedAt: null };
        const restored = await banners.update(tx, id, { ...after, updatedAt: ctx.now });
        await record(tx, ctx, 'restore', restored, { before: { deletedAt: banner.deletedAt }, after });
        return restored;
      }),

    /**
     * What a storefront shows for an entry; empty where no live entry has the slug.
     * @throws AppError BAD_REQUEST for another entity type
     */
    async readForStore(entityType: string, slug: string, platform: ContentPlatform): Promise<CachedText> {
      if (!bannerEntityTypes.includes(entityType as BannerEntityType))
        throw bannersErrors.unknownEntityType();
      const type = entityType as BannerEntityType;
      const read = () => readStoreBanners(knex, type, slug, platform);
      const cached = await content.read(['banners', 'taxonomy'], `banners ${type} ${platform} ${slug}`, read);
      return cached ?? { text: '[]', etag: '"empty"' };
    },
  };
}

export type BannersService = ReturnType<typeof createBannersService>;
