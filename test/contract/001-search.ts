import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import {
  adjust,
  firstVariant,
  indexed,
  move,
  newOrder,
  newProduct,
  type Product,
  unique,
} from './marketplace.js';
import { absent, bool, filled, int, iso, list, number, orNull, text } from './shapes.js';
import { clientsOf, type Table } from './world.js';

interface Found {
  products: {
    id: string;
    title: string;
    variants: Record<string, unknown>[];
    rating: object;
    brand: object | null;
  }[];
  brands: { slug: string; productCount: number }[];
  attributes: { code: string; title: string; values: { value: string; productCount: number }[] }[];
  ratings: { rating: number; productCount: number }[];
}

const url = '/store/product-search';
const variantShape = {
  id: filled,
  sku: orNull(filled),
  price: orNull(int),
  specialPrice: orNull(int),
  specialPriceStartDate: orNull(iso),
  specialPriceEndDate: orNull(iso),
  inventoryQuantity: int,
  minQuantityPerCart: orNull(int),
  maxQuantityPerCart: orNull(int),
  thumbnail: orNull(text),
  images: list,
  originalPrice: orNull(int),
  currentPrice: orNull(int),
  specialPriceActive: orNull(int),
};
const productShape = {
  id: filled,
  title: filled,
  subtitle: orNull(text),
  description: orNull(text),
  slug: filled,
  handle: absent,
  thumbnail: orNull(text),
  images: list,
  priceStart: orNull(int),
  priceEnd: orNull(int),
  inStock: bool,
  hasActiveSpecial: bool,
  rating: { average: number, count: int },
  variants: list,
};

