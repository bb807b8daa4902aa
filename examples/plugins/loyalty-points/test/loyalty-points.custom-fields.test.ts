import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createBuyer,
  createHeldOrder,
  createProduct,
  createSession,
  createVendor,
  data,
  eventually,
  placeOrder,
  readyCart,
  startShop,
  type TestBuyer,
  type TestShop,
  type TestVendor,
} from 'haat/testing';

type Fields = Record<string, unknown>;

let shop: TestShop;
let buyer: TestBuyer;
let vendor: TestVendor;
let admin: TestShop['http'];

beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'search', 'indexing', 'relay'] });
  buyer = await createBuyer(shop.container);
  vendor = await createVendor(shop.container);
  admin = shop.http.as((await createSession(shop.container, { roles: ['superAdmin'] })).token);
});
afterAll(() => shop.stop());

const get = async (http: TestShop['http'], path: string) => data(await http.get<Fields>(path));

describe('custom fields of the plugin', () => {
  it('are listed with who sees and writes them', async () => {
    const declared = data(await admin.get<Fields[]>('/admin/custom-fields'));
    expect(
      declared
        .filter(({ owner }) => owner === 'loyalty-points')
        .map(({ entity, key, visibility, editableBy }) => [entity, key, visibility, editableBy]),
    ).toEqual([
      ['product', 'pointsAudit', 'admin', ['admin']],
      ['product', 'pointsFactor', 'public', ['admin', 'vendor']],
      ['product', 'pointsTerms', 'vendor', ['admin', 'vendor']],
      ['product', 'pointsText', 'public', ['admin', 'vendor']],
      ['productVariant', 'extraPoints', 'public', ['admin', 'vendor']],
      ['order', 'giftMessage', 'public', ['admin', 'customer']],
      ['order', 'pointsNote', 'admin', ['admin']],
      ['vendor', 'pointsPartner', 'vendor', ['admin']],
      ['user', 'birthday', 'public', ['admin', 'customer']],
      ['user', 'loyaltyTier', 'public', ['admin']],
      ['category', 'pointsBanner', 'public', ['admin']],
    ]);
  });

  it('of a product are written by its vendor and seen by everybody, and by no other vendor', async () => {
    const { productId } = await createProduct(shop.container, vendor.vendorId);
    const own = shop.http.as(vendor.token);
    const path = `/vendor/custom-fields/products/${productId}`;
    expect(await get(own, path)).toEqual({ pointsFactor: null, pointsTerms: null, pointsText: null });
    expect(data(await own.patch<Fields>(path, { pointsFactor: 3 }))).toMatchObject({ pointsFactor: 3 });
    expect(await get(shop.http, `/store/custom-fields/products/${productId}`)).toMatchObject({
      pointsFactor: 3,
    });
    expect((await own.patch(path, { pointsFactor: 11 })).status).toBe(400);
    expect((await own.patch(path, { loyaltyTier: 'gold' })).status).toBe(400);
    const other = await createVendor(shop.container);
    expect((await shop.http.as(other.token).patch(path, { pointsFactor: 1 })).status).toBe(404);
    expect(data(await own.patch<Fields>(path, { pointsFactor: null }))).toMatchObject({ pointsFactor: null });
    const audited = await shop.container
      .knex('audit_entries')
      .where({ entityId: productId, action: 'updateCustomFields' })
      .orderBy('id')
      .select('before', 'after');
    expect(audited).toEqual([
      { before: { pointsFactor: null }, after: { pointsFactor: 3 } },
      { before: { pointsFactor: 3 }, after: { pointsFactor: null } },
    ]);
  });

  it('of an order are for administrators where they say so', async () => {
    const order = await createHeldOrder(shop.container, {
      buyer,
      vendors: [{}],
      lines: [{ title: 'Lamp', unitPrice: 500_00, quantity: 1 }],
    });
    const path = `/admin/custom-fields/orders/${order.orderId}`;
    expect(data(await admin.patch<Fields>(path, { pointsNote: 'Promised by phone' }))).toEqual({
      giftMessage: null,
      pointsNote: 'Promised by phone',
    });
    expect(await get(shop.http.as(buyer.token), `/store/custom-fields/orders/${order.orderId}`)).toEqual({
      giftMessage: null,
    });
    const stranger = await createBuyer(shop.container);
    expect(
      (await shop.http.as(stranger.token).get(`/store/custom-fields/orders/${order.orderId}`)).status,
    ).toBe(404);
  });

  it('of a user are their own to read, and to write where they say so', async () => {
    const me = shop.http.as(buyer.token);
    data(await admin.patch(`/admin/custom-fields/users/${buyer.userId}`, { loyaltyTier: 'gold' }));
    expect(data(await me.patch<Fields>('/me/custom-fields', { birthday: '1990-02-28' }))).toEqual({
      birthday: '1990-02-28',
      loyaltyTier: 'gold',
    });
    expect((await me.patch('/me/custom-fields', { loyaltyTier: 'silver' })).status).toBe(400);
    expect((await me.patch('/me/custom-fields', { birthday: 'tomorrow' })).status).toBe(400);
  });
});

