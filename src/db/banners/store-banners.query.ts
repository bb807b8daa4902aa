import { integer, nullable, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { taxonomyTables } from './banners.repository.js';
import type { Knex } from '#db/kernel/knex.js';
import type { BannerEntityType, ContentPlatform } from '#domain/banners/banner.js';
import type { TimedText } from '#db/kernel/content-cache.js';
import { isoSql, jsonRows } from '#db/kernel/json-sql.js';
import { isVisible, secondsToChange } from '#db/kernel/visible-sql.js';

/**
 * The active banners of the entry with this slug that are shown now, as a JSON array: by `sortOrder`, then newest first. Empty where no live
 * entry has the slug.
 */
export async function readStoreBanners(
  knex: Knex,
  entityType: BannerEntityType,
  slug: string,
  platform: ContentPlatform,
): Promise<TimedText> {
  const entries = `${taxonomyTables[entityType]} entry join banners b on b.entity_type = ? and b.entity_id = entry.id
    where entry.slug = ? and entry.deleted_at is null and b.deleted_at is null and b.is_active
      and (? = 'BOTH' or b.platform in ('BOTH', ?))`;
  const bindings = [entityType, slug, platform, platform];
  const rows = await query(knex, { banners: text, seconds: nullable(integer) })(
    `select ${jsonRows(`
       select b.id, b.entity_type as "entityType", b.entity_id as "entityId", b.image, b.url, b.platform,
         b.is_active as "isActive", b.sort_order as "sortOrder", b.metadata,
         ${isoSql('b.visible_from')} as "from", ${isoSql('b.visible_until')} as "until",
         ${isoSql('b.created_at')} as "createdAt", ${isoSql('b.updated_at')} as "updatedAt",
         ${isoSql('b.deleted_at')} as "deletedAt"
       from ${entries} and ${isVisible('b')}
       order by b.sort_order, b.created_at desc, b.id`)}::text as banners,
       (select ${secondsToChange('b')} from ${entries}) as seconds`,
    [...bindings, ...bindings],
  );
  return { text: rows[0]?.banners ?? '[]', seconds: rows[0]?.seconds ?? null };
}
