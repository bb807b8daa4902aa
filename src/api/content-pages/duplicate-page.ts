import type { ContentPagesRepository } from '#db/content-pages/content-pages.repository.js';
import { createPageCopiesRepository } from '#db/content-pages/page-copies.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { requirePermission } from '#api/kernel/require.js';
import type { Context } from '#domain/_shared/context.js';
import { type ContentPage, MAX_PAGE_COPIES } from '#domain/content-pages/content-page.js';
import { contentPagesErrors } from '#domain/content-pages/content-pages.errors.js';
import { copySlugBase, copySlugs, copyTitle } from '#domain/content-pages/page-copies.js';
import { newId } from '#lib/ids.js';
import type { createPageRecorder } from './page-record.js';

interface Deps {
  pages: ContentPagesRepository;
  record: ReturnType<typeof createPageRecorder>;
}

/**
 * Copies a live page and the live pages under it as drafts, next to the page, under the lock of the tree.
 * @returns the copy of the page itself; undefined where no live page has the id
 * @throws AppError FORBIDDEN for raw HTML anywhere in it, VALIDATION_ERROR for too many pages
 */
export function createDuplicatePage({ pages, record }: Deps) {
  const copies = createPageCopiesRepository();

  return async (tx: Tx, ctx: Context, id: string): Promise<ContentPage | undefined> => {
    const sources = await copies.readSubtree(tx, id, MAX_PAGE_COPIES + 1);
    if (sources.length === 0) return undefined;
    if (sources.length > MAX_PAGE_COPIES) throw contentPagesErrors.tooManyCopies({ most: MAX_PAGE_COPIES });
    if (sources.some(({ template }) => template === 'html')) requirePermission(ctx, 'content:manageRawHtml');

    const held = await copies.heldSlugs(tx, [...new Set(sources.map(({ slug }) => copySlugBase(slug)))]);
    const slugs = copySlugs(
      sources.map(({ slug }) => slug),
      held,
    );
    const ids = new Map(sources.map((source) => [source.id, newId()]));
    const copyOf = (sourceId: string) => ids.get(sourceId) ?? sourceId;
    const rows = sources.map((source, index) => ({
      sourceId: source.id,
      id: copyOf(source.id),
      // The page itself keeps its parent, which is not copied.
      parentId: source.parentId === null ? null : copyOf(source.parentId),
      title: source.id === id ? copyTitle(source.title) : source.title,
      slug: slugs[index] ?? '',
    }));
    await copies.insertCopies(tx, rows, ctx.now);
    const records = rows.map((row) => ({ ...row, after: row }));
    await record(tx, ctx, 'create', records);
    return pages.lock(tx, copyOf(id));
  };
}
