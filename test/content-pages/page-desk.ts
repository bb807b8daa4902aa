import type { ContentPage, ContentPageChanges, NewContentPage } from '#domain/content-pages/content-page.js';
import { systemContext } from '#domain/_shared/context.js';
import { createContentPagesService } from '#api/content-pages/content-pages.service.js';
import type { Container } from '#runtime/container.js';
import { newId } from '#lib/ids.js';

/** The use cases of pages as somebody calls them who may write anything. */
export function createPageDesk(container: Container) {
  const service = createContentPagesService(container);
  const ctx = () => ({
    ...systemContext({ name: 'test' }, new Date()),
    permissions: new Set(['content:manageRawHtml']),
  });
  return {
    create: (fields: Partial<NewContentPage> = {}): Promise<ContentPage> =>
      service.create(ctx(), { title: 'Page', content: '<p>x</p>', slug: `p-${newId()}`, ...fields }),
    update: (id: string, changes: ContentPageChanges) => service.update(ctx(), id, changes),
    delete: (id: string) => service.delete(ctx(), id),
    restore: (id: string) => service.restore(ctx(), id),
    duplicate: (id: string) => service.duplicate(ctx(), id),
  };
}

/** What came of calls made at once: `ok`, or the code of the error. */
export async function outcomes(calls: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((item) =>
    item.status === 'fulfilled' ? 'ok' : ((item.reason as { code?: string }).code ?? String(item.reason)),
  );
}
