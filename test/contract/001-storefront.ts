import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { firstVariant, indexed, move, newOrder, newProduct, type Product, unique } from './marketplace.js';
import { absent, bool, filled, int, iso, list, object, oneOf, orNull, text } from './shapes.js';
import { clientsOf, type Table } from './world.js';

const NOBODY = '0190aaaa-0000-7000-8000-000000000000';

interface LinkGroup {
  id: string;
  links: { text: string; order: number; isActive: boolean }[];
}

export const dynamicLinks: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  t.part('001 4.6 dynamic links');
  const slug = `links-${unique()}`;
  const group = data(
    await admin.post<{ id: string }>('/admin/dynamic-link-groups', {
      title: 'Footer',
      slug,
      metadata: { column: 1 },
    }),
  );
  const url = `/admin/dynamic-link-groups/${group.id}/links`;
  for (const [label, order, platform, isActive] of [
    ['web', 3, 'WEB', true],
    ['both', 2, undefined, true],
    ['app', 1, 'APP', true],
    ['off', 0, 'BOTH', false],
  ] as const)
    data(await admin.post(url, { text: label, url: `/${label}`, order, platform, isActive }));
  const path = `/store/dynamic-link-groups/slug/${slug}`;
  const whole = await t.ok<LinkGroup>(t.http, `GET ${path}`);
  t.shape('the group', whole, {
    id: filled,
    title: filled,
    slug: filled,
    metadata: orNull(object),
    createdAt: iso,
    updatedAt: iso,
    links: list,
  });
  t.shape('a link', whole.links[0], {
    id: filled,
    groupId: filled,
    image: orNull(text),
    url: orNull(text),
    text: orNull(text),
    order: int,
    isActive: bool,
    platform: oneOf('APP', 'WEB', 'BOTH'),
    metadata: orNull(object),
    createdAt: iso,
    updatedAt: iso,
  });
  t.is(
    'only active ones',
    whole.links.every(({ isActive }) => isActive),
    true,
  );
  t.ordered(
    'by order',
    whole.links.map(({ order }) => order),
  );
  const texts = async (query: string, header?: string) => {
    const client = header ? t.http.with({ 'x-platform': header }) : t.http;
    return (await t.ok<LinkGroup>(client, `GET ${path}${query}`)).links.map((link) => link.text).join(' ');
  };
  for (const [query, header, wanted] of [
    ['', undefined, 'app both web'],
    ['?platform=BOTH', undefined, 'app both web'],
    ['?platform=APP', undefined, 'app both'],
    ['?platform=WEB', undefined, 'both web'],
    ['', 'APP', 'app both'],
    ['', 'WEB', 'both web'],
    ['', 'BOTH', 'app both web'],
    ['?platform=WEB', 'APP', 'both web'],
    ['?platform=BOTH', 'WEB', 'app both web'],
  ] as const)
    t.is(`query ${query || 'none'}, header ${header ?? 'none'}`, await texts(query, header), wanted);
  t.is(
    'a link without a platform is of both',
    (await t.ok<{ links: { text: string; platform: string }[] }>(t.http, `GET ${path}`)).links.find(
      (link) => link.text === 'both',
    )?.platform,
    'BOTH',
  );
  await t.lines(t.http, [
    ['no such group', 'GET /store/dynamic-link-groups/slug/nothing-like-it', 404],
    ['another platform', `GET ${path}?platform=IOS`, 400, 'at:query.platform'],
  ]);
  const empty = `links-${unique()}`;
  data(await admin.post('/admin/dynamic-link-groups', { title: 'Empty', slug: empty }));
  t.has('a group without links', await t.ok(t.http, `GET /store/dynamic-link-groups/slug/${empty}`), {
    links: [],
    metadata: null,
  });
};

interface SearchPage {
  products: {
    id: string;
    title: string;
    slug: string;
    priceStart: number;
    reviews?: object[];
    rating: object;
  }[];
  brands: { slug: string }[];
  ingredients: { slug: string; productCount: number }[];
  attributes: Record<string, { title: string; values: { value: string; productCount: number }[] }>;
}

