import { Crumbs, Html, media, Notice, Picture } from '../views/kit.js';
import { cardOf, Shelf } from '../views/product-card.js';
import { type Page, type PageResult, part, type Shop } from '../server/page.js';
import { type Banner, bannersOf, trailOf } from '../server/store.js';
import { Elsewhere } from '../server/visit.js';
import { chosenOf, listingProps, productQuery } from './listing-query.js';

/** Own paths and https addresses; nothing that a script could be. */
export const safeUrl = (url: string) => (/^(\/(?!\/)|https?:)/.test(url) ? url : '#');

/** Tiles and rows of products, as the store arranges them. */
export const homePage: Page = async ({ visit: { api }, store }) => {
  const { tiles, banners, listings } = await store.home();
  const rows = await Promise.all(
    listings.map(async (listing) => ({
      listing,
      found: await api.data('getStoreDynamicProductListingsSlugBySlugProducts', {
        path: { slug: listing.slug },
        query: { limit: 8, facets: 'false' },
      }),
    })),
  );
  const shown = rows.filter(({ found }) => found.products.length > 0);
  // A store whose operators have arranged no listing yet still shows what it sells.
  const newest =
    shown.length > 0
      ? []
      : (await api.data('getStoreProducts', { query: { sortBy: 'new', limit: 12, facets: 'false' } }))
          .products;
  const { name, currency } = store.profile;
  return {
    head: {
      title: name,
      description: `${name}: things made well, by people you can name.`,
      canonical: '/',
      data: [{ '@context': 'https://schema.org', '@type': 'WebSite', name, url: '/' }],
    },
    body: () => (
      <>
        <h1 className="unseen">{name}</h1>
        <Banners banners={banners} eager />
        {tiles.length > 0 && (
          <ul className="tiles">
            {tiles.map(({ id, image, text, url }) => (
              <li key={id}>
                <a href={safeUrl(url ?? '')}>
                  <Picture src={image} alt="" size={320} eager />
                  <span>{text}</span>
                </a>
              </li>
            ))}
          </ul>
        )}
        {shown.length === 0 && newest.length === 0 && (
          <Notice>The catalogue is being prepared. Please look again in a minute.</Notice>
        )}
        {newest.length > 0 && (
          <section className="row">
            <header className="row-head">
              <h2>New</h2>
            </header>
            <Shelf cards={newest.map(cardOf)} currency={currency} />
          </section>
        )}
        {shown.map(({ listing, found }) => (
          <section key={listing.slug} className="row">
            <header className="row-head">
              <h2>{listing.title}</h2>
              {listing.subtitle && <p className="quiet">{listing.subtitle}</p>}
              <a href={`/collections/${listing.slug}`}>
                See all<span className="unseen"> of {listing.title}</span>
              </a>
            </header>
            <Shelf cards={found.products.map(cardOf)} currency={currency} />
          </section>
        ))}
      </>
    ),
  };
};

const Banners = ({ banners, eager = false }: { banners: Banner[]; eager?: boolean }) =>
  banners.length === 0 ? null : (
    <div className={`banners banners-${banners.length}`}>
      {banners.map(({ id, image, url }) => (
        <a key={id} className="banner" href={safeUrl(url)} aria-label={bannerName(url)}>
          <img
            src={media(image)}
            alt=""
            width={1200}
            height={500}
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
          />
        </a>
      ))}
    </div>
  );

