import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createProduct } from '../_support/products.js';
import { createBrand } from '../_support/taxonomy.js';
import { createVendor } from '../_support/vendors.js';
import { indexNow } from './index-now.js';
import { searchFor } from './search-shop.js';

/** The most variants that a product may have. */
const VARIANTS = 2_048;
const MAX_INT32 = 2_147_483_647;

interface Page {
  priceStart: number | null;
  priceEnd: number | null;
  inStock: boolean;
  brand: { title: string } | null;
  variants: { id: string; sku: string; price: number; currentPrice: number }[];
}

let platform: TestPlatform;
let vendorId: string;

beforeAll(async () => {
  platform = await startPlatform();
  ({ vendorId } = await createVendor(platform.container));
});
afterAll(() => platform.stop());

const find = async (q: string) => (await searchFor(platform.http, { q })).body.data.products[0];

describe('a search document', () => {
  it('says of prices, stock, brand and variants what the product page says', async () => {
    const { container, http } = platform;
    const brand = await createBrand(container, { title: 'Aanya' });
    const past = new Date(Date.now() - 3_600_000).toISOString();
    const { slug, variants } = await createProduct(container, vendorId, {
      title: 'Agreement',
      brandId: brand.id,
      variants: [
        { price: 50_000, specialPrice: 30_000, specialPriceStart: past, stock: 0, options: { Size: 'S' } },
        { price: 70_000, stock: 2, options: { Size: 'M' } },
        { price: 10_000, stock: 9, options: { Size: 'L' } },
      ],
    });
    // One that has lost its options cannot be bought, and its price counts nowhere.
    await container.knex('products_variants').where({ id: variants[2]?.id }).update({ detached: true });
    await indexNow(container);
    const found = await find('agreement');
    const page = (await http.get<Page>(`/store/products/slug/${slug}`)).body.data;
    expect(found).toMatchObject({
      priceStart: page.priceStart,
      priceEnd: page.priceEnd,
      inStock: page.inStock,
      brand: { name: 'Aanya' },
    });
    expect([page.priceStart, page.priceEnd]).toEqual([30_000, 70_000]);
    expect(found?.variants.map((variant) => [variant['id'], variant['currentPrice']])).toEqual(
      page.variants.map((variant) => [variant.id, variant.currentPrice]),
    );
  });

  it('has all variants of the largest product, and a stock that stops at int32', async () => {
    const { container } = platform;
    const { productId } = await createProduct(container, vendorId, {
      title: 'Enormous',
      variants: Array.from({ length: VARIANTS }, (_, n) => ({
        price: 10_000 + n,
        stock: 2_000_000,
        options: { Number: `n${n}` },
      })),
    });
    await indexNow(container);
    const found = await find('enormous');
    expect(found).toMatchObject({ id: productId, priceStart: 10_000, priceEnd: 10_000 + VARIANTS - 1 });
    expect(found?.variants).toHaveLength(VARIANTS);
    const [row] = (await container
      .knex('search_docs_products_v1')
      .where({ id: productId })
      .select('totalInventory')) as { totalInventory: number }[];
    expect(row?.totalInventory).toBe(MAX_INT32);
  });
});

it('a rebuild is refused while the workflow engine is down, and nothing is written', async () => {
  const down = await startPlatform({ environment: { TEMPORAL_ADDRESS: '127.0.0.1:1' } });
  try {
    const { token } = await createSession(down.container, { roles: ['admin'] });
    const admin = down.http.as(token);
    // From now on the process knows that it is down.
    expect((await admin.get('/admin/jobs')).status).toBe(503);
    const { status, body } = await admin.post('/admin/search/reindex', {});
    expect([status, body.errorCode]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    const { knex } = down.container;
    expect(await knex('search_runs')).toEqual([]);
    expect(await knex('audit_entries').where({ entity: 'searchRun' })).toEqual([]);
  } finally {
    await down.stop();
  }
});
