import { z } from 'zod';
import { contentPlatformSchema, contentUrlSchema } from '#api/kernel/content-values.js';
import { listQuerySchema } from '#api/kernel/list-query.js';
import {
  idOf,
  idSchema,
  instantSchema,
  iso,
  metadataInputSchema,
  metadataSchema,
  textSchema,
} from '#api/kernel/values.js';
import { windowInput, windowOutput, windowResponse } from '#api/kernel/visible-window.js';
import { type Banner, bannerEntityTypes, contentPlatforms } from '#domain/banners/banner.js';

const fields = z.object({
  image: textSchema(1024)
    .min(1)
    .meta({ description: 'Storage key; not checked', example: 'media/banners/diwali.jpg' }),
  url: contentUrlSchema,
  platform: contentPlatformSchema.optional(),
  isActive: z.boolean().optional(),
  sortOrder: z.int().min(0).max(1_000_000).optional(),
  metadata: metadataInputSchema.optional(),
  ...windowInput,
});

export const bannerInput = fields
  .extend({
    entityType: z.enum(bannerEntityTypes),
    entityId: idSchema.meta({ description: 'A live entry of that taxonomy' }),
  })
  .meta({ id: 'BannerInput' });

export const bannerPatch = fields.partial().meta({ id: 'BannerPatch' });

export const bannerSchema = z
  .object({
    id: idOf('banner'),
    entityType: z.enum(bannerEntityTypes),
    entityId: idSchema,
    image: z.string(),
    url: z.string(),
    platform: contentPlatformSchema,
    isActive: z.boolean(),
    sortOrder: z.int(),
    metadata: metadataSchema,
    ...windowOutput,
    createdAt: instantSchema,
    updatedAt: instantSchema,
    deletedAt: instantSchema.nullable(),
  })
  .meta({ id: 'Banner' });

const params = {
  entityType: bannerEntityTypes,
  entityId: 'id',
  platform: contentPlatforms,
  isActive: 'boolean',
} as const;

export const bannerListQuery = listQuerySchema({
  params,
  filters: { createdAt: 'date' },
  sort: ['sortOrder', 'createdAt', 'updatedAt'],
  defaultSort: { field: 'sortOrder', direction: 'asc' },
  softDelete: true,
});

export function bannerResponse(banner: Banner): z.input<typeof bannerSchema> {
  const { createdAt, updatedAt, deletedAt, visibleFrom, visibleUntil, ...rest } = banner;
  const window = windowResponse({ visibleFrom, visibleUntil });
  return {
    ...rest,
    ...window,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    deletedAt: iso(deletedAt),
  };
}
