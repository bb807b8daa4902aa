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
}

const KEEP_MS = 30_000;

/**
 * Name, categories, footer and pages: the same for everybody, read in parallel and kept for half a minute. While the API
 * is away, what was read last is shown.
 */
export function createStoreReader(api: Client): () => Promise<Store> {
  let kept: { store: Store; until: number } | undefined;
  let reading: Promise<Store> | undefined;

  async function read(): Promise<Store> {
    const [profile, categories, footer, pages] = await Promise.all([
      api.data('getStoreProfile'),
      allCategories(api),
      orNothing(
        api.data('getStoreDynamicLinkGroupsSlugBySlug', {
          path: { slug: 'footer' },
          query: { platform: 'WEB' },
        }),
      ),
      api.data('getStoreContentPagesTree'),
    ]);
    const links = (footer?.links ?? []).flatMap(({ text, url }) => (text && url ? [{ text, url }] : []));
    const store = { profile, categories, links, pages };
    kept = { store, until: Date.now() + KEEP_MS };
    return store;
  }

  return async () => {
    if (kept && kept.until > Date.now()) return kept.store;
    reading ??= read().finally(() => (reading = undefined));
    if (!kept) return reading;
    return reading.catch(() => (kept as { store: Store }).store);
  };
}

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

/** The entry with this slug, and the titles above it. */
export function trailOf(categories: readonly Category[], slug: string): Category[] {
  for (const category of categories) {
    if (category.slug === slug) return [category];
    const below = trailOf(category.children, slug);
    if (below.length > 0) return [category, ...below];
  }
  return [];
}
