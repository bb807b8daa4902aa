import type { CallResult, DataOf } from 'haat-client';
import { money, Notice } from './kit.js';
import { type Card, Shelf } from './product-card.js';

type Found = DataOf<'getStoreProducts'>;

export interface ListingProps {
  /** Path of the page, which its form and links keep. */
  path: string;
  /** What is chosen now, by the name of its field. */
  chosen: Record<string, string[]>;
  currency: string;
  cards: Card[];
  total: number;
  page: number;
  lastPage: number;
  facets: {
    categories: NonNullable<Found['categories']>;
    vendors: NonNullable<Found['vendors']>;
    brands: Found['brands'];
    attributes: Found['attributes'];
    ratings: Found['ratings'];
    price: { min: number; max: number } | null;
  } | null;
  /** What became of the words that were searched for. */
  query: Pick<CallResult<'getStoreProductSearch'>['metadata'], 'relaxed' | 'didYouMean' | 'understood'>;
  /** The best order of a search is its relevance. */
  searched: boolean;
}

const orders: [string, string][] = [
  ['new', 'Newest'],
  ['best-selling', 'Best selling'],
  ['price-asc', 'Price, low to high'],
  ['price-desc', 'Price, high to low'],
  ['rating-desc', 'Best rated'],
];

/** Products with what narrows them down: a form that works by itself, and at once where scripts run. */
export function Listing(props: ListingProps) {
  const { path, chosen, currency, cards, total, page, lastPage, query, searched } = props;
  const sort = chosen['sort']?.[0] ?? '';
  const narrowed = Object.keys(chosen).some((name) => !['q', 'sort', 'page'].includes(name));
  const facets = total > 0 || narrowed ? props.facets : null;
  return (
    <form className={facets ? 'listing' : 'listing listing-plain'} action={path} data-submit-on-change>
      {chosen['q']?.[0] && <input type="hidden" name="q" value={chosen['q'][0]} />}
      <div className="listing-bar">
        <p role="status">
          <strong>{total.toLocaleString('en-IN')}</strong> {total === 1 ? 'product' : 'products'}
        </p>
        {narrowed && (
          <a
            href={searched ? `${path}?q=${encodeURIComponent(chosen['q']?.[0] ?? '')}` : path}
            data-live-link
          >
            Clear the filters
          </a>
        )}
        <label className="inline">
          <span>Sort by</span>
          <select name="sort" defaultValue={sort} key={sort}>
            {searched ? <option value="">Relevance</option> : <option value="">Recommended</option>}
            {orders.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button className="button button-quiet no-script">Show</button>
      </div>
      {facets && <Facets facets={facets} chosen={chosen} currency={currency} />}
      <div className="listing-products">
        <Understood query={query} text={chosen['q']?.[0] ?? ''} currency={currency} />
        {cards.length > 0 ? (
          <Shelf cards={cards} currency={currency} eager={4} />
        ) : (
          <Nothing searched={searched} narrowed={narrowed} />
        )}
        {lastPage > 1 && <Pages {...props} page={page} lastPage={lastPage} />}
      </div>
    </form>
  );
}

/** Says what was searched for where that is not what was typed, so that nobody wonders at what they see. */
function Understood({
  query: { relaxed, didYouMean, understood },
  text,
  currency,
}: Pick<ListingProps, 'query' | 'currency'> & { text: string }) {
  const lines: string[] = [];
  if (didYouMean && didYouMean.toLowerCase() !== text.toLowerCase())
    lines.push(`Results for “${didYouMean}”.`);
  if (relaxed)
    lines.push(
      `No product matches all words: these match “${relaxed.matched.join(' ')}”, without “${relaxed.dropped.join(' ')}”.`,
    );
  if (understood) {
    const { minPrice, maxPrice } = understood;
    const bounds = [
      ...(minPrice === undefined ? [] : [`from ${money(minPrice, currency)}`]),
      ...(maxPrice === undefined ? [] : [`up to ${money(maxPrice, currency)}`]),
    ];
    lines.push(`“${understood.text}” is taken as a price ${bounds.join(' ')}.`);
  }
  return lines.length > 0 && <Notice>{lines.join(' ')}</Notice>;
}

const Nothing = ({ searched, narrowed }: { searched: boolean; narrowed: boolean }) => (
  <div className="nothing">
    <p className="nothing-title">Nothing here</p>
    <p className="quiet">
      {narrowed
        ? 'Take a filter away to see more.'
        : searched
          ? 'Try fewer words, or look through the categories above.'
          : 'Come back soon.'}
    </p>
  </div>
);

function Facets({
  facets,
  chosen,
  currency,
}: {
  facets: NonNullable<ListingProps['facets']>;
  chosen: Record<string, string[]>;
  currency: string;
}) {
  const { categories, vendors, brands, attributes, ratings, price } = facets;
  const isOn = (name: string, value: string) => chosen[name]?.includes(value) ?? false;
  const box = (name: string, value: string, label: string, count?: number) => (
    <li key={value}>
      <label className="check">
        <input
          type="checkbox"
          name={name}
          value={value}
          defaultChecked={isOn(name, value)}
          key={String(isOn(name, value))}
        />
        <span>{label}</span>
        {count !== undefined && <span className="quiet">{count}</span>}
      </label>
    </li>
  );
  return (
    <div className="facets">
      {/* A switch of style alone: on a phone the filters begin closed, and nothing moves when scripts come. */}
      <input type="checkbox" id="filters" className="facets-switch" />
      <label htmlFor="filters" className="facets-open">
        Filters
      </label>
      <div className="facets-body">
        {categories.length > 1 && (
          <fieldset>
            <legend>Category</legend>
            <ul>
              {categories
                .slice(0, 12)
                .map(({ slug, name, productCount }) => box('category', slug, name, productCount))}
            </ul>
          </fieldset>
        )}
        {price && price.max > price.min && (
          <fieldset>
            <legend>Price</legend>
            <p className="quiet">
              {money(price.min, currency)} to {money(price.max, currency)}
            </p>
            <div className="range">
              {(['min', 'max'] as const).map((end) => (
                <label key={end}>
                  <span className="unseen">{end === 'min' ? 'Lowest price' : 'Highest price'}</span>
                  <input
                    name={end}
                    type="text"
                    inputMode="numeric"
                    pattern="[0-9]*"
                    maxLength={8}
                    defaultValue={chosen[end]?.[0] ?? ''}
                    placeholder={end === 'min' ? 'from' : 'to'}
                  />
                </label>
              ))}
            </div>
          </fieldset>
        )}
        {brands.length > 0 && (
          <fieldset>
            <legend>Brand</legend>
            <ul>
              {brands
                .slice(0, 12)
                .map(({ slug, name, productCount }) => box('brand', slug, name, productCount))}
            </ul>
          </fieldset>
        )}
        {(vendors.length > 1 || chosen['vendor']) && (
          <fieldset>
            <legend>Seller</legend>
            <ul>
              {vendors
                .slice(0, 12)
                .map(({ slug, name, productCount }) => box('vendor', slug, name, productCount))}
            </ul>
          </fieldset>
        )}
        {ratings.some(({ productCount }) => productCount > 0) && (
          <fieldset>
            <legend>Rating</legend>
            <ul>
              {ratings
                .filter(({ rating, productCount }) => rating > 1 && productCount > 0)
                .map(({ rating, productCount }) =>
                  box('rating', String(rating), rating === 5 ? '5 ★' : `${rating} ★ and more`, productCount),
                )}
            </ul>
          </fieldset>
        )}
        {attributes.map(({ code, title, values }) => (
          <fieldset key={code}>
            <legend>{title}</legend>
            <ul>
              {values
                .slice(0, 10)
                .map(({ value, productCount }) =>
                  box(
                    `a.${code}`,
                    value,
                    value === 'true' ? 'Yes' : value === 'false' ? 'No' : value,
                    productCount,
                  ),
                )}
            </ul>
          </fieldset>
        ))}
        <fieldset>
          <legend>Only</legend>
          <ul>
            {box('stock', 'yes', 'In stock')}
            {box('sale', 'yes', 'On sale')}
          </ul>
        </fieldset>
        <button className="button button-quiet no-script">Show</button>
      </div>
    </div>
  );
}

function Pages({
  path,
  chosen,
  page,
  lastPage,
}: Pick<ListingProps, 'path' | 'chosen' | 'page' | 'lastPage'>) {
  const to = (number: number) => {
    const query = new URLSearchParams();
    for (const [name, values] of Object.entries(chosen))
      if (name !== 'page') for (const value of values) query.append(name, value);
    if (number > 1) query.set('page', String(number));
    const text = query.toString();
    return text === '' ? path : `${path}?${text}`;
  };
  return (
    <nav className="pages" aria-label="Pages of products">
      {page > 1 ? (
        <a href={to(page - 1)} rel="prev" data-live-link>
          Back
        </a>
      ) : (
        <span />
      )}
      <span className="quiet">
        Page {page} of {lastPage}
      </span>
      {page < lastPage ? (
        <a href={to(page + 1)} rel="next" data-live-link>
          Next
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
