import { instant, jsonOf, nullable, text, uuid } from '#domain/_shared/columns.js';
import type { Metadata } from '#domain/_shared/json.js';
import { dynamicLinkColumns } from '#domain/dynamic-links/dynamic-link.js';

/** The columns of the tables of this feature. */
export const dynamicLinksTables = {
  dynamic_links: { ...dynamicLinkColumns },
  dynamic_links_groups: {
    id: uuid,
    title: text,
    slug: text,
    metadata: nullable(jsonOf<Metadata>()),
    createdAt: instant,
    updatedAt: instant,
  },
};