describe('responses with custom fields', () => {
  it('are those of a product and its variants, for each audience what it sees', async () => {
    const { productId, slug, variants } = await createProduct(shop.container, vendor.vendorId);
    const own = shop.http.as(vendor.token);
    data(await own.patch(`/vendor/custom-fields/products/${productId}`, { pointsFactor: 2 }));
    data(await own.patch(`/vendor/custom-fields/variants/${variants[0]?.id}`, { extraPoints: 50 }));
    const expected = {
      customFields: { pointsFactor: 2, pointsText: null },
      variants: [{ customFields: { extraPoints: 50 } }],
    };
    expect(await get(shop.http, `/store/products/slug/${slug}`)).toMatchObject(expected);
    expect(await get(own, `/vendor/products/${productId}/detail`)).toMatchObject(expected);
    expect(await get(admin, `/admin/products/${productId}`)).toMatchObject(expected);
  });

  it('are those of orders, vendors, customers and categories', async () => {
    const order = await createHeldOrder(shop.container, {
      buyer,
      vendors: [{}],
      lines: [{ title: 'Lamp', unitPrice: 500_00, quantity: 1 }],
    });
    data(await admin.patch(`/admin/custom-fields/orders/${order.orderId}`, { pointsNote: 'By phone' }));
    expect(await get(admin, `/admin/orders/${order.orderId}`)).toMatchObject({
      customFields: { pointsNote: 'By phone' },
    });
    expect(await get(shop.http.as(buyer.token), `/store/orders/${order.orderId}`)).toHaveProperty(
      'customFields',
      { giftMessage: null },
    );

    data(await admin.patch(`/admin/custom-fields/vendors/${vendor.vendorId}`, { pointsPartner: true }));
    expect(await get(shop.http.as(vendor.token), '/vendor/profile')).toMatchObject({
      customFields: { pointsPartner: true },
    });

    data(await admin.patch(`/admin/custom-fields/users/${buyer.userId}`, { loyaltyTier: 'silver' }));
    expect(await get(admin, `/admin/customers/${buyer.userId}`)).toMatchObject({
      customFields: { loyaltyTier: 'silver' },
    });

    const category = data(
      await admin.post<{ id: string; slug: string }>('/admin/categories', { title: 'Pointed' }),
    );
    data(await admin.patch(`/admin/custom-fields/categories/${category.id}`, { pointsBanner: 'Twice!' }));
    expect(await get(shop.http, `/store/categories/slug/${category.slug}`)).toMatchObject({
      customFields: { pointsBanner: 'Twice!' },
    });
  });
});

it('of a product on sale wait for the operator where shoppers see them and changes have to be approved', async () => {
  const { productId } = await createProduct(shop.container, vendor.vendorId);
  const own = shop.http.as(vendor.token);
  const path = `/vendor/custom-fields/products/${productId}`;
  const mode = (value: string) => admin.patch('/admin/settings/admin', { 'catalog.approval': value });
  data(await mode('changes'));
  await eventually(async () => {
    const changes = { pointsFactor: 4, pointsTerms: 'At once' };
    expect(data(await own.patch<Fields>(path, changes))).toMatchObject({
      pointsFactor: null,
      pointsTerms: 'At once',
    });
  });
  const basics = `/vendor/products/${productId}/basics`;
  const patched = data(await own.patch<Fields>(basics, { customFields: { pointsText: 'Twice' } }));
  expect(patched).toMatchObject({
    customFields: { pointsFactor: null, pointsText: null },
    pendingChange: { fields: ['customFields.pointsFactor', 'customFields.pointsText'] },
  });
  const queue = '/admin/product-approvals';
  const [pending] = data(await admin.get<Fields[]>(`${queue}?filters[]=productId:eq:${productId}`));
  const { id, version } = pending as { id: string; version: number };
  data(await admin.post(`${queue}/${id}/approve`, { version }));
  expect(await get(own, path)).toMatchObject({ pointsFactor: 4, pointsText: 'Twice' });
  data(await mode('off'));
});

