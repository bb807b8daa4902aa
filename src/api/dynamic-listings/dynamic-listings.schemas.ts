import { z } from 'zod';
import {
  contentGroupInput,
  contentGroupResponse,
  contentGroupSchema,
  contentOrderSchema,
  contentSlugSchema,
  contentTitleSchema,
} from '#api/kernel/content-groups.js';
import { listQuerySchema } from '#api/kernel/list-query.js';
import {
  idOf,
  instantSchema,
  iso,
  longTextSchema,
  metadataInputSchema,
  metadataSchema,
  textSchema,
  wholeNumberText,
} from '#api/kernel/values.js';
import { publicReviewSchema } from '#api/reviews/reviews.schemas.js';
import { productSearchSchema, searchProductSchema } from '#api/search/search.schemas.js';
import {
  type DynamicListing,
  type DynamicListingGroupWithListings,
  MAX_GROUP_LISTINGS,
} from '#domain/dynamic-listings/dynamic-listing.js';
import { savedFiltersSchema } from './listing-filters.schemas.js';

const title = contentTitleSchema('Diwali lamps');
const slug = contentSlugSchema;
const order = contentOrderSchema;

export const listingGroupInput = contentGroupInput('Diwali').meta({ id: 'DynamicListingGroupInput' });
export const listingGroupPatch = listingGroupInput.partial().meta({ id: 'DynamicListingGroupPatch' });

export const listingInput = z
  .object({
    title,
    slug,
    groupId: idOf('dynamicListingGroup').nullable().optional(),
    subtitle: textSchema(255).nullable().optional(),
    description: longTextSchema(5_000).nullable().optional(),
    image: textSchema(1024).min(1).nullable().optional().meta({ description: 'Storage key; not checked' }),
    order: order.optional().meta({ description: 'Ascending; it comes last in its group when left out' }),
    filters: savedFiltersSchema.optional(),
    metadata: metadataInputSchema.optional(),
  })
  .meta({ id: 'DynamicListingInput' });
export const listingPatch = listingInput.partial().meta({ id: 'DynamicListingPatch' });

export const listingOrderSchema = z
  .object({
    listings: z
      .array(z.object({ listingId: idOf('dynamicListing'), order }))
      .min(1)
      .max(MAX_GROUP_LISTINGS),
  })
  .meta({ id: 'DynamicListingOrder' });

export const listingSchema = z
  .object({
    id: idOf('dynamicListing'),
    title: z.string(),
    slug: z.string(),
    groupId: idOf('dynamicListingGroup').nullable(),
    subtitle: z.string().nullable(),
    description: z.string().nullable(),
    image: z.string().nullable(),
    order: z.int(),
    filters: metadataSchema,
    metadata: metadataSchema,
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'DynamicListing' });

export const listingGroupSchema = contentGroupSchema
  .extend({ id: idOf('dynamicListingGroup') })
  .meta({ id: 'DynamicListingGroup' });
export const listingGroupWithListingsSchema = listingGroupSchema
  .extend({ listings: z.array(listingSchema) })
  .meta({ id: 'DynamicListingGroupWithListings' });

export const listingProductsSchema = productSearchSchema
  .pick({ brands: true })
  .extend({
    products: z.array(
      searchProductSchema
        .extend({
          reviews: z
            .array(publicReviewSchema)
            .optional()
            .meta({ description: 'With `withReviews`: the newest approved reviews, at most 10' }),
        })
        .meta({ id: 'DynamicListingProduct' }),
    ),
    ingredients: productSearchSchema.shape.brands,
    attributes: z
      .record(
        z.string(),
        z.object({
          title: z.string(),
          values: z.array(z.object({ value: z.string(), productCount: z.int() })),
        }),
      )
      .meta({ description: 'By the code of the attribute' }),
  })
  .meta({ id: 'DynamicListingProducts' });

const sort = {
  sort: ['title', 'createdAt', 'updatedAt'],
  defaultSort: { field: 'title', direction: 'asc' },
} as const;
export const listingGroupListQuery = listQuerySchema({ filters: { createdAt: 'date' }, ...sort });
export const listingListQuery = listQuerySchema({
  params: { groupId: 'id' },
  filters: { createdAt: 'date' },
  sort: ['order', ...sort.sort],
  defaultSort: { field: 'order', direction: 'asc' },
});

export const storeGroupsQuery = z.object({
  limit: wholeNumberText({ min: 1, max: 100, fallback: 20 }),
  offset: wholeNumberText({ min: 0, max: 100_000_000, fallback: 0 }),
});

export function listingResponse(listing: DynamicListing): z.input<typeof listingSchema> {
  const { sortOrder, createdAt, updatedAt, ...rest } = listing;
  return { ...rest, order: sortOrder, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
}

export function listingGroupWithListingsResponse({
  listings,
  ...rest
}: DynamicListingGroupWithListings): z.input<typeof listingGroupWithListingsSchema> {
  return { ...contentGroupResponse(rest), listings: listings.map(listingResponse) };
}