export const search: Table = async (t, world) => {
  const { admin, vendor, otherVendor } = clientsOf(t, world);
  const word = unique();
  const entry = async (kind: string, title: string, fields: object = {}) =>
    data(
      await admin.post<{ id: string; slug: string; title: string }>(`/admin/${kind}`, {
        title: `${title} ${word}`,
        ...fields,
      }),
    );
  const [north, south] = [await entry('brands', 'North'), await entry('brands', 'South')];
  const lamps = await entry('categories', 'Lamps');
  const oilLamps = await entry('categories', 'Oil lamps', { parentId: lamps.id });
  const tag = await entry('tags', 'Festive');
  const colour = data(
    await admin.post<{ id: string; code: string; values: { id: string; value: string }[] }>(
      '/admin/product-attributes',
      {
        title: 'Colour',
        code: `colour-${word}`,
        type: 'multi_select',
        values: [
          { value: 'Red', sortOrder: 0 },
          { value: 'Blue', sortOrder: 1 },
        ],
      },
    ),
  );
  const size = data(
    await admin.post<{ id: string; code: string }>('/admin/product-attributes', {
      title: 'Size',
      code: `size-${word}`,
      type: 'text',
    }),
  );
  const of = (value: string) => ({
    attributeId: colour.id,
    attributeValueId: colour.values.find((item) => item.value === value)?.id,
  });
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const make = (
    client: typeof vendor,
    name: string,
    hours: number,
    price: number | null,
    stock: number,
    fields: object = {},
    variant: object = {},
  ) =>
    newProduct(
      client,
      {
        title: `${name} ${word}`,
        publishedAt: ago(hours),
        variants: [{ price, sku: `${name}-${word}`, weight: 100, ...variant }],
        ...fields,
      },
      stock,
    );
  const alpha = await make(vendor, 'Alpha', 5, 10_000, 5, {
    brandId: north.id,
    categoryIds: [oilLamps.id],
    tagIds: [tag.id],
    attributeAssignments: [of('Red'), of('Blue'), { attributeId: size.id, value: 'Large' }],
    subtitle: 'A subtitle',
    description: 'Of brass',
  });
  const beta = await make(
    vendor,
    'Beta',
    4,
    30_000,
    50,
    { brandId: north.id, categoryIds: [lamps.id], attributeAssignments: [of('Blue')] },
    { specialPrice: 20_000, specialPriceStart: ago(1) },
  );
  const gamma = await make(otherVendor, 'Gamma', 3, 40_000, 1, { brandId: south.id });
  const delta = await make(otherVendor, 'Delta', 2, 5_000, 0, { brandId: south.id });
  const epsilon = await make(otherVendor, 'Epsilon', 1, null, 7);
  for (const [name, fields] of [
    ['Draft', { status: 'draft' }],
    ['Archived', { status: 'archived' }],
    ['Private', { visibility: 'private' }],
    ['Future', { publishedAt: ago(-2) }],
  ] as const)
    await newProduct(vendor, { title: `${name} ${word}`, ...fields }, 0);
  await indexed(t.http, [alpha, beta, gamma, delta, epsilon]);
  await eventually(async () => {
    const { body } = await t.send<Found>(t.http, `GET ${url}?q=${word}&inStock=true`);
    if (body.data.products.length !== 4) throw new Error('The stock is not in the index yet');
  });
  const titles = (found: Found) => found.products.map(({ title }) => title.split(' ')[0]).join(' ');
  const find = (query: Record<string, string>) =>
    t.ok<Found>(t.http, `GET ${url}?${new URLSearchParams({ q: word, ...query }).toString()}`);
  const sorted = (found: Found) => titles(found).split(' ').sort().join(' ');

  t.part('001 2.1 search response');
  const reply = await t.send<Found>(t.http, `GET ${url}?q=${word}`);
  t.is('metadata stands beside the data', reply.body.metadata, {
    total: 5,
    items: 5,
    perPage: 20,
    currentPage: 1,
    lastPage: 1,
  });
  t.shape('data', reply.body.data, { products: list, brands: list, attributes: list, ratings: list });
  const found = await find({});
  t.is('active, public and published products alone', sorted(found), 'Alpha Beta Delta Epsilon Gamma');
  const product = (name: string) => found.products.find(({ title }) => title.startsWith(name));
  for (const item of found.products) {
    t.shape(item.title.split(' ')[0] ?? '', item, productShape);
    t.shape(`variant of ${item.title.split(' ')[0]}`, item.variants[0], variantShape);
  }
  t.has('Alpha', product('Alpha'), {
    priceStart: 10_000,
    priceEnd: 10_000,
    inStock: true,
    hasActiveSpecial: false,
    subtitle: 'A subtitle',
    description: 'Of brass',
    brand: { id: north.id, slug: north.slug, name: north.title },
    rating: { average: 0, count: 0 },
    'variants.0.originalPrice': 10_000,
    'variants.0.currentPrice': 10_000,
    'variants.0.specialPriceActive': null,
    'variants.0.inventoryQuantity': 5,
  });
  t.has('Beta, on sale', product('Beta'), {
    priceStart: 20_000,
    priceEnd: 20_000,
    hasActiveSpecial: true,
    'variants.0.price': 30_000,
    'variants.0.originalPrice': 30_000,
    'variants.0.specialPrice': 20_000,
    'variants.0.currentPrice': 20_000,
    'variants.0.specialPriceActive': 20_000,
    'variants.0.specialPriceStartDate': iso,
    'variants.0.specialPriceEndDate': null,
  });
  t.has('Delta, out of stock', product('Delta'), { inStock: false, 'variants.0.inventoryQuantity': 0 });
  t.has('Epsilon, without a price or brand', product('Epsilon'), {
    priceStart: null,
    priceEnd: null,
    brand: null,
    'variants.0.currentPrice': null,
    'variants.0.originalPrice': null,
  });

  t.part('001 2.1 facets');
  t.is(
    'brands',
    found.brands.map(({ slug, productCount }) => [slug, productCount]).sort(),
    [
      [north.slug, 2],
      [south.slug, 2],
    ].sort(),
  );
  t.has('a brand', found.brands[0], { id: filled, slug: filled, name: filled, productCount: 2 });
  t.is('attributes', found.attributes, [
    {
      code: colour.code,
      title: 'Colour',
      values: [
        { value: 'Red', productCount: 1 },
        { value: 'Blue', productCount: 2 },
      ],
    },
    { code: size.code, title: 'Size', values: [{ value: 'Large', productCount: 1 }] },
  ]);
  t.is(
    'ratings',
    found.ratings,
    [5, 4, 3, 2, 1].map((rating) => ({ rating, productCount: 0 })),
  );
  const none = await find({ q: 'zzzzqqqqxxxx' });
  t.is('five ratings where nothing is found', none.ratings.length, 5);
  t.is('no attributes there', none.attributes, []);
  t.is('counts are those of the filtered result', (await find({ brands: south.slug })).attributes, []);
  t.is(
    'brands of the filtered result',
    (await find({ brands: south.slug })).brands.map(({ slug }) => slug),
    [south.slug],
  );

  t.part('001 4.1 search filters');
  const json = (value: object) => JSON.stringify(value);
  for (const [what, query, wanted] of [
    ['a brand', { brands: north.slug }, 'Alpha Beta'],
    ['brands are alternatives', { brands: `${north.slug},${south.slug}` }, 'Alpha Beta Delta Gamma'],
    ['an unknown brand', { brands: 'nothing-like-it' }, ''],
    ['a category', { categories: oilLamps.slug }, 'Alpha'],
    ['a category and those below it', { categories: lamps.slug }, 'Alpha Beta'],
    ['a tag', { tag: tag.slug }, 'Alpha'],
    ['an attribute', { attributes: json({ [colour.code]: 'Blue' }) }, 'Alpha Beta'],
    ['one of several values', { attributes: json({ [colour.code]: ['Red', 'Blue'] }) }, 'Alpha Beta'],
    ['two attributes', { attributes: json({ [colour.code]: ['Blue'], [size.code]: 'Large' }) }, 'Alpha'],
    ['an unknown attribute', { attributes: json({ 'nothing-like-it': 'x' }) }, ''],
    ['a price from, inclusive', { minPrice: '20000' }, 'Beta Gamma'],
    ['a price up to, inclusive', { maxPrice: '20000' }, 'Alpha Beta Delta'],
    ['between two prices', { minPrice: '10000', maxPrice: '20000' }, 'Alpha Beta'],
    ['in stock', { inStock: 'true' }, 'Alpha Beta Epsilon Gamma'],
    ['out of stock', { inStock: 'false' }, 'Delta'],
    ['on sale', { hasActiveSpecial: 'true' }, 'Beta'],
    ['on sale or not', { hasActiveSpecial: 'false' }, 'Alpha Beta Delta Epsilon Gamma'],
    ['rated 0.5 and more', { minRating: '0.5' }, ''],
    ['rated 0 at most', { maxRating: '0' }, 'Alpha Beta Delta Epsilon Gamma'],
    ['the words of a title', { q: `Gamma ${word}` }, 'Gamma'],
  ] as const)
    t.is(what, sorted(await find(query)), wanted);

  t.part('001 4.1 search order');
  for (const [sortBy, wanted] of [
    ['price-asc', 'Alpha Beta Gamma Epsilon Delta'],
    ['price-desc', 'Gamma Beta Alpha Epsilon Delta'],
    ['new', 'Epsilon Delta Gamma Beta Alpha'],
    ['best-selling', 'Epsilon Delta Gamma Beta Alpha'],
    ['inventory-high', 'Beta Epsilon Alpha Gamma Delta'],
    ['inventory-low', 'Gamma Alpha Epsilon Beta Delta'],
  ] as const)
    t.is(sortBy, titles(await find({ sortBy })), wanted);
  // The word stands in the brands of these four: their texts match alike.
  const alike = await find({ sortBy: 'relevance', brands: `${north.slug},${south.slug}` });
  t.is(
    'relevance puts what is in stock first',
    [alike.products.length, titles(alike).endsWith('Delta')],
    [4, true],
  );
  t.is('relevance is the default', titles(await find({})), titles(await find({ sortBy: 'relevance' })));

  t.part('001 2.1 search pages');
  for (const [query, wanted] of [
    ['limit=2', { total: 5, items: 2, perPage: 2, currentPage: 1, lastPage: 3 }],
    ['limit=2&page=3', { total: 5, items: 1, perPage: 2, currentPage: 3, lastPage: 3 }],
    ['limit=2&page=4', { total: 5, items: 0, perPage: 2, currentPage: 4, lastPage: 3 }],
    ['limit=100', { total: 5, items: 5, perPage: 100, currentPage: 1, lastPage: 1 }],
    ['brands=nothing-like-it', { total: 0, items: 0, perPage: 20, currentPage: 1, lastPage: 0 }],
  ] as const)
    t.is(query, (await t.send(t.http, `GET ${url}?q=${word}&sortBy=new&${query}`)).body.metadata, wanted);
  t.is(
    'without words everything matches',
    Number((await t.send(t.http, `GET ${url}?q=`)).body.metadata?.['total']) >= 5,
    true,
  );
  t.is(
    'the same without q',
    (await t.send(t.http, `GET ${url}`)).body.metadata,
    (await t.send(t.http, `GET ${url}?q=`)).body.metadata,
  );

  t.part('001 7 search errors');
  await t.lines(t.http, [
    ['q of 201', `GET ${url}?q=${'x'.repeat(201)}`, 400, 'at:query.q'],
    ['attributes that are no JSON', `GET ${url}?attributes={colour`, 400, 'at:query.attributes'],
    ['attributes that are a list', `GET ${url}?attributes=[1]`, 400, 'at:query.attributes'],
    ['page 0', `GET ${url}?page=0`, 400, 'at:query.page'],
    ['page 1001', `GET ${url}?page=1001`, 400, 'at:query.page'],
    ['limit 0', `GET ${url}?limit=0`, 400, 'at:query.limit'],
    ['limit 101', `GET ${url}?limit=101`, 400, 'at:query.limit'],
    ['another order', `GET ${url}?sortBy=colour`, 400, 'at:query.sortBy'],
    ['a fraction of a subunit', `GET ${url}?minPrice=1.5`, 400, 'at:query.minPrice'],
    ['a negative price', `GET ${url}?maxPrice=-1`, 400, 'at:query.maxPrice'],
    ['a rating of 5.1', `GET ${url}?minRating=5.1`, 400, 'at:query.minRating'],
    ['a negative rating', `GET ${url}?maxRating=-0.1`, 400, 'at:query.maxRating'],
    ['no boolean', `GET ${url}?inStock=maybe`, 400, 'at:query.inStock'],
    ['no boolean', `GET ${url}?hasActiveSpecial=1`, 400, 'at:query.hasActiveSpecial'],
  ]);
  t.is('q of 200', (await t.send(t.http, `GET ${url}?q=${'x'.repeat(200)}`)).status, 200);
  t.is('page 1000', (await t.send(t.http, `GET ${url}?page=1000`)).status, 200);
  t.is('a fractional rating', (await t.send(t.http, `GET ${url}?minRating=3.5`)).status, 200);

  t.part('001 4.1 suggestions');
  const hints = `${url}/suggestions`;
  interface Hints {
    suggestions: string[];
    products: object[];
  }
  const some = await t.ok<Hints>(t.http, `GET ${hints}?q=${word}`);
  t.is('no metadata', (await t.send(t.http, `GET ${hints}?q=${word}`)).body.metadata, undefined);
  t.is('five by default', [some.products.length <= 5, some.suggestions.length <= 5], [true, true]);
  t.is('distinct texts', new Set(some.suggestions).size, some.suggestions.length);
  t.shape('a product', some.products[0], productShape);
  t.is('limit', (await t.ok<Hints>(t.http, `GET ${hints}?q=${word}&limit=1`)).products.length, 1);
  t.is(
    'brand names are suggested',
    (await t.ok<Hints>(t.http, `GET ${hints}?q=${encodeURIComponent(north.title)}`)).suggestions.includes(
      north.title,
    ),
    true,
  );
  await t.lines(t.http, [
    ['no q', `GET ${hints}`, 400, 'at:query.q'],
    ['q of 1', `GET ${hints}?q=a`, 400, 'at:query.q'],
    ['q of 101', `GET ${hints}?q=${'x'.repeat(101)}`, 400, 'at:query.q'],
    ['limit 0', `GET ${hints}?q=lamp&limit=0`, 400, 'at:query.limit'],
    ['limit 21', `GET ${hints}?q=lamp&limit=21`, 400, 'at:query.limit'],
  ]);
  for (const query of ['q=la', `q=${'x'.repeat(100)}`, 'q=lamp&limit=20'])
    t.is(`takes ${query.slice(0, 20)}`, (await t.send(t.http, `GET ${hints}?${query}`)).status, 200);

  t.part('001 6 index follows products');
  const shows = async (item: Product, query = '') => {
    const { body } = await t.send<Found>(t.http, `GET ${url}?q=${encodeURIComponent(item.title)}${query}`);
    return body.data.products.find(({ id }) => id === item.id);
  };
  const until = (what: string, check: () => Promise<boolean>) =>
    eventually(async () => {
      if (!(await check())) throw new Error(`not in the index: ${what}`);
    }).then(
      () => t.holds(what, true),
      (error: Error) => t.holds(what, false, error.message),
    );
  const variant = firstVariant(gamma);
  const base = `/vendor/products/${gamma.id}`;
  await t.ok(otherVendor, `PATCH ${base}/variants/${variant.id}`, { price: 41_000 });
  await until(
    'a variant that is changed',
    async () => (await shows(gamma))?.variants[0]?.['price'] === 41_000,
  );
  await t.ok(otherVendor, `PATCH ${base}/basics`, { subtitle: 'Now with one' });
  await until('basics that are changed', async () =>
    JSON.stringify(await shows(gamma)).includes('Now with one'),
  );
  await t.ok(otherVendor, `PATCH ${base}/media`, { thumbnail: null, images: ['media/x.png'] });
  await until('media that are changed', async () =>
    JSON.stringify(await shows(gamma)).includes('media/x.png'),
  );
  await adjust(otherVendor, variant.id, -1);
  await until('stock that falls', async () => (await shows(gamma, '&inStock=false')) !== undefined);
  await t.ok(otherVendor, `PATCH ${base}/basics`, { visibility: 'private' });
  await until('a product that becomes private leaves', async () => (await shows(gamma)) === undefined);
  await t.ok(otherVendor, `PATCH ${base}/basics`, { visibility: 'public' });
  await until('and comes back', async () => (await shows(gamma)) !== undefined);
  await t.ok(otherVendor, `DELETE ${base}`);
  await until('a product that is deleted leaves', async () => (await shows(gamma)) === undefined);
};

