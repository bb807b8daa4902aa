import { createRowTree } from '#db/kernel/row-tree.js';
import type { TaxonomyRepository } from '#db/taxonomy/taxonomy.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { TaxonomyItem } from '#domain/taxonomy/taxonomy-item.js';
import { type TaxonomyKind, taxonomyTraits } from '#domain/taxonomy/taxonomy-kind.js';
import { taxonomyErrors } from '#domain/taxonomy/taxonomy.errors.js';

function refuseParent(message: string) {
  return platformErrors.validation(
    {},
    { errors: [{ path: 'body.parentId', message, code: 'invalid_parent' }] },
  );
}

/** Where a category may stand. For kinds that form no tree all of this does nothing. */
export function createCategoryPlacement(repository: TaxonomyRepository) {
  const tree = createRowTree('taxonomy_categories');

  return {
    /** Call it before reading anything: it is the lock that makes the checks below hold until the commit. */
    async lock(tx: Tx, kind: TaxonomyKind): Promise<void> {
      if (taxonomyTraits[kind].tree) await tree.lock(tx);
    },

    /** @throws AppError VALIDATION_ERROR unless the parent is live, and neither the category nor anything under it */
    async checkParent(tx: Tx, parentId: string | null | undefined, id?: string): Promise<void> {
      if (!parentId) return;
      const live = await repository.liveIds(tx, 'categories', [parentId]);
      if (!live.has(parentId)) throw refuseParent('must be a category that is not deleted');
      if (id && (await tree.isWithin(tx, parentId, id))) {
        throw refuseParent('must not be the category itself or one under it');
      }
    },

    /** @throws AppError CONFLICT when live categories stand under it */
    async checkDelete(tx: Tx, kind: TaxonomyKind, id: string): Promise<void> {
      if (taxonomyTraits[kind].tree && (await tree.hasLiveChildren(tx, id)))
        throw taxonomyErrors.hasChildren();
    },

    /** @throws AppError VALIDATION_ERROR when the category above it is deleted */
    async checkRestore(tx: Tx, { parentId }: TaxonomyItem): Promise<void> {
      if (!parentId) return;
      const live = await repository.liveIds(tx, 'categories', [parentId]);
      if (!live.has(parentId)) throw taxonomyErrors.parentDeleted();
    },
  };
}
