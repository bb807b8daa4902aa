import { z } from 'zod';
import type { ContentGroup } from '#domain/_shared/content-group.js';
import {
  idSchema,
  instantSchema,
  iso,
  metadataInputSchema,
  metadataSchema,
  slugSchema,
  textSchema,
} from './values.js';

/** Shapes that groups of links and of product listings share. */

export const contentOrderSchema = z.int().min(0).max(1_000_000);

/** Of a group, and of what has its own title and address. */
export const contentTitleSchema = (example: string) => textSchema(255).trim().min(1).meta({ example });
export const contentSlugSchema = slugSchema
  .optional()
  .meta({ description: 'Made of the title when it is left out' });

export const contentGroupInput = (example: string) =>
  z.object({
    title: contentTitleSchema(example),
    slug: contentSlugSchema,
    metadata: metadataInputSchema.optional(),
  });

export const contentGroupSchema = z.object({
  id: idSchema,
  title: z.string(),
  slug: z.string(),
  metadata: metadataSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
});

export function contentGroupResponse(group: ContentGroup): z.input<typeof contentGroupSchema> {
  return { ...group, createdAt: iso(group.createdAt), updatedAt: iso(group.updatedAt) };
}

/** What a body calls `order` is `sortOrder` everywhere else. */
export function withSortOrder<Body extends { order?: number }>({ order: sortOrder, ...rest }: Body) {
  return { ...rest, sortOrder };
}
