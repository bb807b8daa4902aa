import { z } from 'zod';
import { listQuerySchema } from '#api/kernel/list-query.js';
import {
  htmlSchema,
  idOf,
  instantSchema,
  iso,
  longTextSchema,
  pictureSchema,
  slugSchema,
  textSchema,
} from '#api/kernel/values.js';
import type { FollowedVendor, StoreVendor } from '#domain/vendor-pages/vendor-page.js';

const picture = pictureSchema().nullable();
const policy = longTextSchema(10_000).trim().nullable().meta({ description: 'Plain text' });
const nullableText = z.string().nullable();

const pageInput = z.object({
  logo: picture,
  cover: picture,
  story: htmlSchema(100_000).nullable(),
  pictures: z.array(pictureSchema()).max(20),
  returnPolicy: policy,
  shippingPolicy: policy,
  metaTitle: textSchema(255).trim().nullable(),
  metaDescription: textSchema(500).trim().nullable(),
});

export const vendorPagePatch = pageInput.partial().meta({ id: 'VendorPagePatch' });

export const adminVendorPagePatch = pageInput
  .partial()
  .extend({
    slug: slugSchema.max(200).optional().meta({ description: 'The former slug still leads to the vendor' }),
  })
  .meta({ id: 'AdminVendorPagePatch' });

const written = {
  logo: nullableText,
  cover: nullableText,
  story: nullableText.meta({ description: 'HTML, cleaned by an allow-list' }),
  pictures: z.array(z.string()),
  returnPolicy: nullableText,
  shippingPolicy: nullableText,
  metaTitle: nullableText,
  metaDescription: nullableText,
};

export const vendorPageSchema = z
  .object({ vendorId: idOf('vendor'), slug: z.string(), displayName: z.string(), ...written })
  .meta({ id: 'VendorPage' });

const storeVendor = z.object({
  id: idOf('vendor'),
  slug: z.string(),
  displayName: z.string(),
  logo: nullableText,
  cover: nullableText,
  rating: z.object({ average: z.number(), count: z.int() }),
  productCount: z.int().meta({ description: 'Products on sale' }),
  since: instantSchema,
});

export const storeVendorSchema = storeVendor.meta({ id: 'StoreVendor' });

export const followedVendorSchema = storeVendor
  .extend({ followedAt: instantSchema })
  .meta({ id: 'FollowedVendor' });

export const storeVendorPageSchema = storeVendor
  .extend({
    ...written,
    rating: z.object({
      average: z.number(),
      count: z.int(),
      stars: z
        .array(z.object({ rating: z.int(), count: z.int() }))
        .meta({ description: 'Five rows, from 5 stars down' }),
    }),
    updatedAt: instantSchema,
    followers: z.int(),
  })
  .meta({ id: 'StoreVendorPage' });

export const followSchema = z
  .object({ following: z.boolean(), followers: z.int() })
  .meta({ id: 'VendorFollow' });

export const storeVendorsQuery = listQuerySchema({
  filters: { rating: 'number', createdAt: 'date' },
  sort: ['displayName', 'createdAt', 'rating'],
  defaultSort: { field: 'displayName', direction: 'asc' },
});

export const followedVendorsQuery = listQuerySchema({
  params: { vendorId: 'id' },
  sort: ['followedAt', 'displayName'],
});

export function storeVendorResponse(vendor: StoreVendor): z.input<typeof storeVendorSchema> {
  const { id, slug, displayName, logo, cover, rating, productCount, since } = vendor;
  return { id, slug, displayName, logo, cover, rating, productCount, since: iso(since) };
}

export function followedVendorResponse(vendor: FollowedVendor): z.input<typeof followedVendorSchema> {
  return { ...storeVendorResponse(vendor), followedAt: iso(vendor.followedAt) };
}
