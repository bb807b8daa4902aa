import { requireUser } from '#api/kernel/require.js';
import type { CachedText } from '#db/kernel/content-cache.js';
import { listFollowedVendors, listStoreVendors } from '#db/vendor-pages/store-vendors.query.js';
import { readStoreVendorPage } from '#db/vendor-pages/store-vendor-page.query.js';
import { createVendorFollowsRepository } from '#db/vendor-pages/vendor-follows.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery, Page } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { FollowedVendor, StoreVendor } from '#domain/vendor-pages/vendor-page.js';
import { vendorPagesErrors } from '#domain/vendor-pages/vendor-pages.errors.js';
import { sha256 } from '#lib/crypto.js';
import type { Platform } from '#operations/platform.js';
import { createFollowerCounts } from './follower-counts.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'content' | 'clock'>;

/** What an editor changes is seen at once; sales and ratings of vendors may be a minute old. */
const SECONDS = 60;

/** Vendors as shoppers see them, and follow them. */
export function createStoreVendorsService({ unitOfWork, knex, content, clock }: Deps) {
  const follows = createVendorFollowsRepository(knex);
  const followers = createFollowerCounts(follows, clock);
  const notFound = () => platformErrors.notFound({ entity: 'Vendor' });

  /** @throws AppError FORBIDDEN for guests */
  function requireFollower(ctx: Context): string {
    const userId = requireUser(ctx);
    if (ctx.anonymous) throw vendorPagesErrors.guestsCannotFollow();
    return userId;
  }

  async function state(vendorId: string, following: boolean) {
    followers.forget(vendorId);
    return { following, followers: await followers.of(vendorId) };
  }

  return {
    /** The vendors that have products on sale. Texts that people type are many: what they find is not kept. */
    async list(ctx: Context, query: ListQuery): Promise<Page<StoreVendor>> {
      if (query.search !== undefined) return listStoreVendors(knex, query, ctx.now);
      const cached = await content.read(['vendor-pages'], `vendors ${JSON.stringify(query)}`, async () => {
        const page = await listStoreVendors(knex, query, ctx.now);
        return { text: JSON.stringify(page), seconds: SECONDS };
      });
      const page = JSON.parse(cached?.text ?? '') as Page<Omit<StoreVendor, 'since'> & { since: string }>;
      return { ...page, rows: page.rows.map((row) => ({ ...row, since: new Date(row.since) })) };
    },

    /** The vendor that has the slug, or had it before. @throws AppError NOT_FOUND unless it sells */
    async page(ctx: Context, slug: string): Promise<CachedText> {
      const cached = await content.read(['vendor-pages'], `vendor ${slug}`, async () => {
        const text = await readStoreVendorPage(knex, slug, ctx.now);
        return text === null ? null : { text, seconds: SECONDS };
      });
      if (!cached) throw notFound();
      const { id } = JSON.parse(cached.text) as { id: string };
      const text = `${cached.text.slice(0, -1)},"followers":${await followers.of(id)}}`;
      return { text, etag: `"${sha256(text).slice(0, 32)}"` };
    },

    /** A repeat changes nothing. @throws AppError FORBIDDEN for guests, NOT_FOUND unless the vendor sells */
    async follow(ctx: Context, vendorId: string): Promise<{ following: boolean; followers: number }> {
      const userId = requireFollower(ctx);
      if (!(await follows.sells(vendorId))) throw notFound();
      await unitOfWork.run(ctx, (tx) => follows.add(tx, { userId, vendorId, now: ctx.now }));
      return state(vendorId, true);
    },

    /**
     * A repeat changes nothing. A vendor that does not sell at present can be left as well: its mails resume when it sells again.
     * @throws AppError FORBIDDEN for guests, NOT_FOUND where there is no such vendor
     */
    async unfollow(ctx: Context, vendorId: string): Promise<{ following: boolean; followers: number }> {
      const userId = requireFollower(ctx);
      if (!(await follows.exists(vendorId))) throw notFound();
      await unitOfWork.run(ctx, (tx) => follows.remove(tx, { userId, vendorId }));
      return state(vendorId, false);
    },

    /** Those that sell at present; a vendor that was suspended is back when it sells again. */
    followed: (ctx: Context, query: ListQuery): Promise<Page<FollowedVendor>> =>
      listFollowedVendors(knex, requireUser(ctx), query, ctx.now),
  };
}