describe('bodies and lists with custom fields', () => {
  const rowsOf = async (http: TestShop['http'], path: string) => data(await http.get<Fields[]>(path));
  const fieldsIn = (rows: Fields[], id: string) => rows.find((row) => row['id'] === id)?.['customFields'];

  it('create and change products with their fields, in one transaction, and each audience sees its own', async () => {
    const maker = await createVendor(shop.container);
    const own = shop.http.as(maker.token);
    const body = {
      title: 'Pointed vase',
      status: 'active',
      visibility: 'public',
      customFields: { pointsFactor: 2, pointsTerms: 'As agreed' },
      variants: [{ price: 100_00, customFields: { extraPoints: 5 } }],
    };
    const created = data(
      await own.post<{ id: string; variants: { id: string }[] }>('/vendor/products', body),
    );
    const { id } = created;
    const ofVendor = { pointsFactor: 2, pointsTerms: 'As agreed', pointsText: null };
    expect(created).toMatchObject({
      customFields: ofVendor,
      variants: [{ customFields: { extraPoints: 5 } }],
    });
    data(await admin.patch(`/admin/custom-fields/products/${id}`, { pointsAudit: 'Seen' }));
    expect(fieldsIn(await rowsOf(own, '/vendor/products'), id)).toEqual(ofVendor);
    expect(await get(own, `/vendor/products/${id}`)).toMatchObject({ customFields: ofVendor });
    expect(fieldsIn(await rowsOf(admin, '/admin/products'), id)).toEqual({
      ...ofVendor,
      pointsAudit: 'Seen',
    });
    const seen = { pointsFactor: 2, pointsText: null };
    await eventually(async () => {
      const { products } = data(await shop.http.get<{ products: Fields[] }>('/store/products?q=pointed'));
      expect(fieldsIn(products, id)).toEqual(seen);
    });

    // What a caller does not write is unknown to its bodies, as other unknown fields are; a wrong value is refused.
    const basics = `/vendor/products/${id}/basics`;
    expect((await own.patch(basics, { customFields: { pointsAudit: 'Mine' } })).status).toBe(400);
    expect((await own.patch(basics, { customFields: { pointsFactor: 99 } })).status).toBe(400);
    const patched = await own.patch(basics, { title: 'Vase', customFields: { pointsFactor: null } });
    expect(data(patched)).toMatchObject({
      title: 'Vase',
      customFields: { pointsFactor: null, pointsTerms: 'As agreed' },
    });
    const variant = `/vendor/products/${id}/variants/${created.variants[0]?.id}`;
    expect(data(await own.patch(variant, { customFields: { extraPoints: 7 } }))).toMatchObject({
      customFields: { extraPoints: 7 },
    });
    expect((await rowsOf(own, `/vendor/products/${id}/variants`))[0]).toMatchObject({
      customFields: { extraPoints: 7 },
    });

    // One save of the product page: a variant that is there, a new one, and nothing of one that goes.
    const [first] = created.variants;
    const sync = (variants: object[]) =>
      own.put<{ variants: Fields[] }>(`/vendor/products/${id}/sync`, { variants });
    data(await own.put(`/vendor/products/${id}/sync`, { options: [{ name: 'Size', values: ['S', 'M'] }] }));
    const size = (value: string) => [{ optionName: 'Size', value }];
    const synced = data(
      await sync([
        { id: first?.id, optionValues: size('S'), customFields: { extraPoints: 8 } },
        { price: 120_00, optionValues: size('M'), customFields: { extraPoints: 9 } },
      ]),
    );
    const pointsOf = ({ variants }: { variants: Fields[] }) =>
      variants.map(({ customFields }) => customFields);
    expect(pointsOf(synced)).toEqual([{ extraPoints: 8 }, { extraPoints: 9 }]);
    const added = synced.variants[1]?.['id'];
    expect((await sync([{ id: added, customFields: { extraPoints: -1 } }])).status).toBe(400);
    const removed = await sync([{ id: added, delete: true, customFields: { extraPoints: 1 } }]);
    expect(pointsOf(data(removed))).toEqual([{ extraPoints: 8 }]);

    // 16 KiB for a row: neither the fields nor the title with them are written.
    const large = { title: 'Large vase', customFields: { pointsTerms: 'x'.repeat(17_000) } };
    expect((await own.patch(basics, large)).status).toBe(400);
    expect((await own.post('/vendor/products', large)).status).toBe(400);
    expect((await rowsOf(own, '/vendor/products')).map(({ title }) => title)).toEqual(['Vase']);
  });

  it('are those of categories, vendors, customers and orders as well', async () => {
    const named = { title: 'Twice pointed', customFields: { pointsBanner: 'Twice!' } };
    const category = data(await admin.post<{ id: string }>('/admin/categories', named));
    expect(category).toMatchObject({ customFields: { pointsBanner: 'Twice!' } });
    const path = `/admin/categories/${category.id}`;
    expect(data(await admin.put(path, { customFields: { pointsBanner: 'Thrice!' } }))).toMatchObject({
      customFields: { pointsBanner: 'Thrice!' },
    });
    for (const [http, list] of [
      [admin, '/admin/categories'],
      [shop.http, '/store/categories'],
    ] as const)
      expect(fieldsIn(await rowsOf(http, `${list}?limit=100`), category.id)).toEqual({
        pointsBanner: 'Thrice!',
      });

    const partner = await createVendor(shop.container);
    const terms = { commissionBps: 900, customFields: { pointsPartner: true } };
    data(await admin.patch(`/admin/vendors/${partner.vendorId}`, terms));
    expect(fieldsIn(await rowsOf(admin, '/admin/vendors?limit=100'), partner.vendorId)).toEqual({
      pointsPartner: true,
    });

    const customer = await createBuyer(shop.container);
    data(await admin.patch(`/admin/custom-fields/users/${customer.userId}`, { loyaltyTier: 'gold' }));
    expect(fieldsIn(await rowsOf(admin, '/admin/customers?limit=100'), customer.userId)).toMatchObject({
      loyaltyTier: 'gold',
    });

    const order = await createHeldOrder(shop.container, {
      buyer: customer,
      vendors: [{}],
      lines: [{ title: 'Lamp', unitPrice: 500_00, quantity: 1 }],
    });
    data(await admin.patch(`/admin/custom-fields/orders/${order.orderId}`, { pointsNote: 'By hand' }));
    expect(fieldsIn(await rowsOf(admin, '/admin/orders?limit=100'), order.orderId)).toEqual({
      giftMessage: null,
      pointsNote: 'By hand',
    });
    // What is for administrators alone is not even named.
    expect((await rowsOf(shop.http.as(customer.token), '/store/orders'))[0]).toMatchObject({
      customFields: { giftMessage: null },
    });
    expect(JSON.stringify(await rowsOf(shop.http.as(customer.token), '/store/orders'))).not.toContain(
      'pointsNote',
    );
  });

  it('come with an order as it is placed, all or nothing', async () => {
    const { variants } = await createProduct(shop.container, vendor.vendorId, { title: 'Gift' });
    const ready = await readyCart(shop, [{ variantId: variants[0]?.id ?? '' }]);
    const cash = (customFields: Fields) => placeOrder(ready, { paymentOption: 'cod', customFields });
    expect((await cash({ pointsNote: 'Mine' })).status).toBe(400);
    expect((await cash({ giftMessage: 'x'.repeat(201) })).status).toBe(400);
    const { order } = data(await cash({ giftMessage: 'Happy Diwali!' }));
    const path = `custom-fields/orders/${order.id}`;
    expect(await get(ready.http, `/store/${path}`)).toEqual({ giftMessage: 'Happy Diwali!' });
    expect(await get(shop.http.as(vendor.token), `/vendor/${path}`)).toEqual({
      giftMessage: 'Happy Diwali!',
    });
  });
});

