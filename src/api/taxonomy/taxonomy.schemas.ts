import { z } from 'zod';
import { entityTitle } from '#api/kernel/entities.js';
import { listQuerySchema } from '#api/kernel/list-query.js';
import {
  idOf,
  idSchema,
  instantSchema,
  iso,
  metadataInputSchema,
  metadataSchema,
  pictureSchema,
  slugSchema,
} from '#api/kernel/values.js';
import type { TaxonomyItem, TaxonomyListRow } from '#domain/taxonomy/taxonomy-item.js';
import { type TaxonomyKind, taxonomyTraits } from '#domain/taxonomy/taxonomy-kind.js';

const parentId = idOf('category').nullable().meta({ description: 'The category above; null at the top' });
const image = pictureSchema(1024);

const body = z.object({
  title: z.string().trim().min(1).max(255),
  slug: slugSchema.optional().meta({ description: 'Made from the title when it is left out' }),
  description: z.string().trim().max(5000).nullable().optional(),
  image: image.nullable().optional(),
  sortOrder: z.int().min(-1_000_000).max(1_000_000).optional(),
  metadata: metadataInputSchema.optional(),
});

const publicItem = z.object({
  id: idSchema,
  title: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  image: z.string().nullable(),
  sortOrder: z.int(),
  metadata: metadataSchema,
});

const item = publicItem.extend({
  createdAt: instantSchema,
  updatedAt: instantSchema,
  deletedAt: instantSchema.nullable(),
});

const listRow = item.extend({ bannerCount: z.int(), productCount: z.int() });

/** The shapes of one kind; those of a tree say where an entry stands. */
export function taxonomySchemas(kind: TaxonomyKind) {
  const { entity, tree } = taxonomyTraits[kind];
  const name = entityTitle(entity);
  const id = idOf(entity);
  const input = (tree ? body.extend({ parentId: parentId.optional() }) : body).meta({ id: `${name}Input` });
  return {
    input,
    patch: input.partial().meta({ id: `${name}Patch` }),
    publicItem: (tree ? publicItem.extend({ id, parentId }) : publicItem.extend({ id })).meta({
      id: `Public${name}`,
    }),
    item: (tree ? item.extend({ id, parentId }) : item.extend({ id })).meta({ id: name }),
    listRow: (tree ? listRow.extend({ id, parentId }) : listRow.extend({ id })).meta({ id: `${name}Row` }),
  };
}

const listed = { id: 'id', title: 'string', slug: 'string', createdAt: 'date' } as const;
const sort = ['createdAt', 'updatedAt', 'title', 'sortOrder'];

/** The query of a list of this kind; only administrators may ask for deleted entries. */
export function taxonomyListQuery(kind: TaxonomyKind, options: { softDelete: boolean }) {
  const filters = taxonomyTraits[kind].tree ? { ...listed, parentId: 'id' as const } : listed;
  return listQuerySchema({ filters, sort, softDelete: options.softDelete });
}

function placeOf({ parentId }: TaxonomyItem) {
  return parentId === undefined ? {} : { parentId };
}

export function publicItemResponse(row: TaxonomyItem) {
  const { id, title, slug, description, image, sortOrder, metadata } = row;
  return { id, title, slug, description, image, ...placeOf(row), sortOrder, metadata };
}

export function itemResponse(row: TaxonomyItem) {
  return {
    ...publicItemResponse(row),
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    deletedAt: iso(row.deletedAt),
  };
}

export function listRowResponse(row: TaxonomyListRow) {
  return { ...itemResponse(row), bannerCount: row.bannerCount, productCount: row.productCount };
}
