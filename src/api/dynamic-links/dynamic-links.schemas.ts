import { z } from 'zod';
import {
  contentGroupInput,
  contentGroupResponse,
  contentGroupSchema,
  contentOrderSchema,
} from '#api/kernel/content-groups.js';
import { contentPlatformSchema } from '#api/kernel/content-values.js';
import { windowInput, windowOutput, windowResponse } from '#api/kernel/visible-window.js';
import { isLinkUrl } from '#domain/dynamic-links/link-url.js';
import { listQuerySchema } from '#api/kernel/list-query.js';
import {
  idOf,
  instantSchema,
  iso,
  longTextSchema,
  metadataInputSchema,
  metadataSchema,
  textSchema,
} from '#api/kernel/values.js';
import {
  type DynamicLink,
  type DynamicLinkGroupWithLinks,
  MAX_GROUP_LINKS,
} from '#domain/dynamic-links/dynamic-link.js';

export const linkGroupInput = contentGroupInput('Footer').meta({ id: 'DynamicLinkGroupInput' });
export const linkGroupPatch = linkGroupInput.partial().meta({ id: 'DynamicLinkGroupPatch' });

const linkUrlSchema = textSchema(2048)
  .min(1)
  .refine(
    isLinkUrl,
    'must be an absolute URL, or a path that starts with a single slash; schemes that run code are refused',
  )
  .meta({ example: '/collections/diwali' });

export const linkInput = z
  .object({
    image: textSchema(1024).min(1).nullable().meta({ description: 'Storage key; not checked' }),
    url: linkUrlSchema.nullable(),
    text: longTextSchema(1_000).nullable(),
    order: contentOrderSchema.meta({ description: 'Ascending; a new link comes last when it is left out' }),
    isActive: z.boolean(),
    platform: contentPlatformSchema,
    metadata: metadataInputSchema,
    ...windowInput,
  })
  .partial()
  .meta({ id: 'DynamicLinkInput' });

export const linkOrderSchema = z
  .object({
    links: z
      .array(z.object({ linkId: idOf('dynamicLink'), order: contentOrderSchema }))
      .min(1)
      .max(MAX_GROUP_LINKS),
  })
  .meta({ id: 'DynamicLinkOrder' });

export const linkSchema = z
  .object({
    id: idOf('dynamicLink'),
    groupId: idOf('dynamicLinkGroup'),
    image: z.string().nullable(),
    url: z.string().nullable(),
    text: z.string().nullable(),
    order: z.int(),
    isActive: z.boolean(),
    platform: contentPlatformSchema,
    metadata: metadataSchema,
    ...windowOutput,
    createdAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'DynamicLink' });

export const linkGroupSchema = contentGroupSchema
  .extend({ id: idOf('dynamicLinkGroup') })
  .meta({ id: 'DynamicLinkGroup' });
export const linkGroupWithLinksSchema = linkGroupSchema
  .extend({ links: z.array(linkSchema) })
  .meta({ id: 'DynamicLinkGroupWithLinks' });

export const linkGroupListQuery = listQuerySchema({
  filters: { createdAt: 'date' },
  sort: ['title', 'createdAt', 'updatedAt'],
  defaultSort: { field: 'title', direction: 'asc' },
});

export function linkResponse(link: DynamicLink): z.input<typeof linkSchema> {
  const { sortOrder, createdAt, updatedAt, visibleFrom, visibleUntil, ...rest } = link;
  const window = windowResponse({ visibleFrom, visibleUntil });
  return { ...rest, ...window, order: sortOrder, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
}

export function linkGroupWithLinksResponse({
  links,
  ...rest
}: DynamicLinkGroupWithLinks): z.input<typeof linkGroupWithLinksSchema> {
  return { ...contentGroupResponse(rest), links: links.map(linkResponse) };
}
