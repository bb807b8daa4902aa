import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Reader } from '#db/kernel/unit-of-work.js';

interface Source {
  /** As it is called to people: "products". */
  name: string;
  from: string;
  /** Texts that may hold the key or the URL of an image. */
  texts: readonly string[];
  /** The column of the vendor whose rows these are; rows of one vendor are not searched for images of another. */
  vendor?: string;
}

/**
 * Every row that may name an image: by a picture column, in HTML, or in JSON. What is derived from these (search documents,
 * feed items, analytics) and what records the past (audit, outbox) does not keep an image. Variables of mails are encrypted;
 * the pictures in them are those of order lines, products, campaigns and settings, which are listed. Frozen invoices hold no
 * pictures: their logo, signature and QR code follow the settings.
 * `test/media/media-references.test.ts` holds the list to the columns of the database.
 */
export const mediaSources: readonly Source[] = [
  {
    name: 'products',
    from: 'products r',
    texts: ['r.thumbnail', 'r.og_image', 'r.description', 'r.images::text'],
    vendor: 'r.vendor_id',
  },
  {
    name: 'products',
    from: 'products_tabs t join products r on r.id = t.product_id',
    texts: ['t.body'],
    vendor: 'r.vendor_id',
  },
  {
    name: 'variants',
    from: 'products_variants r',
    texts: ['r.thumbnail', 'r.images::text'],
    vendor: 'r.vendor_id',
  },
  {
    name: 'product approvals',
    from: `product_approvals r join products p on p.id = r.product_id and p.deleted_at is null and r.state = 'pending'`,
    texts: ['r.sections::text'],
    vendor: 'r.vendor_id',
  },
  {
    name: 'orders',
    from: 'orders_sub_orders r join orders_lines l on l.sub_order_id = r.id',
    texts: ['l.thumbnail'],
    vendor: 'r.vendor_id',
  },
  {
    name: 'vendor pages',
    from: 'vendor_pages r',
    texts: ['r.logo', 'r.cover', 'r.story', 'r.pictures::text'],
    vendor: 'r.vendor_id',
  },
  {
    name: 'catalog requests',
    from: 'taxonomy_requests r',
    texts: ['r.image', 'r.description', 'r.metadata::text'],
  },
  ...['brands', 'categories', 'tags', 'ingredients'].map((name) => ({
    name,
    from: `taxonomy_${name} r`,
    texts: ['r.image', 'r.description', 'r.metadata::text'],
  })),
  { name: 'banners', from: 'banners r', texts: ['r.image', 'r.url', 'r.metadata::text'] },
  {
    name: 'content pages',
    from: 'content_pages r',
    texts: ['r.content', 'r.description', 'r.og_image', 'r.schema::text', 'r.metadata::text'],
  },
  { name: 'dynamic links', from: 'dynamic_links r', texts: ['r.image', 'r.url', 'r.metadata::text'] },
  { name: 'dynamic links', from: 'dynamic_links_groups r', texts: ['r.metadata::text'] },
  {
    name: 'dynamic listings',
    from: 'dynamic_listings r',
    texts: ['r.image', 'r.description', 'r.metadata::text'],
  },
  { name: 'dynamic listings', from: 'dynamic_listings_groups r', texts: ['r.metadata::text'] },
  { name: 'campaign templates', from: 'campaigns_templates r', texts: ['r.blocks::text'] },
  { name: 'broadcasts', from: 'campaigns_broadcasts r', texts: ['r.blocks::text', 'r.shown::text'] },
  { name: 'mail templates', from: 'mail_template_overrides r', texts: ['r.body'] },
  { name: 'custom fields', from: 'custom_fields_values r', texts: ['r.fields::text'] },
  { name: 'settings', from: 'settings_values r', texts: ['r.value::text'] },
  { name: 'accounts', from: 'accounts_users r', texts: ['r.image'] },
  { name: 'accounts', from: 'accounts_organizations r', texts: ['r.logo', 'r.metadata'] },
];

const KEY = 'media/(?:vendors/[0-9a-f-]{36}|platform)/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[.]';

interface Statement {
  sql: string;
  bindings: string[];
}

/** One select for each source: the texts of its rows that hold `like`, as `name` and `text`. */
function texts(vendorId: string | null, like: string): Statement {
  const parts = mediaSources.map(({ name, from, texts: columns, vendor }): Statement => {
    const text = `concat_ws(' ', ${columns.join(', ')})`;
    const scoped = vendor !== undefined && vendorId !== null;
    return {
      sql: `select '${name}' as name, ${text} as text from ${from} where ${scoped ? `${vendor} = ? and ` : ''}${text} like ?`,
      bindings: [...(scoped ? [vendorId] : []), like],
    };
  });
  return {
    sql: parts.map(({ sql }) => sql).join(' union all '),
    bindings: parts.flatMap(({ bindings }) => bindings),
  };
}

/**
 * A condition on `media_files`: no row names the image. The rows of the vendor and of the platform are read once for a list,
 * not once for an image; for images of the platform these are those of all vendors.
 */
export function isUnused(knex: Knex, vendorId: string | null): Knex.Raw {
  const { sql, bindings } = texts(vendorId, '%media/%');
  return knex.raw(
    `media_files.id not in (
       select named[1]::uuid from (${sql}) as sources
       cross join lateral regexp_matches(sources.text, ?, 'g') as matches (named))`,
    [...bindings, KEY],
  );
}

/** What names an image: one word of a source, or undefined. */
export async function usedBy(
  reader: Reader,
  { id, vendorId }: { id: string; vendorId: string | null },
): Promise<string | undefined> {
  const { sql, bindings } = texts(vendorId, `%${id}%`);
  const rows = await query(reader, { name: text, text })(`${sql} limit 1`, bindings);
  return rows[0]?.name;
}
