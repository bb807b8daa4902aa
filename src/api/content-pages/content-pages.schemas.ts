import { z } from 'zod';
import { booleanTextSchema, offsetQuerySchema } from '#api/kernel/offset-query.js';
import {
  idOf,
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
  type ContentPage,
  contentPageStatuses,
  type ContentPageSummary,
  contentPageTemplates,
  MAX_PAGE_CONTENT,
  MAX_PAGE_TITLE,
} from '#domain/content-pages/content-page.js';

const shortText = textSchema(255).nullable();
const longText = longTextSchema(2_000).nullable();

const optional = z
  .object({
    slug: slugSchema.meta({ description: 'Made of the title when it is left out', example: 'about-us' }),
    description: longText,
    status: z.enum(contentPageStatuses),
    template: z.enum(contentPageTemplates),
    layout: shortText,
    hideLowerMenu: z.boolean(),
    sortOrder: z.int().min(-1_000_000).max(1_000_000),
    parentId: idOf('contentPage').nullable().meta({ description: 'A live page; null for the top level' }),
    metaTitle: shortText,
    metaDescription: longText,
    metaKeywords: longText,
    metaRobots: textSchema(255).min(1),
    ogTitle: shortText,
    ogDescription: longText,
    ogImage: textSchema(1024).nullable().meta({ description: 'Storage key' }),
    ogType: shortText,
    schema: metadataInputSchema.meta({ description: 'JSON-LD' }),
    metadata: metadataInputSchema,
  })
  .partial();

export const contentPageInput = optional
  .extend({
    title: textSchema(MAX_PAGE_TITLE).trim().min(1).meta({ example: 'About us' }),
    content: longTextSchema(MAX_PAGE_CONTENT)
      .refine((text) => Buffer.byteLength(text) <= MAX_PAGE_CONTENT, 'must have at most 1 MiB in UTF-8')
      .meta({ description: 'Kept as it is, markup included', example: '<p>Made by hand.</p>' }),
  })
  .meta({ id: 'ContentPageInput' });

export const contentPagePatch = contentPageInput.partial().meta({ id: 'ContentPagePatch' });

const summary = z.object({
  id: idOf('contentPage'),
  parentId: idOf('contentPage').nullable(),
  title: z.string(),
  description: z.string().nullable(),
  slug: z.string(),
  status: z.enum(contentPageStatuses),
  template: z.enum(contentPageTemplates),
  layout: z.string().nullable(),
  hideLowerMenu: z.boolean(),
  publishedAt: instantSchema.nullable(),
  sortOrder: z.int(),
  metaTitle: z.string().nullable(),
  metaDescription: z.string().nullable(),
  metaKeywords: z.string().nullable(),
  metaRobots: z.string(),
  ogTitle: z.string().nullable(),
  ogDescription: z.string().nullable(),
  ogImage: z.string().nullable(),
  ogType: z.string().nullable(),
  metadata: metadataSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
  deletedAt: instantSchema.nullable(),
});

export const contentPageSummarySchema = summary.meta({ id: 'ContentPageSummary' });
export const contentPageSchema = summary
  .extend({ content: z.string(), schema: metadataSchema })
  .meta({ id: 'ContentPage' });

export const contentPageNodeSchema = z
  .object({
    id: idOf('contentPage'),
    parentId: idOf('contentPage').nullable(),
    title: z.string(),
    slug: z.string(),
    sortOrder: z.int(),
  })
  .meta({ id: 'ContentPageNode' });

const topLevel = z.literal('null').transform(() => null);

export const contentPageListQuery = offsetQuerySchema(
  {
    sortBy: ['sortOrder', 'title', 'createdAt', 'updatedAt', 'publishedAt'],
    defaultDirection: 'asc',
    searchParam: 'searchValue',
  },
  {
    status: z.enum(contentPageStatuses).optional(),
    parentId: z
      .union([topLevel, idSchema])
      .optional()
      .meta({ description: 'An id, or `null` for the top level', type: 'string' }),
    includeDeleted: booleanTextSchema.optional(),
  },
);

export function contentPageSummaryResponse(
  page: ContentPageSummary,
): z.input<typeof contentPageSummarySchema> {
  const { publishedAt, createdAt, updatedAt, deletedAt, ...rest } = page;
  return {
    ...rest,
    publishedAt: iso(publishedAt),
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    deletedAt: iso(deletedAt),
  };
}

export function contentPageResponse(page: ContentPage): z.input<typeof contentPageSchema> {
  const { content, schema, ...rest } = page;
  return { ...contentPageSummaryResponse(rest), content, schema };
}