/** A banner is a picture without words: its target says what it is about. */
const bannerName = (url: string) =>
  (url.split(/[/?#]/).filter(Boolean).at(-1) ?? 'More').replaceAll('-', ' ');

export const categoryPage: Page = async (shop) => {
  const { visit, store } = shop;
  const slug = visit.params['slug'] ?? '';
  const chosen = chosenOf(visit.url.searchParams);
  const [category, banners, counted] = await Promise.all([
    visit.api.data('getStoreCategoriesSlugBySlug', { path: { slug } }),
    bannersOf(visit.api, 'category', slug),
    visit.api.call('getStoreProducts', { query: productQuery(chosen, { categories: slug }) }),
  ]);
  const trail = trailOf(store.categories, slug);
  // The categories below it are the chips; counted without its own filter they would be those of the whole store.
  const found = { ...counted, data: { ...counted.data, categories: [] } };
  const props = listingProps(shop, chosen, found);
  const below = trail.at(-1)?.children ?? [];
  const crumbs = trail.slice(0, -1).map((item) => ({ title: item.title, href: `/categories/${item.slug}` }));
  return {
    head: {
      title: category.title,
      description:
        category.description?.replace(/<[^>]*>/g, ' ').trim() ||
        `${category.title} from ${store.profile.name}`,
      canonical: `/categories/${slug}${props.page > 1 ? `?page=${props.page}` : ''}`,
      picture: category.image,
      hidden: Object.keys(chosen).some((name) => name !== 'page'),
      data: [
        breadcrumbs([...crumbs, { title: category.title, href: `/categories/${slug}` }], visit.settings.url),
      ],
    },
    part: part('listing', props),
    body: (live) => (
      <>
        <Crumbs trail={[...crumbs, { title: category.title }]} />
        <header className="page-head">
          <h1>{category.title}</h1>
          {category.description && <Html html={category.description} />}
          {below.length > 0 && (
            <ul className="chips">
              {below.map((item) => (
                <li key={item.slug}>
                  <a href={`/categories/${item.slug}`}>{item.title}</a>
                </li>
              ))}
            </ul>
          )}
        </header>
        <Banners banners={banners.slice(0, 2)} />
        {live}
      </>
    ),
  };
};

export function breadcrumbs(trail: { title: string; href: string }[], url: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ title, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: `${url}${href}`,
    })),
  };
}

export const searchPage: Page = async (shop) => {
  const { visit } = shop;
  const chosen = chosenOf(visit.url.searchParams);
  const q = chosen['q']?.[0]?.trim() ?? '';
  const found = await visit.api.call('getStoreProductSearch', { query: productQuery(chosen) });
  const { redirect } = found.metadata;
  // Where an operator leads this text to; never back to this page, and not from a list that is narrowed already.
  if (redirect && Object.keys(chosen).length === 1 && redirect !== visit.url.pathname + visit.url.search)
    throw new Elsewhere(redirect);
  const title = q === '' ? 'Everything we have' : `“${q}”`;
  return {
    head: { title: q === '' ? 'All products' : `Search: ${q}`, hidden: true },
    part: part('listing', listingProps(shop, chosen, found)),
    body: (live) => (
      <>
        <header className="page-head">
          <p className="quiet">{q === '' ? 'All products' : 'You searched for'}</p>
          <h1>{title}</h1>
        </header>
        {live}
      </>
    ),
  };
};

async function entryPage(
  shop: Shop,
  entry: { title: string; description: string | null; slug: string },
  place: string,
  query: Parameters<typeof productQuery>[1],
  banners: Banner[],
): Promise<PageResult> {
  const { visit, store } = shop;
  const chosen = chosenOf(visit.url.searchParams);
  const found = await visit.api.call('getStoreProducts', { query: productQuery(chosen, query) });
  return {
    head: {
      title: entry.title,
      description: `${entry.title} at ${store.profile.name}`,
      canonical: `/${place}/${entry.slug}`,
      hidden: Object.keys(chosen).some((name) => name !== 'page'),
    },
    part: part('listing', listingProps(shop, chosen, found)),
    body: (live) => (
      <>
        <Crumbs trail={[{ title: entry.title }]} />
        <header className="page-head">
          <h1>{entry.title}</h1>
          {entry.description && <Html html={entry.description} />}
        </header>
        <Banners banners={banners.slice(0, 2)} />
        {live}
      </>
    ),
  };
}

