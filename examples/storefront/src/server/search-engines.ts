import { timedFetch } from './timed-fetch.js';
import type { Request, RequestHandler, Response } from 'express';
import { createClient, type PathOf } from 'haat-client';
import type { ShopSettings } from './settings.js';

type Kind = PathOf<'getStoreSitemapByKind'>['kind'];

/** The kinds that the shop has pages of, and where those are. */
const places: Partial<Record<Kind, string>> = {
  products: '/products',
  categories: '/categories',
  brands: '/brands',
  tags: '/tags',
  collections: '/collections',
  pages: '/pages',
  vendors: '/vendors',
};

const xml = (response: Response, body: string) =>
  void response
    .type('application/xml')
    .set('cache-control', 'public, max-age=300')
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`);

export function robots({ url }: ShopSettings): RequestHandler {
  const closed = [
    '/cart',
    '/checkout',
    '/account',
    '/orders',
    '/auth',
    '/sign-in',
    '/sign-up',
    '/search',
    '/shared-wishlist',
  ];
  return (_request, response) =>
    void response
      .type('text/plain')
      .send(
        `User-agent: *\n${closed.map((path) => `Disallow: ${path}`).join('\n')}\n\nSitemap: ${url}/sitemap.xml\n`,
      );
}

export function sitemapIndex({ url }: ShopSettings): RequestHandler {
  return (_request, response) =>
    xml(
      response,
      `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Object.keys(places)
        .map((kind) => `<sitemap><loc>${url}/sitemap/${kind}.xml</loc></sitemap>`)
        .join('')}</sitemapindex>`,
    );
}

/** All of a kind, page by page as the API lists it, up to what one file may hold (sitemaps.org: 50,000). */
export function sitemap({ apiUrl, url }: ShopSettings) {
  const api = createClient({ baseUrl: apiUrl, fetch: timedFetch });
  return async (request: Request, response: Response): Promise<void> => {
    const kind = request.params['kind'] as Kind;
    const place = places[kind];
    if (!place) return void response.status(404).type('text/plain').send('Not found');
    const entries: string[] = [];
    for await (const { slug, updatedAt } of api.rows('getStoreSitemapByKind', { path: { kind } })) {
      entries.push(
        `<url><loc>${url}${place}/${encodeURIComponent(slug)}</loc><lastmod>${updatedAt}</lastmod></url>`,
      );
      if (entries.length === 50_000) break;
    }
    xml(response, `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`);
  };
}
