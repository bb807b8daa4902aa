import { isTimeout } from './timed-fetch.js';
import { ApiError, type Client, type DataOf } from 'haat-client';

export interface Category {
  title: string;
  slug: string;
  children: Category[];
}

/** What every page shows around its own. */
export interface Store {
  profile: DataOf<'getStoreProfile'>;
  categories: Category[];
  /** Links of the footer. */
  links: { text: string; url: string }[];
  pages: DataOf<'getStoreContentPagesTree'>;
  home: () => Promise<Home>;
}

/** What the front page consists of; its products are read with every visit. */
export interface Home {
  tiles: DataOf<'getStoreDynamicLinkGroupsSlugBySlug'>['links'];
  banners: Banner[];
  listings: DataOf<'getStoreDynamicProductListingGroupsSlugBySlug'>['listings'];
}

export type Banner = DataOf<'getStoreBannersByEntityTypeSlugBySlug'>[number];

const KEEP_MS = 30_000;
/** For so long a page waits for what it has an older version of. */
const RENEW_MS = 1_000;

const soon = <T>(value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), RENEW_MS).unref());

const WEB = { platform: 'WEB' } as const;

/** What is the same for everybody is kept for half a minute. While the API is away, what was read last is shown. */
function kept<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { value: T; until: number } | undefined;
  let reading: Promise<T> | undefined;
  const again = async () => (last = { value: await read(), until: Date.now() + KEEP_MS }).value;
  return () => {
    const { value, until } = last ?? { until: 0 };
    if (last && until > Date.now()) return Promise.resolve(value as T);
    reading ??= again().finally(() => (reading = undefined));
    return last ? Promise.race([reading.catch(() => value as T), soon(value as T)]) : reading;
  };
}

/** Name, categories, footer and pages, read in parallel. */
export function createStoreReader(api: Client): () => Promise<Store> {
  const home = kept(() => readHome(api));
  return kept(async () => {
    const [profile, categories, footer, pages] = await Promise.all([
      api.data('getStoreProfile'),
      allCategories(api),
      linksOf(api, 'footer'),
      api.data('getStoreContentPagesTree'),
    ]);
    const links = footer.flatMap(({ text, url }) => (text && url ? [{ text, url }] : []));
    return { profile, categories, links, pages, home };
  });
}

async function readHome(api: Client): Promise<Home> {
  const [links, group] = await Promise.all([
    linksOf(api, 'home-tiles'),
    orNothing(api.data('getStoreDynamicProductListingGroupsSlugBySlug', { path: { slug: 'home-page' } })),
  ]);
  const tiles = links.filter(({ text, url }) => text && url);
  const led = tiles.flatMap(({ url }) => /^\/categories\/([\w-]+)$/.exec(url ?? '')?.[1] ?? []).slice(0, 4);
  const banners = await Promise.all(led.map((slug) => bannersOf(api, 'category', slug)));
  return { tiles, banners: banners.flat().slice(0, 2), listings: (group?.listings ?? []).slice(0, 4) };
}

const linksOf = async (api: Client, slug: string) =>
  (await orNothing(api.data('getStoreDynamicLinkGroupsSlugBySlug', { path: { slug }, query: WEB })))?.links ??
  [];

export const bannersOf = (api: Client, entityType: Banner['entityType'], slug: string) =>
  api.data('getStoreBannersByEntityTypeSlugBySlug', { path: { entityType, slug }, query: WEB });

async function allCategories(api: Client): Promise<Category[]> {
  const rows: DataOf<'getStoreCategories'> = [];
  const query = { limit: 100, sort: 'sortOrder:asc' } as const;
  for await (const row of api.rows('getStoreCategories', { query })) rows.push(row);
  const below = (parent: string | null): Category[] =>
    rows
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, title, slug }) => ({ title, slug, children: below(id) }));
  return below(null);
}

/** What a page can do without: nothing where there is none. */
export async function orNothing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** What a page shows beside its own: left out while the API cannot say it. */
export async function orLeftOut<T, U>(call: Promise<T>, nothing: U): Promise<T | U> {
  try {
    return await call;
  } catch (error) {
    const isAway = error instanceof ApiError && (error.status === 0 || error.status >= 500);
    if (isAway || isTimeout(error)) return nothing;
    throw error;
  }
}

/** The entry with this slug, and the titles above it. */
export function trailOf(categories: readonly Category[], slug: string): Category[] {
  for (const category of categories) {
    if (category.slug === slug) return [category];
    const below = trailOf(category.children, slug);
    if (below.length > 0) return [category, ...below];
  }
  return [];
}