export const brandPage: Page = async (shop) => {
  const { api, params } = shop.visit;
  const slug = params['slug'] ?? '';
  const [brand, banners] = await Promise.all([
    api.data('getStoreBrandsSlugBySlug', { path: { slug } }),
    bannersOf(api, 'brand', slug),
  ]);
  return entryPage(shop, brand, 'brands', { brands: slug }, banners);
};

export const tagPage: Page = async (shop) => {
  const { api, params } = shop.visit;
  const slug = params['slug'] ?? '';
  const [tag, banners] = await Promise.all([
    api.data('getStoreTagsSlugBySlug', { path: { slug } }),
    bannersOf(api, 'tag', slug),
  ]);
  return entryPage(shop, tag, 'tags', { tag: slug }, banners);
};

/** What an editor has put together: its own filters, the buyer's order of it. */
export const collectionPage: Page = async (shop) => {
  const { visit } = shop;
  const slug = visit.params['slug'] ?? '';
  const chosen = chosenOf(visit.url.searchParams);
  const { sortBy, page, limit } = productQuery(chosen);
  const [listing, found] = await Promise.all([
    visit.api.data('getStoreDynamicProductListingsSlugBySlug', { path: { slug } }),
    visit.api.call('getStoreDynamicProductListingsSlugBySlugProducts', {
      path: { slug },
      query: { page, limit, facets: 'false', ...(sortBy && { sortBy }) },
    }),
  ]);
  const none = { categories: [], vendors: [], brands: [], attributes: [], ratings: [], price: null };
  const data = { ...none, products: found.data.products };
  return {
    head: {
      title: listing.title,
      description: listing.subtitle ?? listing.title,
      canonical: `/collections/${slug}`,
      picture: listing.image,
    },
    part: part('listing', {
      ...listingProps(shop, chosen, { data, metadata: found.metadata }),
      facets: null,
    }),
    body: (live) => (
      <>
        <Crumbs trail={[{ title: listing.title }]} />
        <header className="page-head">
          <h1>{listing.title}</h1>
          {listing.subtitle && <p className="lead">{listing.subtitle}</p>}
          {listing.description && <Html html={listing.description} />}
        </header>
        {live}
      </>
    ),
  };
};

/** Text of the store's editors: the API has cleaned it. */
export const contentPage: Page = async ({ visit, store }) => {
  const slug = visit.params['slug'] ?? '';
  const page = await visit.api.data('getStoreContentPagesSlugBySlug', { path: { slug } });
  const parent = store.pages.find(({ id }) => id === page.parentId);
  const below = store.pages.filter(({ parentId }) => parentId === page.id);
  const beside =
    below.length > 0
      ? below
      : store.pages.filter(
          ({ parentId, id }) => parentId !== null && parentId === page.parentId && id !== page.id,
        );
  const crumbs = parent ? [{ title: parent.title, href: `/pages/${parent.slug}` }] : [];
  return {
    head: {
      title: page.metaTitle ?? page.title,
      description: page.metaDescription ?? page.description,
      canonical: `/pages/${slug}`,
      robots: page.metaRobots,
      picture: page.ogImage,
      data: [
        breadcrumbs([...crumbs, { title: page.title, href: `/pages/${slug}` }], visit.settings.url),
        ...(page.schema ? [page.schema] : []),
      ],
    },
    body: () => (
      <div className="reading">
        <Crumbs trail={[...crumbs, { title: page.title }]} />
        <article>
          {page.template === 'default' && <h1>{page.title}</h1>}
          {page.description && <p className="lead">{page.description}</p>}
          <Html html={page.content} />
        </article>
        {beside.length > 0 && (
          <nav aria-label="Related pages" className="related">
            <ul>
              {beside.map((item) => (
                <li key={item.id}>
                  <a href={`/pages/${item.slug}`}>{item.title}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    ),
  };
};
