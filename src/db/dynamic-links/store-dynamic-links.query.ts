import { integer, nullable, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { TimedText } from '#db/kernel/content-cache.js';
import { isVisible, secondsToChange } from '#db/kernel/visible-sql.js';
import { isoSql, jsonRows } from '#db/kernel/json-sql.js';
import type { Knex } from '#db/kernel/knex.js';
import type { ContentPlatform } from '#domain/banners/banner.js';

/** The group with this slug and its active links as a JSON object; null where there is none. */
export async function readStoreLinkGroup(
  knex: Knex,
  slug: string,
  platform: ContentPlatform,
): Promise<TimedText | null> {
  const links = `from dynamic_links link
    where link.group_id = one.id and link.is_active and (? = 'BOTH' or link.platform in ('BOTH', ?))`;
  const rows = await query(knex, { found: text, seconds: nullable(integer) })(
    `select row_to_json(found)::text as found,
       (select ${secondsToChange('link')} ${links.replace('one.id', 'found.id')}) as seconds from (
       select id, title, slug, metadata, ${isoSql('created_at')} as "createdAt", ${isoSql('updated_at')} as "updatedAt",
         ${jsonRows(`
           select id, group_id as "groupId", image, url, text, sort_order as "order", is_active as "isActive", platform,
             metadata, ${isoSql('visible_from')} as "from", ${isoSql('visible_until')} as "until",
             ${isoSql('created_at')} as "createdAt", ${isoSql('updated_at')} as "updatedAt"
           ${links} and ${isVisible('link')}
           order by link.sort_order, link.id`)} as links
       from dynamic_links_groups one where slug = ?
     ) as found`,
    [platform, platform, platform, platform, slug],
  );
  return rows[0] ? { text: rows[0].found, seconds: rows[0].seconds } : null;
}
