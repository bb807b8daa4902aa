import type { FieldIssue } from '#domain/_shared/app-error.js';
import { listDynamicListings } from '#db/dynamic-listings/dynamic-listing-list.query.js';
import { createDynamicListingsRepository } from '#db/dynamic-listings/dynamic-listings.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { slugify } from '#domain/_shared/slug.js';
import {
  type DynamicListing,
  type DynamicListingChanges,
  MAX_GROUP_LISTINGS,
  type NewDynamicListing,
} from '#domain/dynamic-listings/dynamic-listing.js';
import { dynamicListingsErrors } from '#domain/dynamic-listings/dynamic-listings.errors.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';
import { createListingRecorder } from './listing-record.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox'>;

export function createDynamicListingsService({ unitOfWork, knex, ...deps }: Deps) {
  const { groups, listings } = createDynamicListingsRepository(knex);
  const record = createListingRecorder(deps);

  async function lockListing(tx: Tx, id: string): Promise<DynamicListing> {
    const listing = await listings.lock(tx, id);
    if (!listing) throw platformErrors.notFound({ entity: 'Dynamic listing' });
    return listing;
  }

  /** The place behind the last listing of a group, which is locked; 0 without a group. */
  async function nextPlace(tx: Tx, groupId: string | null | undefined): Promise<number> {
    if (!groupId) return 0;
    if (!(await groups.lock(tx, groupId))) {
      const issue: FieldIssue = {
        path: 'body.groupId',
        message: 'must be a group',
        code: 'unknown_reference',
      };
      throw platformErrors.validation({}, { errors: [issue] });
    }
    const members = await listings.ofGroup(tx, groupId);
    if (members.length >= MAX_GROUP_LISTINGS)
      throw dynamicListingsErrors.tooManyListings({ most: MAX_GROUP_LISTINGS });
    return (members.at(-1)?.sortOrder ?? -1) + 1;
  }

  return {
    list: (query: ListQuery) => listDynamicListings(knex, query),

    /** @throws AppError NOT_FOUND */
    async get(id: string): Promise<DynamicListing> {
      const listing = await listings.find(id);
      if (!listing) throw platformErrors.notFound({ entity: 'Dynamic listing' });
      return listing;
    },

    /** @throws AppError VALIDATION_ERROR for an unknown group, CONFLICT for a full one, UNIQUE_VIOLATION for the slug */
    create: (ctx: Context, input: NewDynamicListing): Promise<DynamicListing> =>
      unitOfWork.run(ctx, async (tx) => {
        const place = await nextPlace(tx, input.groupId);
        const listing = await listings.insert(tx, {
          ...input,
          slug: input.slug ?? slugify(input.title),
          sortOrder: input.sortOrder ?? place,
          createdAt: ctx.now,
          updatedAt: ctx.now,
        });
        await record(tx, ctx, listing.id, { what: 'listing', change: 'created' }, { after: listing });
        return listing;
      }),

    /** A listing that moves to another group comes last there. @throws AppError as `create`, NOT_FOUND */
    update: (ctx: Context, id: string, input: DynamicListingChanges): Promise<DynamicListing> =>
      unitOfWork.run(ctx, async (tx) => {
        // The group first, as those who order it do.
        const place = await nextPlace(tx, input.groupId);
        const listing = await lockListing(tx, id);
        const changes = changedFields(listing, input);
        if (Object.keys(changes).length === 0) return listing;
        const moves = Boolean(changes.groupId) && input.sortOrder === undefined;
        const after = { ...changes, ...(moves ? { sortOrder: place } : {}) };
        const updated = await listings.update(tx, id, { ...after, updatedAt: ctx.now });
        const values = { before: fieldsBefore(listing, after), after };
        await record(tx, ctx, id, { what: 'listing', change: 'updated' }, values);
        return updated;
      }),

    /** For good. @throws AppError NOT_FOUND */
    delete: (ctx: Context, id: string): Promise<DynamicListing> =>
      unitOfWork.run(ctx, async (tx) => {
        const listing = await lockListing(tx, id);
        await listings.delete(tx, id);
        await record(tx, ctx, id, { what: 'listing', change: 'deleted' }, { before: listing });
        return listing;
      }),
  };
}

export type DynamicListingsService = ReturnType<typeof createDynamicListingsService>;
