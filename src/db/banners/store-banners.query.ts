import { taxonomyTables } from './banners.repository.js';
import type { Knex } from '#db/kernel/knex.js';
import type { BannerEntityType, ContentPlatform } from '#domain/banners/banner.js';
import { isoSql, jsonRows } from '#db/kernel/json-sql.js';

/**
 * The active banners of the entry with this slug as a JSON array: by `sortOrder`, then newest first. Empty where no live
 * entry has the slug.
 */
export async function readStoreBanners(
  knex: Knex,
  entityType: BannerEntityType,
  slug: string,
  platform: ContentPlatform,
): Promise<string> {
  const { rows } = await knex.raw<{ rows: { banners: string }[] }>(
    `select ${jsonRows(`
       select b.id, b.entity_type as "entityType", b.entity_id as "entityId", b.image, b.url, b.platform,
         b.is_active as "isActive", b.sort_order as "sortOrder", b.metadata,
         ${isoSql('b.created_at')} as "createdAt", ${isoSql('b.updated_at')} as "updatedAt",
         ${isoSql('b.deleted_at')} as "deletedAt"
       from ${taxonomyTables[entityType]} entry
       join banners b on b.entity_type = ? and b.entity_id = entry.id
       where entry.slug = ? and entry.deleted_at is null and b.deleted_at is null and b.is_active
         and (? = 'BOTH' or b.platform in ('BOTH', ?))
       order by b.sort_order, b.created_at desc, b.id`)}::text as banners`,
    [entityType, slug, platform, platform],
  );
  return rows[0]?.banners ?? '[]';
}
