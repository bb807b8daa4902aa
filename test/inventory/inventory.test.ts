import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StockLevel } from '#domain/inventory/stock-level.js';
import { newId } from '#lib/ids.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct, type NewTestVariant } from '../_support/products.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';

let platform: TestPlatform;
let vendor: TestVendor;
let stranger: HttpClient;
let http: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  vendor = await createVendor(platform.container);
  http = platform.http.as(vendor.token);
  stranger = platform.http.as((await createVendor(platform.container)).token);
});
afterAll(() => platform.stop());

async function variantsOf(...variants: NewTestVariant[]): Promise<string[]> {
  const product = await createProduct(platform.container, vendor.vendorId, { variants });
  return product.variants.map(({ id }) => id);
}

async function variant(fields: NewTestVariant): Promise<string> {
  return (await variantsOf(fields))[0] ?? '';
}

const adjust = (id: string, body: object, headers?: Record<string, string>) =>
  http.post<StockLevel>(`/vendor/inventory/${id}/adjust`, body, headers);

async function stock(id: string): Promise<{ onHand: number; moved: number; movements: number }> {
  const { rows } = await platform.container.knex.raw<{
    rows: { onHand: number; moved: number; movements: number }[];
  }>(
    `select on_hand, (select coalesce(sum(on_hand_delta), 0)::int from inventory_movements m
                      where m.variant_id = l.variant_id) as moved,
       (select count(*) from inventory_movements m where m.variant_id = l.variant_id) as movements
     from inventory_levels l where variant_id = ?`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error('no stock');
  return row;
}

const eventsOf = (id: string) =>
  platform.container.knex('outbox_events').where({ entityId: id }).orderBy('id') as Promise<object[]>;

describe('adjusting', () => {
  it('changes what is on hand, logs the movement and tells of it', async () => {
    const id = await variant({ stock: 5, sku: 'ADJ', options: { Size: 'M', Colour: 'Red' } });
    const response = await adjust(id, { delta: -2, reason: ' broken ' });
    expect(response.status).toBe(200);
    expect(response.body.data).toMatchObject({
      variantId: id,
      sku: 'ADJ',
      variantTitle: 'M / Red',
      onHand: 3,
      reserved: 0,
      available: 3,
      inStock: true,
      lowStock: false,
    });
    const { knex } = platform.container;
    expect(await knex('inventory_movements').where({ variantId: id }).orderBy('id')).toMatchObject([
      { onHandDelta: 5, reason: 'opening stock', actor: { type: 'system' } },
      { onHandDelta: -2, reason: 'broken', actor: { type: 'user', id: vendor.userId }, referenceId: null },
    ]);
    const { productId } = response.body.data;
    expect(await eventsOf(id)).toMatchObject([
      {
        type: 'inventory.stock.adjusted',
        payload: { variantId: id, productId, vendorId: vendor.vendorId, delta: -2, reason: 'broken' },
      },
    ]);
  });

  it('never leaves less than nothing, unless the variant may be sold ahead', async () => {
    const id = await variant({ stock: 2 });
    expect(await adjust(id, { delta: -3, reason: 'count' })).toMatchObject({
      status: 409,
      body: {
        errorCode: 'CONFLICT',
        fields: [{ path: 'body.delta', message: 'there are 2 pieces on hand' }],
      },
    });
    expect(await stock(id)).toEqual({ onHand: 2, moved: 2, movements: 1 });
    expect(await eventsOf(id)).toEqual([]);

    const ahead = await variant({ stock: 2, allowBackorder: true });
    const response = await adjust(ahead, { delta: -3, reason: 'count' });
    expect(response.body.data).toMatchObject({ onHand: -1, available: 0, inStock: true });
    await http.patch(`/vendor/inventory/${ahead}`, { allowBackorder: false });
    expect((await adjust(ahead, { delta: -1, reason: 'count' })).status).toBe(409);
    expect((await adjust(ahead, { delta: 1, reason: 'count' })).status).toBe(200);
  });

  it('refuses what is no adjustment, and variants of others', async () => {
    const id = await variant({ stock: 2 });
    for (const body of [
      { delta: 0, reason: 'x' },
      { delta: 1.5, reason: 'x' },
      { delta: 1, reason: ' ' },
      { delta: 1 },
      { delta: 100_000_001, reason: 'x' },
    ]) {
      expect(await adjust(id, body)).toMatchObject({ status: 400, body: { errorCode: 'VALIDATION_ERROR' } });
    }
    const foreign = await stranger.post(`/vendor/inventory/${id}/adjust`, { delta: 1, reason: 'x' });
    expect(foreign.status).toBe(404);
    expect((await adjust(newId(), { delta: 1, reason: 'x' })).status).toBe(404);
    await platform.container.knex('products_variants').where({ id }).update({ deletedAt: new Date() });
    expect((await adjust(id, { delta: 1, reason: 'x' })).status).toBe(404);
    expect(await stock(id)).toEqual({ onHand: 2, moved: 2, movements: 1 });
  });

  it('does not run over the largest number', async () => {
    const id = await variant({ stock: 2_147_483_647 });
    expect((await adjust(id, { delta: 1, reason: 'x' })).status).toBe(409);
  });

  it('keeps what is on hand equal to the sum of its movements when forty adjust at once', async () => {
    const id = await variant({ stock: 20 });
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        adjust(id, { delta: index % 4 === 0 ? 1 : -1, reason: 'race' }),
      ),
    );
    const made = responses.filter(({ status }) => status === 200).length;
    expect(responses.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const after = await stock(id);
    expect(after.onHand).toBeGreaterThanOrEqual(0);
    expect(after.moved).toBe(after.onHand);
    expect(after.movements).toBe(made + 1);
    expect(await eventsOf(id)).toHaveLength(made);
  });

  it('with one Idempotency-Key moves stock once', async () => {
    const id = await variant({ stock: 1 });
    const headers = { 'idempotency-key': newId() };
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => adjust(id, { delta: 1, reason: 'delivery' }, headers)),
    );
    expect(responses.map(({ status, body }) => [status, body.data.onHand])).toEqual(Array(5).fill([200, 2]));
    expect(await stock(id)).toEqual({ onHand: 2, moved: 2, movements: 2 });
  });
});

