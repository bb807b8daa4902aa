import { boolean, instant, integer, jsonOf, nullable, text, uuid } from '#domain/_shared/columns.js';
import type { Metadata } from '#domain/_shared/json.js';
import { catalogRequestColumns } from '#domain/taxonomy/catalog-request.js';

/** The columns of the tables of this feature. */
export const taxonomyTables = {
  taxonomy_brands: {
    id: uuid,
    title: text,
    slug: text,
    description: nullable(text),
    image: nullable(text),
    sortOrder: integer,
    metadata: nullable(jsonOf<Metadata>()),
    createdAt: instant,
    updatedAt: instant,
    deletedAt: nullable(instant),
  },
  taxonomy_categories: {
    id: uuid,
    title: text,
    slug: text,
    description: nullable(text),
    image: nullable(text),
    parentId: nullable(uuid),
    sortOrder: integer,
    metadata: nullable(jsonOf<Metadata>()),
    createdAt: instant,
    updatedAt: instant,
    deletedAt: nullable(instant),
  },
  taxonomy_ingredients: {
    id: uuid,
    title: text,
    slug: text,
    description: nullable(text),
    image: nullable(text),
    sortOrder: integer,
    metadata: nullable(jsonOf<Metadata>()),
    createdAt: instant,
    updatedAt: instant,
    deletedAt: nullable(instant),
  },
  taxonomy_requests: { ...catalogRequestColumns },
  taxonomy_revision: { id: boolean, revision: integer },
  taxonomy_tags: {
    id: uuid,
    title: text,
    slug: text,
    description: nullable(text),
    image: nullable(text),
    sortOrder: integer,
    metadata: nullable(jsonOf<Metadata>()),
    createdAt: instant,
    updatedAt: instant,
    deletedAt: nullable(instant),
  },
};