describe('searches, imports and exports of custom fields', () => {
  interface Found {
    products: { id: string }[];
    attributes: { code: string; title: string; values: unknown[] }[];
  }
  const search = (query: string) =>
    get(shop.http, `/store/product-search?${query}`) as unknown as Promise<Found>;

  it('find a product by the words of a field, and count and filter its values', async () => {
    const { productId } = await createProduct(shop.container, vendor.vendorId, { title: 'Zanzibar lamp' });
    const path = `/vendor/custom-fields/products/${productId}`;
    const own = shop.http.as(vendor.token);
    data(await own.patch(path, { pointsFactor: 7, pointsText: 'sevenfold' }));
    await eventually(async () => {
      const found = await search('q=sevenfold');
      expect(found.products.map(({ id }) => id)).toEqual([productId]);
      expect(found.attributes).toEqual([
        {
          code: 'custom-field-points-factor',
          title: 'Points factor',
          values: [{ value: '7', productCount: 1 }],
        },
      ]);
    });
    const filtered = (value: string) =>
      search(
        `q=zanzibar&attributes=${encodeURIComponent(JSON.stringify({ 'custom-field-points-factor': value }))}`,
      );
    expect((await filtered('7')).products).toHaveLength(1);
    expect((await filtered('8')).products).toHaveLength(0);
    data(await own.patch(path, { pointsText: null }));
    await eventually(async () => expect((await search('q=sevenfold')).products).toEqual([]));
  });

  it('take a column of a product file, and leave out with a note what its field refuses', async () => {
    const importer = await createVendor(shop.container);
    const own = shop.http.as(importer.token);
    const send = async (...lines: string[]) => {
      const text = [
        'Handle,Title,Variant Price,Custom field: pointsFactor,Custom Field: pointstext',
        ...lines,
        '',
      ].join('\n');
      const form = new FormData();
      form.append('file', new Blob([text]), 'products.csv');
      const response = await own.raw('POST', '/vendor/products/import', { body: form });
      const { data: accepted } = (await response.json()) as { data: { id: string } };
      return eventually(async () => {
        const run = await get(own, `/vendor/product-imports/${accepted.id}`);
        expect(run['status']).toBe('completed');
        return run;
      });
    };
    expect(await send('ring,Ring,10,4,4', 'band,Band,10,eleven,By the band')).toMatchObject({
      created: 2,
      notes: 1,
    });
    const fieldsOf = async (handle: string) => {
      const row = await shop.container
        .knex('products')
        .where({ handle, vendorId: importer.vendorId })
        .first('id');
      return get(own, `/vendor/custom-fields/products/${row?.id}`);
    };
    expect(await fieldsOf('ring')).toMatchObject({ pointsFactor: 4, pointsText: '4' });
    expect(await fieldsOf('band')).toMatchObject({ pointsFactor: null, pointsText: 'By the band' });
    expect(await send('ring,Ring,10,4,', 'band,Band,10,,By the band')).toMatchObject({
      updated: 1,
      unchanged: 1,
    });
    expect(await fieldsOf('ring')).toMatchObject({ pointsFactor: 4, pointsText: null });
  });

  it('are columns of reports and of their files', async () => {
    const sold = await createHeldOrder(shop.container, {
      buyer,
      vendors: [{}],
      lines: [{ title: 'Vase', unitPrice: 500_00, quantity: 1 }],
    });
    data(await admin.patch(`/admin/custom-fields/orders/${sold.orderId}`, { pointsNote: 'In a hurry' }));
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const range = `from=${at(-1)}&to=${at(1)}`;
    const rows = data(await admin.get<Fields[]>(`/admin/reports/orders?${range}`));
    expect(rows.map((row) => row['orderFieldPointsNote'])).toContain('In a hurry');
    for (const key of ['customers', 'vendors']) await get(admin, `/admin/reports/${key}?${range}`);
    for (const key of ['orders', 'products'])
      await get(shop.http.as(vendor.token), `/vendor/reports/${key}?${range}`);
  });
});
