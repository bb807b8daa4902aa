import { TEXT_ORDER } from '#db/kernel/text-order.js';
import { text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { isoSql, jsonRows } from '#db/kernel/json-sql.js';
import type { Knex } from '#db/kernel/knex.js';

const instants = `${isoSql('created_at')} as "createdAt", ${isoSql('updated_at')} as "updatedAt"`;
const group = `id, title, slug, metadata, ${instants}`;
const listing = `id, title, slug, group_id as "groupId", subtitle, description, image, sort_order as "order", filters,
  metadata, ${instants}`;

/** A page of the groups as a JSON array, behind their number and a space. */
export async function readStoreListingGroups(knex: Knex, limit: number, offset: number): Promise<string> {
  const rows = await query(knex, { page: text })(
    `select (select count(*) from dynamic_listings_groups) || ' ' || ${jsonRows(`
       select ${group} from dynamic_listings_groups order by title ${TEXT_ORDER}, id limit ? offset ?`)}::text as page`,
    [limit, offset],
  );
  return rows[0]?.page ?? '0 []';
}

/** The group with this slug and its listings in their order as a JSON object; null where there is none. */
export async function readStoreListingGroup(knex: Knex, slug: string): Promise<string | null> {
  const rows = await query(knex, { found: text })(
    `select row_to_json(found)::text as found from (
       select ${group}, ${jsonRows(`
         select ${listing} from dynamic_listings one where one.group_id = owner.id
         order by one.sort_order, one.id`)} as listings
       from dynamic_listings_groups owner where slug = ?
     ) as found`,
    [slug],
  );
  return rows[0]?.found ?? null;
}

/** The listing with this slug as a JSON object; null where there is none. */
export async function readStoreListing(knex: Knex, slug: string): Promise<string | null> {
  const rows = await query(knex, { found: text })(
    `select row_to_json(found)::text as found from (select ${listing} from dynamic_listings where slug = ?) as found`,
    [slug],
  );
  return rows[0]?.found ?? null;
}
