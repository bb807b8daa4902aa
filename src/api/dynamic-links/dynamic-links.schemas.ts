import { z } from 'zod';
import { contentPlatformSchema, contentUrlSchema } from '#api/kernel/content-values.js';
import { listQuerySchema } from '#api/kernel/list-query.js';
import {
  idSchema,
  instantSchema,
  iso,
  longTextSchema,
  metadataInputSchema,
  metadataSchema,
  slugSchema,
  textSchema,
} from '#api/kernel/values.js';
import {
  type DynamicLink,
  type DynamicLinkGroup,
  type DynamicLinkGroupWithLinks,
  MAX_GROUP_LINKS,
} from '#domain/dynamic-links/dynamic-link.js';

const order = z.int().min(0).max(1_000_000);

export const linkGroupInput = z
  .object({
    title: textSchema(255).trim().min(1).meta({ example: 'Footer' }),
    slug: slugSchema.optional().meta({ description: 'Made of the title when it is left out' }),
    metadata: metadataInputSchema.optional(),
  })
  .meta({ id: 'DynamicLinkGroupInput' });
export const linkGroupPatch = linkGroupInput.partial().meta({ id: 'DynamicLinkGroupPatch' });

export const linkInput = z
  .object({
    image: textSchema(1024).min(1).nullable().meta({ description: 'Storage key; not checked' }),
    url: contentUrlSchema.nullable(),
    text: longTextSchema(1_000).nullable(),
    order: order.meta({ description: 'Ascending; a new link comes last when it is left out' }),
    isActive: z.boolean(),
    platform: contentPlatformSchema,
    metadata: metadataInputSchema,
  })
  .partial()
  .meta({ id: 'DynamicLinkInput' });

export const linkOrderSchema = z
  .object({
    links: z
      .array(z.object({ linkId: idSchema, order }))
      .min(1)
      .max(MAX_GROUP_LINKS),
  })
  .meta({ id: 'DynamicLinkOrder' });

export const linkSchema = z
  .object({
    id: idSchema,
    groupId: idSchema,
    image: z.string().nullable(),
    url: z.string().nullable(),
    text: z.string().nullable(),
    order: z.int(),
    isActive: z.boolean(),
    platform: contentPlatformSchema,
    metadata: metadataSchema,
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'DynamicLink' });

const group = z.object({
  id: idSchema,
  title: z.string(),
  slug: z.string(),
  metadata: metadataSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
});
export const linkGroupSchema = group.meta({ id: 'DynamicLinkGroup' });
export const linkGroupWithLinksSchema = group
  .extend({ links: z.array(linkSchema) })
  .meta({ id: 'DynamicLinkGroupWithLinks' });

export const linkGroupListQuery = listQuerySchema({
  filters: { createdAt: 'date' },
  sort: ['title', 'createdAt', 'updatedAt'],
  defaultSort: { field: 'title', direction: 'asc' },
});

export function linkResponse(link: DynamicLink): z.input<typeof linkSchema> {
  const { sortOrder, createdAt, updatedAt, ...rest } = link;
  return { ...rest, order: sortOrder, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
}

export function linkGroupResponse(item: DynamicLinkGroup): z.input<typeof linkGroupSchema> {
  return { ...item, createdAt: iso(item.createdAt), updatedAt: iso(item.updatedAt) };
}

export function linkGroupWithLinksResponse({
  links,
  ...rest
}: DynamicLinkGroupWithLinks): z.input<typeof linkGroupWithLinksSchema> {
  return { ...linkGroupResponse(rest), links: links.map(linkResponse) };
}

/** What a body calls `order` is `sortOrder` everywhere else. */
export function linkFields({ order: sortOrder, ...rest }: z.output<typeof linkInput>) {
  return { ...rest, sortOrder };
}
