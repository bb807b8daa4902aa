import { expectRow } from '#db/kernel/expect-row.js';
import type { Knex } from '#db/kernel/knex.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Banner, BannerEntityType } from '#domain/banners/banner.js';

export const bannerColumns = [
  'id',
  'entityType',
  'entityId',
  'image',
  'url',
  'platform',
  'isActive',
  'sortOrder',
  'metadata',
  'visibleFrom',
  'visibleUntil',
  'createdAt',
  'updatedAt',
  'deletedAt',
] as const satisfies readonly (keyof Banner)[];

/** The taxonomy that an entity type names. */
export const taxonomyTables: Readonly<Record<BannerEntityType, string>> = {
  category: 'taxonomy_categories',
  brand: 'taxonomy_brands',
  tag: 'taxonomy_tags',
  ingredient: 'taxonomy_ingredients',
};

export function createBannersRepository(knex: Knex) {
  return {
    /** Deleted banners included. */
    find: (id: string): Promise<Banner | undefined> =>
      knex<Banner>('banners')
        .where({ id })
        .first([...bannerColumns]),

    /** The banner, locked until the transaction ends. */
    lock: (tx: Tx, id: string): Promise<Banner | undefined> =>
      tx<Banner>('banners')
        .where({ id })
        .forUpdate()
        .first([...bannerColumns]),

    /** Whether the entry exists and is not deleted; it cannot be deleted until the transaction ends. */
    async lockEntity(tx: Tx, entityType: BannerEntityType, entityId: string): Promise<boolean> {
      const row: unknown = await tx(taxonomyTables[entityType])
        .where({ id: entityId })
        .whereNull('deletedAt')
        .forShare()
        .first('id');
      return row !== undefined;
    },

    async insert(tx: Tx, fields: Partial<Banner>): Promise<Banner> {
      const rows = await tx('banners')
        .insert(fields)
        .returning([...bannerColumns]);
      return expectRow(rows);
    },

    async update(tx: Tx, id: string, fields: Partial<Banner>): Promise<Banner> {
      const rows = await tx('banners')
        .where({ id })
        .update(fields)
        .returning([...bannerColumns]);
      return expectRow(rows);
    },
  };
}
