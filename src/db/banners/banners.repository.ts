import { crudRepository } from '#db/kernel/crud-repository.js';
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
    ...crudRepository<Banner>(knex, 'banners', bannerColumns),

    /** Whether the entry exists and is not deleted; it cannot be deleted until the transaction ends. */
    async lockEntity(tx: Tx, entityType: BannerEntityType, entityId: string): Promise<boolean> {
      const row: unknown = await tx(taxonomyTables[entityType])
        .where({ id: entityId })
        .whereNull('deletedAt')
        .forShare()
        .first('id');
      return row !== undefined;
    },
  };
}