/** Products that buyers have rated: their order, the filter and the facet. */
export const ratings: Table = async (t, world) => {
  const { admin, vendor } = clientsOf(t, world);
  t.part('001 4.1 ratings');
  const word = unique();
  const make = (name: string) => newProduct(vendor, { title: `${name} ${word}` });
  const [best, often, seldom, unrated] = [
    await make('Best'),
    await make('Often'),
    await make('Seldom'),
    await make('Unrated'),
  ];
  const rate = async (
    product: Product,
    rating: number,
    decision: 'approve' | 'spam' | 'reject' = 'approve',
  ) => {
    const buyer = await world.account();
    const http = t.http.as(buyer.token);
    const order = await newOrder(http, buyer.email, [{ variantId: firstVariant(product).id }]);
    await move(vendor, order.vendors[0]?.id ?? '', 'fulfilled');
    await move(vendor, order.vendors[0]?.id ?? '', 'delivered');
    const review = data(
      await http.post<{ id: string }>(`/store/products/${product.id}/reviews`, {
        rating,
        title: 'T',
        text: 'Words',
      }),
    );
    data(
      await admin.post(
        `/admin/reviews/${review.id}/${decision}`,
        decision === 'reject' ? { reason: 'No' } : {},
      ),
    );
  };
  await rate(best, 5);
  await rate(best, 1, 'spam');
  for (const rating of [4, 3]) await rate(often, rating);
  await rate(seldom, 3);
  await rate(seldom, 4, 'reject');
  await rate(seldom, 4);
  await rate(seldom, 4);
  await rate(seldom, 3);
  const find = (query: string) => t.ok<Found>(t.http, `GET ${url}?q=${word}${query}`);
  const titles = (found: Found) => found.products.map(({ title }) => title.split(' ')[0]).join(' ');
  await indexed(t.http, [best, often, seldom, unrated]);
  await eventually(async () => {
    const { body } = await t.send<Found>(t.http, `GET ${url}?q=${word}`);
    const counts = body.data.products.map(({ rating }) => (rating as { count: number }).count).sort();
    if (counts.join() !== '0,1,2,4') throw new Error(`The ratings are not in the index: ${counts.join()}`);
  });
  const of = (found: Found, name: string) =>
    found.products.find(({ title }) => title.startsWith(name))?.rating;
  const all = await find('');
  t.is('approved reviews count', of(all, 'Often'), { average: 3.5, count: 2 });
  t.is(
    'spam and rejected ones do not',
    [of(all, 'Best'), of(all, 'Seldom')],
    [
      { average: 5, count: 1 },
      { average: 3.5, count: 4 },
    ],
  );
  t.is('without reviews', of(all, 'Unrated'), { average: 0, count: 0 });
  t.is('so many stars and more', all.ratings, [
    { rating: 5, productCount: 1 },
    { rating: 4, productCount: 1 },
    { rating: 3, productCount: 3 },
    { rating: 2, productCount: 3 },
    { rating: 1, productCount: 3 },
  ]);
  for (const [query, wanted] of [
    ['&sortBy=rating-desc', 'Best Seldom Often Unrated'],
    ['&sortBy=rating-asc', 'Unrated Seldom Often Best'],
    ['&sortBy=rating-desc&minRating=3.5', 'Best Seldom Often'],
    ['&sortBy=rating-desc&minRating=3.6', 'Best'],
    ['&sortBy=rating-asc&minRating=3.5&maxRating=3.5', 'Seldom Often'],
    ['&sortBy=rating-desc&maxRating=3.4', 'Unrated'],
  ] as const)
    t.is(query, titles(await find(query)), wanted);
  const few = await find('&maxRating=3.5');
  t.is(
    'stars of the filtered result',
    few.ratings.map(({ productCount }) => productCount),
    [0, 0, 2, 2, 2],
  );
};

