import type { ContentPagesRepository } from '#db/content-pages/content-pages.repository.js';
import type { RowTree } from '#db/kernel/row-tree.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type ContentPage, MAX_PAGE_DEPTH } from '#domain/content-pages/content-page.js';
import { contentPagesErrors } from '#domain/content-pages/content-pages.errors.js';

function refuseParent(message: string) {
  return platformErrors.validation(
    {},
    { errors: [{ path: 'body.parentId', message, code: 'invalid_parent' }] },
  );
}

/** Where a page may stand; the caller holds the lock of the tree. */
export function createPagePlacement(pages: ContentPagesRepository, tree: RowTree) {
  return {
    /**
     * @param id the page that moves; undefined for a new one
     * @throws AppError VALIDATION_ERROR unless the parent is live, outside of the page, and not too deep
     */
    async checkParent(tx: Tx, parentId: string | null | undefined, id?: string): Promise<void> {
      if (!parentId) return;
      if (!(await pages.isLive(tx, parentId))) throw refuseParent('must be a page that is not deleted');
      if (id && (await tree.isWithin(tx, parentId, id)))
        throw refuseParent('must not be the page itself or one under it');
      const levels = (await tree.depthOf(tx, parentId)) + (id ? await tree.heightOf(tx, id) : 1);
      if (levels > MAX_PAGE_DEPTH)
        throw refuseParent(`must not bring pages more than ${MAX_PAGE_DEPTH} levels deep`);
    },

    /** @throws AppError CONFLICT when live pages stand under it */
    async checkDelete(tx: Tx, id: string): Promise<void> {
      if (await tree.hasLiveChildren(tx, id)) throw contentPagesErrors.hasChildren();
    },

    /** @throws AppError VALIDATION_ERROR when the page above it is deleted, or stands too deep by now */
    async checkRestore(tx: Tx, { parentId }: Pick<ContentPage, 'parentId'>): Promise<void> {
      if (!parentId) return;
      if (!(await pages.isLive(tx, parentId))) throw contentPagesErrors.parentDeleted();
      if ((await tree.depthOf(tx, parentId)) >= MAX_PAGE_DEPTH)
        throw contentPagesErrors.tooDeep({ most: MAX_PAGE_DEPTH });
    },
  };
}
