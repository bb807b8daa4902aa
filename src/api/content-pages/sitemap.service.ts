import { readSitemap } from '#db/content-pages/sitemap.query.js';
import type { Context } from '#domain/_shared/context.js';
import { SITEMAP_PAGE, type SitemapKind } from '#domain/content-pages/sitemap.js';
import type { Platform } from '#operations/platform.js';

/** What a storefront's sitemap lists. */
export function createSitemapService({ knex }: Pick<Platform, 'knex'>) {
  return {
    page: (ctx: Context, kind: SitemapKind, after: string | undefined) =>
      readSitemap(knex, kind, { after, limit: SITEMAP_PAGE, now: ctx.now }),
  };
}