export const reindex: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  t.part('001 4.1 reindex');
  const path = '/admin/search/reindex';
  interface Run {
    runId: string;
    jobId: string;
    vendorId: string | null;
    batchSize: number;
  }
  const settled = (runId: string) =>
    eventually(async () => {
      const { body } = await t.send<{ state: string; failed: number }>(admin, `GET ${path}/${runId}`);
      if (body.data.state !== 'completed') throw new Error(`The run is ${body.data.state}`);
      return body.data;
    });
  const usual = await t.ok<Run>(admin, `POST ${path}`, {}, 202);
  t.has('everything', usual, {
    runId: filled,
    jobId: `backfill-${usual.runId}-start`,
    vendorId: null,
    batchSize: 500,
  });
  t.has('it ends', await settled(usual.runId), { failed: 0 });
  const before = (await t.send(t.http, `GET ${url}`)).body.metadata?.['total'];
  for (const batchSize of [1, 2_000]) {
    const run = await t.ok<Run>(admin, `POST ${path}`, { batchSize, vendorId: world.owner.vendorId }, 202);
    t.has(`a vendor in batches of ${batchSize}`, run, {
      jobId: `backfill-${run.runId}-start`,
      vendorId: world.owner.vendorId,
      batchSize,
    });
    await settled(run.runId);
  }
  t.is(
    'running again changes nothing',
    (await t.send(t.http, `GET ${url}`)).body.metadata?.['total'],
    before,
  );
  await t.lines(admin, [
    ['batches of 0', `POST ${path}`, { batchSize: 0 }, 400, 'at:body.batchSize'],
    ['batches of 2001', `POST ${path}`, { batchSize: 2_001 }, 400, 'at:body.batchSize'],
    ['half a batch', `POST ${path}`, { batchSize: 1.5 }, 400, 'at:body.batchSize'],
    ['an unknown vendor', `POST ${path}`, { vendorId: '0190aaaa-0000-7000-8000-000000000000' }, 404],
  ]);
  t.part('001 6 search timers');
  const schedules = await t.ok<{ id: string; cron: string; note: string }[]>(admin, 'GET /admin/schedules');
  const crons = (word: RegExp) => schedules.filter(({ id }) => word.test(id)).map(({ cron }) => cron);
  t.is('reconcile', crons(/reconcile.*search|search.*reconcile/), ['*/5 * * * *']);
  t.is('special prices', crons(/search.*(special|reroll|price)/), ['*/10 * * * *']);
};
