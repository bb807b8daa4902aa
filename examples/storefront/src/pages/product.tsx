import type { DataOf } from 'haat-client';
import { Crumbs, day, Html, Stars, media } from '../views/kit.js';
import { cardOfShort, Shelf } from '../views/product-card.js';
import { Gallery, type ProductProps } from '../views/product.js';
import { type Action, type Page, part } from '../server/page.js';
import { orLeftOut, trailOf } from '../server/store.js';
import { breadcrumbs } from './browse.js';
import { productWishlists } from './wishlists.js';

type Product = DataOf<'getStoreProductsSlugBySlug'>;
type Review = DataOf<'getStoreProductsByProductIdReviews'>[number];

/** The product first; its reviews and companions need its id. */
export const productPage: Page = async ({ visit, store }) => {
  const slug = visit.params['slug'] ?? visit.form.get('slug') ?? '';
  const product = await visit.api.data('getStoreProductsSlugBySlug', { path: { slug } });
  const path = { productId: product.id };
  const [reviews, companions, wishlists] = await Promise.all([
    orLeftOut(
      visit.api.data('getStoreProductsByProductIdReviews', {
        path,
        query: { limit: 6, sort: 'createdAt:desc' },
      }),
      [],
    ),
    orLeftOut(visit.api.data('getStoreProductsByProductIdFbt', { path, query: { limit: 4 } }), {
      products: [],
    }),
    productWishlists(visit, product.id),
  ]);
  const { currency, timeZone, pricesIncludeTax } = store.profile;
  const wanted = visit.form.get('variantId') ?? visit.url.searchParams.get('v');
  const chosen =
    product.variants.find(({ id }) => id === wanted) ??
    product.variants.find(({ inStock }) => inStock) ??
    product.variants[0];
  const category =
    product.categories.find(({ id }) => id === product.primaryCategoryId) ?? product.categories[0];
  const trail = (category ? trailOf(store.categories, category.slug) : []).map((item) => ({
    title: item.title,
    href: `/categories/${item.slug}`,
  }));
  const pictures = [
    ...new Set([
      product.thumbnail,
      ...product.images,
      ...product.variants.flatMap(({ thumbnail, images }) => [thumbnail, ...images]),
    ]),
  ].flatMap((key) => (key ? [key] : []));
  const plain = (product.description ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return {
    head: {
      title: product.metaTitle ?? product.title,
      description: product.metaDescription ?? (plain.slice(0, 155) || product.subtitle),
      canonical: `/products/${product.slug}`,
      picture: product.ogImage ?? product.thumbnail,
      data: [
        productData(product, plain, pictures, currency, visit.settings.url),
        breadcrumbs(
          [...trail, { title: product.title, href: `/products/${product.slug}` }],
          visit.settings.url,
        ),
      ],
    },
    part: part('product', {
      id: product.id,
      slug: product.slug,
      title: product.title,
      options: product.options.map(({ name, values }) => ({
        name,
        values: values.map(({ id, value }) => ({ id, value })),
      })),
      variants: product.variants.map(variantOf),
      chosen: chosen?.id ?? '',
      vendor: { slug: product.vendor.slug, displayName: product.vendor.displayName },
      currency,
      timeZone,
      pricesIncludeTax,
      signedIn: visit.signedIn,
      wishlists,
      notified: visit.url.searchParams.has('notified'),
      email: visit.form.get('email') ?? '',
      problem: visit.problem,
    }),
    body: (live) => (
      <>
        <Crumbs trail={[...trail, { title: product.title }]} />
        <div className="product">
          <Gallery pictures={pictures.slice(0, 8)} title={product.title} />
          <div className="product-main">
            {product.brand && (
              <p className="quiet">
                <a href={`/brands/${product.brand.slug}`}>{product.brand.name}</a>
              </p>
            )}
            <h1>{product.title}</h1>
            {product.subtitle && <p className="lead">{product.subtitle}</p>}
            {product.rating.count > 0 && (
              <p>
                <a className="plain" href="#reviews">
                  <Stars {...product.rating} />
                </a>
              </p>
            )}
            {live}
          </div>
          <div className="product-more">
            {product.description && <Html html={product.description} />}
            <Details product={product} />
            {product.tabs
              .filter(({ body }) => body)
              .map(({ id, title, body }) => (
                <details key={id} className="fold">
                  <summary>{title}</summary>
                  <Html html={body ?? ''} />
                </details>
              ))}
            {product.tags.length > 0 && (
              <ul className="chips">
                {product.tags.map((tag) => (
                  <li key={tag.id}>
                    <a href={`/tags/${tag.slug}`}>{tag.title}</a>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
        {companions.products.length > 0 && (
          <section className="row">
            <header className="row-head">
              <h2>Often bought together</h2>
            </header>
            <Shelf cards={companions.products.map(cardOfShort)} currency={currency} />
          </section>
        )}
        <Reviews reviews={reviews} rating={product.rating} timeZone={timeZone} />
      </>
    ),
  };
};

/** Of a variant, what its part of the page shows. */
function variantOf(variant: Product['variants'][number]): ProductProps['variants'][number] {
  const {
    id,
    sku,
    originalPrice,
    currentPrice,
    specialPriceActive,
    specialPriceEndDate,
    inventoryQuantity,
    inStock,
    minQuantityPerCart,
    maxQuantityPerCart,
    optionValueIds,
  } = variant;
  return {
    id,
    sku,
    originalPrice,
    currentPrice,
    specialPriceActive,
    specialPriceEndDate,
    inventoryQuantity,
    inStock,
    minQuantityPerCart,
    maxQuantityPerCart,
    optionValueIds,
  };
}

function Details({ product }: { product: Product }) {
  const details = [
    ...product.attributes.map(({ title, values }): [string, string] => [
      title,
      values.map(({ value }) => (value === 'true' ? 'Yes' : value === 'false' ? 'No' : value)).join(', '),
    ]),
    ...(product.material && !product.attributes.some(({ code }) => code === 'material')
      ? [['Material', product.material] as [string, string]]
      : []),
    ...(product.ingredients.length > 0
      ? [['Ingredients', product.ingredients.map(({ title }) => title).join(', ')] as [string, string]]
      : []),
    ...(product.countryOfOrigin ? [['Country of origin', product.countryOfOrigin] as [string, string]] : []),
  ];
  return (
    <dl className="details">
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Reviews = ({
  reviews,
  rating,
  timeZone,
}: {
  reviews: Review[];
  rating: Product['rating'];
  timeZone: string;
}) => (
  <section className="row" id="reviews">
    <header className="row-head">
      <h2>Reviews</h2>
      <Stars {...rating} />
    </header>
    {reviews.length === 0 ? (
      <p className="quiet">
        Nobody has written about it yet. Who has received it can, from the page of the order.
      </p>
    ) : (
      <ul className="reviews">
        {reviews.map(({ id, rating: stars, title, text, authorName, createdAt, reply }) => (
          <li key={id}>
            <p className="stars" role="img" aria-label={`${stars} of 5 stars`}>
              <span className="stars-row" aria-hidden="true">
                {'★'.repeat(stars)}
              </span>
            </p>
            {title && <h3>{title}</h3>}
            {text && <p>{text}</p>}
            <p className="quiet">
              {authorName ?? 'A buyer'}, {day(createdAt, timeZone)}
            </p>
            {reply && <p className="reply">The seller: {reply}</p>}
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** schema.org, as search engines read it. */
function productData(
  product: Product,
  description: string,
  pictures: string[],
  currency: string,
  url: string,
): object {
  const prices = product.variants.flatMap(({ currentPrice }) =>
    currentPrice === null ? [] : [currentPrice],
  );
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.title,
    description,
    image: pictures.map((key) => new URL(media(key), url).href),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand.name } }),
    ...(product.variants[0]?.sku && { sku: product.variants[0].sku }),
    ...(product.rating.count > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.rating.average,
        reviewCount: product.rating.count,
      },
    }),
    ...(prices.length > 0 && {
      offers: {
        '@type': 'AggregateOffer',
        priceCurrency: currency,
        lowPrice: (Math.min(...prices) / 100).toFixed(2),
        highPrice: (Math.max(...prices) / 100).toFixed(2),
        offerCount: product.variants.length,
        availability: `https://schema.org/${product.inStock ? 'InStock' : 'OutOfStock'}`,
        url: `${url}/products/${product.slug}`,
        seller: {
          '@type': 'Organization',
          name: product.vendor.displayName,
          url: `${url}/vendors/${product.vendor.slug}`,
        },
      },
    }),
  };
}

/** A mail when the variant is back; a signed-in buyer's own address unless another is given. */
export const notifyMe: Action = {
  page: productPage,
  run: async ({ visit }, form) => {
    const variantId = form.get('variantId') ?? '';
    const email = form.get('email');
    await visit.api.data('postStoreProductsByVariantIdNotifyMe', {
      path: { variantId },
      body: email ? { email } : {},
    });
    return `/products/${encodeURIComponent(form.get('slug') ?? '')}?v=${encodeURIComponent(variantId)}&notified=1`;
  },
};
