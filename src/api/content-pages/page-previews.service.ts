import { createContentPagesRepository } from '#db/content-pages/content-pages.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { ContentPage } from '#domain/content-pages/content-page.js';
import type { Platform } from '#operations/platform.js';
import { createPreviewTokens } from './preview-tokens.js';

const HOUR_MS = 60 * 60 * 1_000;

type Deps = Pick<Platform, 'knex' | 'config'>;

/** Links by which somebody without an account sees a page that is not published. */
export function createPagePreviewsService({ knex, config }: Deps) {
  const pages = createContentPagesRepository(knex);
  const tokens = createPreviewTokens(config.AUTH_SECRET);
  const notFound = () => platformErrors.notFound({ entity: 'Content page' });

  /** @throws AppError NOT_FOUND, also for a deleted page */
  async function livePage(id: string | undefined): Promise<ContentPage> {
    const page = id === undefined ? undefined : await pages.find(id);
    if (!page || page.deletedAt) throw notFound();
    return page;
  }

  return {
    /** @throws AppError NOT_FOUND, also for a deleted page */
    async createLink(ctx: Context, id: string, hours: number): Promise<{ url: string; expiresAt: Date }> {
      await livePage(id);
      const expiresAt = new Date(Math.ceil((ctx.now.getTime() + hours * HOUR_MS) / 1_000) * 1_000);
      const base = config.PUBLIC_API_BASE_URL.replace(/\/+$/, '');
      const token = tokens.sign({ pageId: id, expiresAt });
      return { url: `${base}/store/content-pages/preview/${token}`, expiresAt };
    },

    /** The page of a link, published or not. @throws AppError NOT_FOUND for one that is expired, forged or deleted */
    read: (ctx: Context, token: string): Promise<ContentPage> => livePage(tokens.read(token, ctx.now)),
  };
}

export type PagePreviewsService = ReturnType<typeof createPagePreviewsService>;
