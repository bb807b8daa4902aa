import { ApiError, type DataOf } from 'haat-client';
import { Act, Crumbs, day, Html, media, Notice, Picture, Stars } from '../views/kit.js';
import { type Action, type Page, part } from '../server/page.js';
import { Elsewhere, type Visit } from '../server/visit.js';
import { breadcrumbs } from './browse.js';
import { chosenOf, listingProps, productQuery } from './listing-query.js';

type Vendor = DataOf<'getStoreVendorsSlugBySlug'>;
type ListedVendor = DataOf<'getStoreVendors'>[number];

const PER_PAGE = 24;
const sorts = {
  'displayName:asc': 'By name',
  'rating:desc': 'Best rated',
  'createdAt:desc': 'Newest',
} as const;
type Sort = keyof typeof sorts;

const counted = (count: number, singular: string, plural: string) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? singular : plural}`;

/** The vendors that have something on sale. */
export const vendorsPage: Page = async ({ visit }) => {
  const params = visit.url.searchParams;
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);
  const search = params.get('search')?.trim().slice(0, 100) ?? '';
  const sort = Object.hasOwn(sorts, params.get('sort') ?? '')
    ? (params.get('sort') as Sort)
    : 'displayName:asc';
  const query = { page, limit: PER_PAGE, sort, ...(search && { search }) };
  const { data: vendors, metadata } = await visit.api.call('getStoreVendors', { query });
  const to = (number: number) => {
    const kept = new URLSearchParams({
      ...(search && { search }),
      ...(params.has('sort') && { sort }),
      ...(number > 1 && { page: String(number) }),
    });
    return kept.size > 0 ? `/vendors?${kept}` : '/vendors';
  };
  return {
    head: {
      title: 'Our sellers',
      description: 'The people and workshops behind the products.',
      canonical: page > 1 ? `/vendors?page=${page}` : '/vendors',
      hidden: search !== '' || params.has('sort'),
      data: [breadcrumbs([{ title: 'Our sellers', href: '/vendors' }], visit.settings.url)],
    },
    body: () => (
      <>
        <Crumbs trail={[{ title: 'Our sellers' }]} />
        <header className="page-head">
          <h1>Our sellers</h1>
        </header>
        <form action="/vendors" className="vendor-search">
          <input
            type="search"
            name="search"
            defaultValue={search}
            aria-label="Name of the seller"
            placeholder="Name of a seller"
            maxLength={100}
          />
          <select name="sort" defaultValue={sort} aria-label="Sort by">
            {Object.entries(sorts).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <button className="button button-quiet">Show</button>
        </form>
        {vendors.length === 0 && (
          <Notice>{search ? `No seller is called “${search}”.` : 'No seller has products yet.'}</Notice>
        )}
        <ul className="shelf vendors">
          {vendors.map((vendor) => (
            <li key={vendor.id}>
              <VendorCard vendor={vendor} />
            </li>
          ))}
        </ul>
        <nav className="pages" aria-label="Pages of sellers">
          {page > 1 ? <a href={to(page - 1)}>Back</a> : <span />}
          {metadata.hasMore ? <a href={to(page + 1)}>Next</a> : <span />}
        </nav>
      </>
    ),
  };
};

const VendorCard = ({ vendor }: { vendor: ListedVendor }) => (
  <article className="card">
    {vendor.cover || vendor.logo ? (
      <Picture src={vendor.cover ?? vendor.logo} alt="" />
    ) : (
      <span className="picture vendor-initial" aria-hidden="true">
        {[...vendor.displayName][0]}
      </span>
    )}
    <div className="card-text">
      <h2>
        <a href={`/vendors/${vendor.slug}`}>{vendor.displayName}</a>
      </h2>
      <Stars {...vendor.rating} />
      <p className="quiet">{counted(vendor.productCount, 'product', 'products')}</p>
    </div>
  </article>
);

/** Whether the buyer follows it; a session that has ended follows nobody. */
async function follows(visit: Visit, vendorId: string): Promise<boolean> {
  if (!visit.signedIn) return false;
  try {
    const query = { vendorId, limit: 1 };
    return (await visit.api.data('getStoreFollowedVendors', { query })).length > 0;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}

/** What a vendor sells, and what it says of itself. A former slug leads on to the current one. */
export const vendorPage: Page = async (shop) => {
  const { visit, store } = shop;
  const slug = visit.params['slug'] ?? '';
  const vendor = await visit.api.data('getStoreVendorsSlugBySlug', { path: { slug } });
  if (vendor.slug !== slug) throw new Elsewhere(`/vendors/${vendor.slug}${visit.url.search}`, 301);
  const chosen = chosenOf(visit.url.searchParams);
  const [result, following] = await Promise.all([
    visit.api.call('getStoreProducts', { query: productQuery(chosen, { vendors: vendor.id }) }),
    follows(visit, vendor.id),
  ]);
  const found = { ...result, data: { ...result.data, vendors: [] } };
  const props = listingProps(shop, chosen, found);
  const { displayName, story, pictures, returnPolicy, shippingPolicy } = vendor;
  const plain = (story ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const hasAbout = plain !== '' || pictures.length > 0 || vendor.rating.count > 0;
  const path = `/vendors/${vendor.slug}`;
  const trail = [{ title: 'Our sellers', href: '/vendors' }];
  return {
    head: {
      title: vendor.metaTitle ?? displayName,
      description:
        vendor.metaDescription ?? (plain.slice(0, 155) || `${displayName} at ${store.profile.name}`),
      canonical: `${path}${props.page > 1 ? `?page=${props.page}` : ''}`,
      hidden: Object.keys(chosen).some((name) => name !== 'page'),
      picture: vendor.cover ?? vendor.logo,
      data: [
        vendorData(vendor, plain, visit.settings.url),
        breadcrumbs([...trail, { title: displayName, href: path }], visit.settings.url),
      ],
    },
    part: part('listing', props),
    body: (live) => (
      <>
        <Crumbs trail={[...trail, { title: displayName }]} />
        <VendorHead {...{ vendor, following, visit }} timeZone={store.profile.timeZone} />
        <nav className="vendor-parts" aria-label={`On the page of ${displayName}`}>
          <ul className="chips">
            {hasAbout && (
              <li>
                <a href="#about">About</a>
              </li>
            )}
            {(returnPolicy ?? shippingPolicy) !== null && (
              <li>
                <a href="#policies">Policies</a>
              </li>
            )}
          </ul>
        </nav>
        <h2 className="unseen">Products</h2>
        {live}
        {hasAbout && <About vendor={vendor} />}
        {(returnPolicy ?? shippingPolicy) !== null && (
          <section className="row" id="policies">
            <h2>Policies</h2>
            <Policy title="Returns" text={returnPolicy} />
            <Policy title="Shipping" text={shippingPolicy} />
          </section>
        )}
      </>
    ),
  };
};

function VendorHead({
  vendor,
  following,
  visit,
  timeZone,
}: {
  vendor: Vendor;
  following: boolean;
  visit: Visit;
  timeZone: string;
}) {
  const { displayName, cover, logo, rating, productCount, followers, since, slug, id } = vendor;
  const follow = `/vendors/${slug}/${following ? 'unfollow' : 'follow'}`;
  return (
    <header className="vendor-head">
      {cover && (
        <img className="vendor-cover" src={media(cover)} alt="" width={1200} height={400} loading="eager" />
      )}
      <div className="vendor-row">
        {logo && (
          <img className="vendor-logo" src={media(logo)} alt="" width={96} height={96} loading="eager" />
        )}
        <div className="vendor-name">
          <h1>{displayName}</h1>
          <p className="vendor-details quiet">
            <Stars {...rating} />
            <span>{counted(productCount, 'product', 'products')}</span>
            {followers > 0 && <span>{counted(followers, 'follower', 'followers')}</span>}
            <span>Selling here since {day(since, timeZone).split(' ').slice(1).join(' ')}</span>
          </p>
        </div>
        {visit.signedIn ? (
          <form method="post" action={follow}>
            <input type="hidden" name="vendorId" value={id} />
            <button className={following ? 'button button-quiet' : 'button'}>
              {following ? 'Following' : 'Follow'}
              <span className="unseen">
                {following ? `: stop following ${displayName}` : ` ${displayName}`}
              </span>
            </button>
          </form>
        ) : (
          <a className="button" href={`/sign-in?to=${encodeURIComponent(`/vendors/${slug}`)}`}>
            Sign in to follow
          </a>
        )}
      </div>
    </header>
  );
}

function About({ vendor: { displayName, story, pictures, rating } }: { vendor: Vendor }) {
  return (
    <section className="row" id="about">
      <h2>About {displayName}</h2>
      <div className="vendor-about">
        {story && <Html html={story} />}
        {rating.count > 0 && (
          <div className="vendor-stars">
            <Stars average={rating.average} count={rating.count} />
            <ul>
              {rating.stars.map(({ rating: stars, count }) => (
                <li key={stars}>
                  <span>{stars} ★</span>
                  <progress max={rating.count} value={count} aria-label={`Ratings of ${stars} stars`} />
                  <span className="quiet">{count}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {pictures.length > 0 && (
        <ul className="vendor-pictures">
          {pictures.map((picture, index) => (
            <li key={picture}>
              <Picture src={picture} alt={`${displayName}, picture ${index + 1}`} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const Policy = ({ title, text }: { title: string; text: string | null }) =>
  text && (
    <details className="fold">
      <summary>{title}</summary>
      <p className="lines">{text}</p>
    </details>
  );

/** schema.org, as search engines read it: an online store is an organization, and this one sells in ours. */
function vendorData(vendor: Vendor, description: string, url: string): object {
  const { displayName: name, slug, logo, cover, rating } = vendor;
  const absolute = (key: string) => new URL(media(key), url).href;
  return {
    '@context': 'https://schema.org',
    '@type': ['Organization', 'OnlineStore'],
    name,
    url: `${url}/vendors/${slug}`,
    ...(description && { description }),
    ...(logo && { logo: absolute(logo) }),
    ...(cover && { image: absolute(cover) }),
    ...(rating.count > 0 && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.average, reviewCount: rating.count },
    }),
  };
}

/** Guests sign in first. */
const followAction = (
  operation: 'putStoreVendorsByVendorIdFollow' | 'deleteStoreVendorsByVendorIdFollow',
): Action => ({
  page: vendorPage,
  run: async ({ visit }, form) => {
    const page = `/vendors/${encodeURIComponent(visit.params['slug'] ?? '')}`;
    if (!visit.signedIn) throw new Elsewhere(`/sign-in?to=${encodeURIComponent(page)}`);
    await visit.api.data(operation, { path: { vendorId: form.get('vendorId') ?? '' } });
    return form.get('to') === '/account' ? '/account' : page;
  },
});

export const follow = followAction('putStoreVendorsByVendorIdFollow');
export const unfollow = followAction('deleteStoreVendorsByVendorIdFollow');

/** Those that a buyer follows, for the account; nothing where there are none. */
export const FollowedVendors = ({ vendors }: { vendors: DataOf<'getStoreFollowedVendors'> }) =>
  vendors.length > 0 && (
    <section>
      <h2>Sellers that you follow</h2>
      <ul className="followed">
        {vendors.map(({ id, slug, displayName }) => (
          <li key={id}>
            <a href={`/vendors/${slug}`}>{displayName}</a>
            <Act action={`/vendors/${slug}/unfollow`} quiet vendorId={id} to="/account">
              Unfollow<span className="unseen"> {displayName}</span>
            </Act>
          </li>
        ))}
      </ul>
    </section>
  );
