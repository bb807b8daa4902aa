import { nullable, type RowOf, text, textOf, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';

/** Names by id of what rules refer to. */
export interface RuleNames {
  products: Map<string, string>;
  categories: Map<string, { title: string; slug: string }>;
  /** Of brands and tags. */
  entries: Map<string, string>;
  /** Of those who wrote them. */
  people: Map<string, string>;
}

const namedColumns = {
  kind: textOf<'product' | 'category' | 'entry' | 'person'>(),
  id: uuid,
  title: text,
  slug: nullable(text),
};
type Named = RowOf<typeof namedColumns>;

/** In one statement; what is gone has no name. */
export async function readRuleNames(
  knex: Knex,
  ids: {
    products: readonly string[];
    categories: readonly string[];
    entries: readonly string[];
    people: readonly string[];
  },
): Promise<RuleNames> {
  const rows = await query(knex, namedColumns)(
    `select 'product' as kind, id::text, title, slug from products where id = any(?::uuid[])
     union all select 'category', id::text, title, slug from taxonomy_categories where id = any(?::uuid[])
     union all select 'entry', id::text, title, slug from taxonomy_brands where id = any(?::uuid[])
     union all select 'entry', id::text, title, slug from taxonomy_tags where id = any(?::uuid[])
     union all select 'person', id::text, coalesce(nullif(name, ''), email), null from accounts_users where id::text = any(?::text[])`,
    [ids.products, ids.categories, ids.entries, ids.entries, ids.people].map((list) => [...list]),
  );
  const of = (kind: Named['kind']) => rows.filter((row) => row.kind === kind);
  const titles = (kind: Named['kind']) => new Map(of(kind).map(({ id, title }) => [id, title]));
  return {
    products: titles('product'),
    categories: new Map(of('category').map(({ id, title, slug }) => [id, { title, slug: slug ?? '' }])),
    entries: titles('entry'),
    people: titles('person'),
  };
}
