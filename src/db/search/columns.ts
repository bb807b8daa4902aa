import { derivedColumns } from '#db/kernel/columns.js';
import {
  boolean,
  day,
  instant,
  integer,
  jsonOf,
  nullable,
  text,
  textOf,
  uuid,
  uuids,
} from '#domain/_shared/columns.js';
import type { Actor } from '#domain/_shared/context.js';
import { searchRuleColumns } from '#domain/search/search-rule.js';
import { searchRunColumns } from '#domain/search/search-run.js';
import { synonymColumns } from '#domain/search/synonym.js';

/** The columns of the tables of this feature. */
export const searchTables = {
  search_aliases: { name: text, collection: text },
  search_changes: { collection: text, version: integer, ids: uuids },
  search_collections: {
    engine: textOf<'embedded' | 'typesense'>(),
    name: text,
    version: integer,
    state: textOf<'building' | 'live' | 'former'>(),
    retiredAt: nullable(instant),
    reconciledAt: nullable(instant),
    createdAt: instant,
  },
  search_products: {
    productId: uuid,
    ...derivedColumns,
    touchedAt: nullable(instant),
    listed: boolean,
    inStock: boolean,
    popularity: integer,
  },
  search_queries: {
    day: day,
    query: text,
    searches: integer,
    zeroResults: integer,
    clicks: integer,
    carts: integer,
    orders: integer,
  },
  search_rules: { ...searchRuleColumns, queryKey: text },
  search_runs: { ...searchRunColumns, actor: jsonOf<Actor>(), updatedAt: instant },
  search_synonyms: { ...synonymColumns, folded: text },
  search_terms: {
    id: integer,
    kind: textOf<'brand' | 'category' | 'tag' | 'ingredient' | 'vendor' | 'attribute'>(),
    slug: text,
    ref: text,
    label: text,
    words: nullable(text),
    createdAt: instant,
  },
  search_versions: { collection: text, version: integer },
};