describe('adjusting in bulk', () => {
  const bulk = (adjustments: object[]) =>
    http.post<StockLevel[]>('/vendor/inventory/bulk-adjust', { adjustments });

  it('makes all adjustments and returns them in their order', async () => {
    const [item = '', two = ''] = await variantsOf({ stock: 5 }, { stock: 5 });
    const response = await bulk([
      { variantId: two, delta: 3, reason: 'found' },
      { variantId: item, delta: -5, reason: 'lost' },
    ]);
    expect(response.status).toBe(200);
    expect(response.body.data.map(({ variantId, onHand }) => [variantId, onHand])).toEqual([
      [two, 8],
      [item, 0],
    ]);
  });

  it('makes none when one cannot be made', async () => {
    const [item = '', two = ''] = await variantsOf({ stock: 5 }, { stock: 5 });
    const first = { variantId: item, delta: 3, reason: 'found' };
    expect(await bulk([first, { variantId: two, delta: -6, reason: 'lost' }])).toMatchObject({
      status: 409,
      body: { fields: [{ path: 'body.adjustments.1.delta' }] },
    });
    expect((await bulk([first, { variantId: newId(), delta: 1, reason: 'x' }])).status).toBe(404);
    expect(await bulk([first, first])).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.adjustments.1.variantId' }] },
    });
    const many = Array.from({ length: 501 }, () => ({ variantId: newId(), delta: 1, reason: 'x' }));
    expect((await bulk(many)).status).toBe(400);
    expect((await bulk([])).status).toBe(400);
    expect((await stock(item)).onHand).toBe(5);
    expect(await eventsOf(item)).toEqual([]);
  });

  it('does not lock itself up when two go over the same variants in opposite order', async () => {
    const ids = await variantsOf(...Array.from({ length: 20 }, () => ({ stock: 10 })));
    const entries = ids.map((variantId) => ({ variantId, delta: -1, reason: 'race' }));
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => bulk(index % 2 === 0 ? entries : entries.toReversed())),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(200), 409, 409]);
    for (const id of ids) expect(await stock(id)).toEqual({ onHand: 0, moved: 0, movements: 11 });
  });
});

describe('settings of the stock', () => {
  it('change what is sent, once', async () => {
    const id = await variant({ stock: 3 });
    const path = `/vendor/inventory/${id}`;
    const low = await http.patch<StockLevel>(path, { lowStockThreshold: 4 });
    expect(low.body.data).toMatchObject({ lowStockThreshold: 4, lowStock: true, trackInventory: true });
    const equal = await http.patch<StockLevel>(path, { lowStockThreshold: 3, trackInventory: true });
    expect(equal.body.data).toMatchObject({ lowStockThreshold: 3, lowStock: false });
    await http.patch(path, { lowStockThreshold: 3 });
    const off = await http.patch<StockLevel>(path, { trackInventory: false, lowStockThreshold: null });
    expect(off.body.data).toMatchObject({ trackInventory: false, lowStockThreshold: null, lowStock: false });
    expect((await eventsOf(id)).length).toBe(3);
    expect((await http.patch(path, { lowStockThreshold: -1 })).status).toBe(400);
    expect((await stranger.patch(path, { trackInventory: true })).status).toBe(404);
  });
});

describe('the list', () => {
  it('filters by what is computed, searches and pages', async () => {
    const { container } = platform;
    const owner = await createVendor(container);
    const shop = platform.http.as(owner.token);
    const { variants } = await createProduct(container, owner.vendorId, {
      title: 'Brass Lamp',
      variants: [
        { sku: 'LAMP-1', stock: 0 },
        { sku: 'LAMP-2', stock: 2, lowStockThreshold: 3 },
        { sku: 'LAMP-3', stock: 9, lowStockThreshold: 3 },
        { sku: 'LAMP-4', stock: 0, trackInventory: false, lowStockThreshold: 3 },
      ],
    });
    await container.knex('inventory_levels').where({ variantId: variants[2]?.id }).update({ reserved: 7 });
    const skus = async (query: string) => {
      const { body } = await shop.get<StockLevel[]>(`/vendor/inventory?sort=sku:asc&${query}`);
      return body.data.map(({ sku }) => sku);
    };
    expect(await skus('')).toEqual(['LAMP-1', 'LAMP-2', 'LAMP-3', 'LAMP-4']);
    expect(await skus('filters[]=lowStock:eq:true')).toEqual(['LAMP-2', 'LAMP-3']);
    expect(await skus('filters[]=inStock:eq:false')).toEqual(['LAMP-1']);
    expect(await skus('filters[]=available:lte:2&filters[]=trackInventory:eq:true')).toEqual([
      'LAMP-1',
      'LAMP-2',
      'LAMP-3',
    ]);
    expect(await skus('search=amp-2')).toEqual(['LAMP-2']);
    expect(await skus('search=brass')).toHaveLength(4);
    const page = await shop.get('/vendor/inventory?limit=3&page=2');
    expect(page.body.metadata).toEqual({ total: 4, limit: 3, offset: 3, hasMore: false });
    expect((await shop.get('/vendor/inventory?sort=price:asc')).status).toBe(400);
    expect((await stranger.get<StockLevel[]>('/vendor/inventory')).body.data).toEqual([]);
  });
});