export const dynamicListings: Table = async (t, world) => {
  const { admin, vendor, otherVendor, customer } = clientsOf(t, world);
  t.part('001 4.7 listing groups and listings');
  const word = unique();
  const brand = data(
    await admin.post<{ id: string; slug: string }>('/admin/brands', { title: `Brand ${word}` }),
  );
  const tag = data(await admin.post<{ id: string; slug: string }>('/admin/tags', { title: `Tag ${word}` }));
  const oil = data(
    await admin.post<{ id: string; slug: string }>('/admin/ingredients', { title: `Oil ${word}` }),
  );
  const category = data(
    await admin.post<{ id: string; slug: string }>('/admin/categories', { title: `Lamps ${word}` }),
  );
  const attribute = data(
    await admin.post<{ id: string; code: string }>('/admin/product-attributes', {
      title: 'Finish',
      code: `finish-${word}`,
      type: 'text',
    }),
  );
  const make = (client: typeof vendor, title: string, price: number, fields: object = {}, stock = 10) =>
    newProduct(
      client,
      { title: `${title} ${word}`, variants: [{ price, sku: `${title}-${word}`, weight: 100 }], ...fields },
      stock,
    );
  const cheap = await make(vendor, 'Alpha', 10_000, {
    brandId: brand.id,
    tagIds: [tag.id],
    ingredientIds: [oil.id],
    categoryIds: [category.id],
    attributeAssignments: [{ attributeId: attribute.id, value: 'matt' }],
  });
  const middle = await make(vendor, 'Beta', 20_000, { brandId: brand.id });
  const dear = await make(otherVendor, 'Gamma', 30_000, { brandId: brand.id });
  const soldOut = await make(otherVendor, 'Delta', 5_000, { brandId: brand.id }, 0);
  await indexed(t.http, [cheap, middle, dear, soldOut]);

  const group = data(
    await admin.post<{ id: string }>('/admin/dynamic-product-listing-groups', {
      title: 'Home',
      slug: `home-${word}`,
    }),
  );
  const listing = async (slug: string, filters: object | null, order: number) =>
    data(
      await admin.post<{ id: string }>('/admin/dynamic-product-listings', {
        title: slug,
        slug: `${slug}-${word}`,
        groupId: group.id,
        filters,
        order,
      }),
    );
  const saved = await listing(
    'second',
    { brands: brand.slug, sortBy: 'price-asc', inStock: 'true', page: 7, limit: 1 },
    2,
  );
  await listing('first', null, 1);
  const alone = data(
    await admin.post<{ id: string }>('/admin/dynamic-product-listings', {
      title: 'Alone',
      slug: `alone-${word}`,
    }),
  );

  const groups = await t.page<{ id: string }>(t.http, 'GET /store/dynamic-product-listing-groups', {
    limit: 20,
  });
  t.shape('a group in the list', groups[0], {
    id: filled,
    title: filled,
    slug: filled,
    metadata: orNull(object),
    createdAt: iso,
    updatedAt: iso,
    listings: absent,
  });
  await t.page(t.http, 'GET /store/dynamic-product-listing-groups?limit=1&offset=0', { limit: 1 });
  const whole = await t.ok<{ listings: { slug: string; filters: object | null }[] }>(
    t.http,
    `GET /store/dynamic-product-listing-groups/slug/home-${word}`,
  );
  t.is(
    'its listings by order',
    whole.listings.map(({ slug }) => slug),
    [`first-${word}`, `second-${word}`],
  );
  t.has('with their filters', whole.listings[1], { 'filters.brands': brand.slug });
  t.is('or without', whole.listings[0]?.filters, null);
  const read = await t.ok(t.http, `GET /store/dynamic-product-listings/slug/second-${word}`);
  t.shape('a listing', read, {
    id: filled,
    title: filled,
    slug: filled,
    groupId: orNull(filled),
    subtitle: orNull(text),
    description: orNull(text),
    image: orNull(text),
    order: int,
    filters: orNull(object),
    metadata: orNull(object),
    createdAt: iso,
    updatedAt: iso,
    products: absent,
  });
  t.has('the listing', read, { id: saved.id, groupId: group.id });
  t.has(
    'a listing without a group',
    await t.ok(t.http, `GET /store/dynamic-product-listings/slug/alone-${word}`),
    { id: alone.id, groupId: null, filters: null },
  );
  await t.lines(t.http, [
    ['no such group', 'GET /store/dynamic-product-listing-groups/slug/nothing-like-it', 404],
    ['no such listing', 'GET /store/dynamic-product-listings/slug/nothing-like-it', 404],
    ['no such listing', 'GET /store/dynamic-product-listings/slug/nothing-like-it/products', 404],
    ['limit 0', 'GET /store/dynamic-product-listing-groups?limit=0', 400, 'at:query.limit'],
    ['offset -1', 'GET /store/dynamic-product-listing-groups?offset=-1', 400, 'at:query.offset'],
  ]);

  t.part('001 4.7 listing products');
  const path = `/store/dynamic-product-listings/slug/second-${word}/products`;
  const titles = (page: SearchPage) => page.products.map(({ title }) => title.split(' ')[0]).join(' ');
  const reply = await t.send<SearchPage>(t.http, `GET ${path}`);
  t.shape('metadata', reply.body.metadata, {
    total: int,
    items: int,
    perPage: int,
    currentPage: int,
    lastPage: int,
  });
  t.is('page and limit come from the request', reply.body.metadata, {
    total: 3,
    items: 3,
    perPage: 20,
    currentPage: 1,
    lastPage: 1,
  });
  t.shape('data', reply.body.data, {
    products: list,
    brands: list,
    ingredients: list,
    attributes: object,
    ratings: absent,
  });
  t.is('the saved filters apply', titles(reply.body.data), 'Alpha Beta Gamma');
  t.is('attributes are a map', reply.body.data.attributes[attribute.code], {
    title: 'Finish',
    values: [{ value: 'matt', productCount: 1 }],
  });
  t.has('ingredients', reply.body.data.ingredients[0], {
    slug: oil.slug,
    productCount: 1,
    id: filled,
    name: filled,
  });
  const run = async (query: Record<string, string>) =>
    titles(await t.ok<SearchPage>(t.http, `GET ${path}?${new URLSearchParams(query).toString()}`));
  for (const [what, query, wanted] of [
    ['another order', { sortBy: 'price-desc' }, 'Gamma Beta Alpha'],
    ['out of stock', { inStock: 'false' }, 'Delta'],
    ['words', { q: `Beta ${word}` }, 'Beta'],
    ['a vendor by slug', { vendors: world.owner.slug }, 'Alpha Beta'],
    ['a vendor by id', { vendors: world.otherOwner.vendorId }, 'Gamma'],
    ['a tag', { tags: tag.slug }, 'Alpha'],
    ['tags are a list', { tags: `${tag.slug},nothing-like-it` }, 'Alpha'],
    ['a category', { categories: category.slug }, 'Alpha'],
    ['an ingredient', { ingredients: oil.slug }, 'Alpha'],
    ['SKUs', { skus: `Beta-${word},Gamma-${word}` }, 'Beta Gamma'],
    ['a brand that does not exist', { brands: 'nothing-like-it' }, ''],
    ['an attribute', { attributes: JSON.stringify({ [attribute.code]: 'matt' }) }, 'Alpha'],
    ['a price from', { minPrice: '20000' }, 'Beta Gamma'],
    ['a price up to', { maxPrice: '20000' }, 'Alpha Beta'],
    ['nothing reduced', { hasActiveSpecial: 'true' }, ''],
    ['a page', { page: '2', limit: '2' }, 'Gamma'],
    ['the newest', { sortBy: 'new' }, 'Gamma Beta Alpha'],
    ['best sellers are the newest', { sortBy: 'best-selling' }, 'Gamma Beta Alpha'],
  ] as const)
    t.is(what, await run(query), wanted);
  const paged = await t.send(t.http, `GET ${path}?page=2&limit=2`);
  t.is('metadata of a page', paged.body.metadata, {
    total: 3,
    items: 1,
    perPage: 2,
    currentPage: 2,
    lastPage: 2,
  });
  await t.lines(t.http, [
    ['attributes that are no JSON', `GET ${path}?attributes={finish`, 400, 'at:query.attributes'],
    ['another order', `GET ${path}?sortBy=colour`, 400, 'at:query.sortBy'],
    ['page 0', `GET ${path}?page=0`, 400, 'at:query.page'],
    ['limit 0', `GET ${path}?limit=0`, 400, 'at:query.limit'],
    ['limit 101', `GET ${path}?limit=101`, 400, 'at:query.limit'],
    ['no price', `GET ${path}?minPrice=much`, 400, 'at:query.minPrice'],
    ['no boolean', `GET ${path}?withReviews=maybe`, 400, 'at:query.withReviews'],
  ]);

  t.part('001 4.7 listing reviews');
  const order = await newOrder(customer, world.customer.email, [{ variantId: firstVariant(cheap).id }]);
  await move(vendor, order.vendors[0]?.id ?? '', 'fulfilled');
  await move(vendor, order.vendors[0]?.id ?? '', 'delivered');
  const review = data(
    await customer.post<{ id: string }>(`/store/products/${cheap.id}/reviews`, {
      rating: 4,
      title: 'Bright',
      text: 'Burns well',
    }),
  );
  const reviewed = async () =>
    (await t.ok<SearchPage>(t.http, `GET ${path}?withReviews=true`)).products.find(
      ({ id }) => id === cheap.id,
    );
  t.is('only approved ones', (await reviewed())?.reviews, []);
  data(await admin.post(`/admin/reviews/${review.id}/approve`));
  const found = await eventually(async () => {
    const product = await reviewed();
    if (product?.reviews?.length !== 1) throw new Error('The review is not shown yet');
    return product;
  });
  t.shape('an approved one', found.reviews?.[0], {
    rating: int,
    title: filled,
    text: filled,
    createdAt: iso,
  });
  t.is(
    'without being asked for',
    (await t.ok<SearchPage>(t.http, `GET ${path}`)).products[0]?.reviews,
    undefined,
  );
  data(
    await admin.put(`/admin/dynamic-product-listings/${saved.id}`, {
      filters: { brands: brand.slug, withReviews: 'true', inStock: 'true', sortBy: 'price-asc' },
    }),
  );
  t.is(
    'it can be saved with the listing',
    (await t.ok<SearchPage>(t.http, `GET ${path}`)).products[0]?.reviews?.length,
    1,
  );
  await eventually(async () => {
    const product = (await t.send<SearchPage>(t.http, `GET ${path}`)).body.data.products[0];
    if (JSON.stringify(product?.rating) !== '{"average":4,"count":1}')
      throw new Error('The rating is not in the index');
  });
};

