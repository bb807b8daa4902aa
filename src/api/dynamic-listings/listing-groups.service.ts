import { checkPlaces } from '#api/kernel/check-places.js';
import { listListingGroups } from '#db/dynamic-listings/dynamic-listing-list.query.js';
import { createDynamicListingsRepository } from '#db/dynamic-listings/dynamic-listings.repository.js';
import { createContentGroups } from '#db/kernel/content-groups.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ContentGroupChanges, NewContentGroup } from '#domain/_shared/content-group.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { slugify } from '#domain/_shared/slug.js';
import type {
  DynamicListing,
  DynamicListingGroup,
  DynamicListingGroupWithListings,
} from '#domain/dynamic-listings/dynamic-listing.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';
import { createListingRecorder } from './listing-record.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox'>;

export function createListingGroupsService({ unitOfWork, knex, ...deps }: Deps) {
  const groups = createContentGroups(knex, 'dynamic_listings_groups');
  const listings = createDynamicListingsRepository(knex);
  const record = createListingRecorder(deps);
  const notFound = () => platformErrors.notFound({ entity: 'Dynamic listing group' });

  async function lockGroup(tx: Tx, id: string): Promise<DynamicListingGroup> {
    const group = await groups.lock(tx, id);
    if (!group) throw notFound();
    return group;
  }

  return {
    list: (query: ListQuery) => listListingGroups(knex, query),

    /** With its listings. @throws AppError NOT_FOUND */
    async get(id: string): Promise<DynamicListingGroupWithListings> {
      const group = await groups.find(id);
      if (!group) throw notFound();
      return { ...group, listings: await listings.ofGroup(knex, id) };
    },

    /** @throws AppError UNIQUE_VIOLATION for a slug that is taken */
    create: (ctx: Context, input: NewContentGroup): Promise<DynamicListingGroup> =>
      unitOfWork.run(ctx, async (tx) => {
        const slug = input.slug ?? slugify(input.title);
        const group = await groups.insert(tx, { ...input, slug, createdAt: ctx.now, updatedAt: ctx.now });
        await record(tx, ctx, group.id, { what: 'group', change: 'created' }, { after: group });
        return group;
      }),

    /** @throws AppError NOT_FOUND, UNIQUE_VIOLATION for a slug that is taken */
    update: (ctx: Context, id: string, input: ContentGroupChanges): Promise<DynamicListingGroup> =>
      unitOfWork.run(ctx, async (tx) => {
        const group = await lockGroup(tx, id);
        const after = changedFields(group, input);
        if (Object.keys(after).length === 0) return group;
        const updated = await groups.update(tx, id, { ...after, updatedAt: ctx.now });
        const values = { before: fieldsBefore(group, after), after };
        await record(tx, ctx, id, { what: 'group', change: 'updated' }, values);
        return updated;
      }),

    /** For good; its listings stay, without a group. @throws AppError NOT_FOUND */
    delete: (ctx: Context, id: string): Promise<DynamicListingGroup> =>
      unitOfWork.run(ctx, async (tx) => {
        const group = await lockGroup(tx, id);
        const left = await listings.ofGroup(tx, id);
        await groups.delete(tx, id);
        const before = { ...group, listingIds: left.map((item) => item.id) };
        await record(tx, ctx, id, { what: 'group', change: 'deleted' }, { before });
        return group;
      }),

    /** Listings that are not named keep their place. @throws AppError NOT_FOUND, VALIDATION_ERROR for one named twice */
    reorder: (
      ctx: Context,
      id: string,
      places: readonly { listingId: string; order: number }[],
    ): Promise<DynamicListing[]> =>
      unitOfWork.run(ctx, async (tx) => {
        await lockGroup(tx, id);
        const before = await listings.ofGroup(tx, id);
        const at = { entity: 'Dynamic listing', list: 'listings', id: 'listingId', owner: 'the group' };
        checkPlaces(
          before,
          places.map(({ listingId }) => listingId),
          at,
        );
        const wanted = places.map(({ listingId, order }) => ({ id: listingId, sortOrder: order }));
        await listings.place(tx, id, wanted, ctx.now);
        const after = await listings.ofGroup(tx, id);
        const orderOf = (rows: DynamicListing[]) =>
          Object.fromEntries(rows.map((item) => [item.id, item.sortOrder]));
        const values = { before: orderOf(before), after: orderOf(after) };
        await record(tx, ctx, id, { what: 'group', change: 'reordered' }, values);
        return after;
      }),
  };
}

export type ListingGroupsService = ReturnType<typeof createListingGroupsService>;
