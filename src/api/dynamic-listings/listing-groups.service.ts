import { createGroupEdits, reorderMembers } from '#api/kernel/group-edits.js';
import { listListingGroups } from '#db/dynamic-listings/dynamic-listing-list.query.js';
import { createDynamicListingsRepository } from '#db/dynamic-listings/dynamic-listings.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import type {
  DynamicListing,
  DynamicListingGroup,
  DynamicListingGroupWithListings,
} from '#domain/dynamic-listings/dynamic-listing.js';
import type { Platform } from '#operations/platform.js';
import { createListingRecorder } from './listing-record.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox'>;

export function createListingGroupsService({ unitOfWork, knex, ...deps }: Deps) {
  const { groups, listings } = createDynamicListingsRepository(knex);
  const record = createListingRecorder(deps);
  const edits = createGroupEdits({ unitOfWork, groups, record, entity: 'Dynamic listing group' });

  return {
    create: edits.create,
    update: edits.update,
    list: (query: ListQuery) => listListingGroups(knex, query),

    /** With its listings. @throws AppError NOT_FOUND */
    async get(id: string): Promise<DynamicListingGroupWithListings> {
      const group = await edits.find(id);
      return { ...group, listings: await listings.ofGroup(knex, id) };
    },

    /** For good; its listings stay, without a group. @throws AppError NOT_FOUND */
    delete: (ctx: Context, id: string): Promise<DynamicListingGroup> =>
      unitOfWork.run(ctx, async (tx) => {
        const group = await edits.lock(tx, id);
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
        await edits.lock(tx, id);
        const wanted = places.map(({ listingId, order }) => ({ id: listingId, sortOrder: order }));
        const at = { entity: 'Dynamic listing', list: 'listings', id: 'listingId' };
        const { rows, ...values } = await reorderMembers(tx, ctx, listings, id, wanted, at);
        await record(tx, ctx, id, { what: 'group', change: 'reordered' }, values);
        return rows;
      }),
  };
}

export type ListingGroupsService = ReturnType<typeof createListingGroupsService>;