export const boughtTogether: Table = async (t, world) => {
  const { admin, vendor } = clientsOf(t, world);
  t.part('001 4.8 bought together');
  const [anchor, often, seldom, other] = [
    await newProduct(vendor),
    await newProduct(vendor),
    await newProduct(vendor),
    await newProduct(vendor),
  ];
  const together = async (products: readonly Product[], times: number) => {
    for (let n = 0; n < times; n += 1) {
      const buyer = await world.account();
      await newOrder(
        t.http.as(buyer.token),
        buyer.email,
        products.map((product) => ({ variantId: firstVariant(product).id })),
      );
    }
  };
  await together([anchor, often], 4);
  await together([anchor, seldom, other], 3);
  await together([other], 1);
  const url = `/store/products/${anchor.id}/fbt`;
  interface Tiles {
    products: { id: string }[];
  }
  t.is('mining is asked for', (await t.send(admin, 'POST /admin/fbt/refresh')).status, 202);
  const tiles = await eventually(async () => {
    const { body } = await t.send<Tiles>(t.http, `GET ${url}`);
    if (body.data.products.length < 3) throw new Error('The pairs are not mined yet');
    return body.data;
  });
  t.shape('a tile', tiles.products[0], {
    id: filled,
    slug: filled,
    title: filled,
    thumbnail: orNull(text),
    priceStart: orNull(int),
    priceEnd: orNull(int),
    inStock: bool,
    hasActiveSpecial: bool,
    variants: absent,
  });
  t.is('by confidence', tiles.products[0]?.id, often.id);
  t.is(
    'the others follow',
    tiles.products
      .slice(1)
      .map(({ id }) => id)
      .sort(),
    [seldom.id, other.id].sort(),
  );
  t.is(
    'limit',
    (await t.ok<Tiles>(t.http, `GET ${url}?limit=1`)).products.map(({ id }) => id),
    [often.id],
  );
  t.is('limit 10', (await t.ok<Tiles>(t.http, `GET ${url}?limit=10`)).products.length, 3);
  t.is(
    'no signal',
    (await t.ok<Tiles>(t.http, `GET /store/products/${(await newProduct(vendor)).id}/fbt`)).products,
    [],
  );
  t.is('an unknown product', (await t.ok<Tiles>(t.http, `GET /store/products/${NOBODY}/fbt`)).products, []);
  const cart = (ids: readonly string[], limit?: number) =>
    t.ok<Tiles>(t.http, 'POST /store/cart/fbt', { productIds: ids, limit });
  t.is(
    'confidences add up, and the cart is left out',
    (await cart([anchor.id, other.id])).products.map(({ id }) => id),
    [seldom.id, often.id],
  );
  t.is('limit of the cart', (await cart([anchor.id], 2)).products.length, 2);
  t.is('a cart without signal', (await cart([NOBODY])).products, []);
  t.is('fifty products', (await cart(Array.from({ length: 50 }, () => anchor.id))).products.length, 3);
  await t.lines(t.http, [
    ['limit 0', `GET ${url}?limit=0`, 400, 'at:query.limit'],
    ['limit 11', `GET ${url}?limit=11`, 400, 'at:query.limit'],
    ['no number', `GET ${url}?limit=x`, 400, 'at:query.limit'],
    ['no products', 'POST /store/cart/fbt', { productIds: [] }, 400, 'at:body.productIds'],
    ['no list', 'POST /store/cart/fbt', {}, 400, 'at:body.productIds'],
    [
      '51 products',
      'POST /store/cart/fbt',
      { productIds: Array.from({ length: 51 }, () => anchor.id) },
      400,
      'at:body.productIds',
    ],
    ['limit 0', 'POST /store/cart/fbt', { productIds: [anchor.id], limit: 0 }, 400, 'at:body.limit'],
    ['limit 11', 'POST /store/cart/fbt', { productIds: [anchor.id], limit: 11 }, 400, 'at:body.limit'],
  ]);
  await t.ok(admin, 'PATCH /admin/settings/store', { 'fbt.enabled': false });
  t.is('switched off', (await t.ok<Tiles>(t.http, `GET ${url}`)).products, []);
  t.is('switched off for carts', (await cart([anchor.id])).products, []);
  await t.refused(t.http, 'limits hold all the same', `GET ${url}?limit=11`, undefined, 400, {
    field: 'query.limit',
  });
  await t.ok(admin, 'PATCH /admin/settings/store', { 'fbt.enabled': true });
  t.is('switched on', (await t.ok<Tiles>(t.http, `GET ${url}`)).products.length, 3);
};
