/** What a storefront has a page of for each entry. */
export const sitemapKinds = [
  'products',
  'categories',
  'brands',
  'tags',
  'ingredients',
  'collections',
  'pages',
  'vendors',
] as const;
export type SitemapKind = (typeof sitemapKinds)[number];

/** A tenth of what a sitemap file may hold (sitemaps.org, 50,000), in one response. */
export const SITEMAP_PAGE = 5_000;
