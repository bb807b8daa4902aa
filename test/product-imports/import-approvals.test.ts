import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FieldDifference } from '#domain/product-approvals/product-approval.js';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { setSettings } from '../_support/settings.js';
import { createCategory } from '../_support/taxonomy.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { done } from '../products/product-shop.js';
import { type ImportResponse, importFile, problems } from './import-shop.js';

interface Approval {
  id: string;
  version: number;
  kind: string;
  fields: string[];
}

let platform: TestPlatform;
let admin: HttpClient;
let vendor: TestVendor;
let http: HttpClient;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'indexing'] });
  const permissions = ['productApproval:decide'];
  admin = platform.http.as((await createSession(platform.container, { permissions })).token);
});
afterAll(() => platform.stop());
beforeEach(async () => {
  vendor = await createVendor(platform.container);
  http = platform.http.as(vendor.token);
});

const approval = (mode: string) => setSettings(platform.container, { 'admin.catalog.approval': mode });
const queue = '/admin/product-approvals';
const header =
  'Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Image Src,Variant Image,Status,Product Category';
const csv = (...lines: string[]) => [header, ...lines, ''].join('\n');

async function productOf(handle: string): Promise<VendorProduct> {
  const { knex } = platform.container;
  const where = { vendorId: vendor.vendorId, handle };
  const { id } = (await knex('products').where(where).first('id')) as { id: string };
  return done(await http.get<VendorProduct>(`/vendor/products/${id}/detail`));
}

async function waiting({ id }: VendorProduct): Promise<Approval & { differences: FieldDifference[] }> {
  const filters = `filters[]=productId:eq:${id}&filters[]=state:eq:pending`;
  const [row] = done(await admin.get<Approval[]>(`${queue}?${filters}`));
  if (!row) throw new Error('nothing waits');
  const shown = done(await admin.get<{ differences: FieldDifference[] }>(`${queue}/${row.id}`));
  return { ...row, differences: shown.differences };
}

const approve = async ({ id, version }: Approval) =>
  done(await admin.post(`${queue}/${id}/approve`, { version }));
const reject = async ({ id, version }: Approval, note: string) =>
  done(await admin.post(`${queue}/${id}/reject`, { version, note }));
const notesOf = async ({ id }: ImportResponse) =>
  (await problems(http, id)).map((line) => line.split(',').slice(3).join());
const stockOf = async (sku: string) => {
  const { knex } = platform.container;
  const found = knex('inventory_levels as l').join('products_variants as v', 'v.id', 'l.variant_id');
  return found
    .where({ 'v.vendor_id': vendor.vendorId, 'v.sku': sku })
    .first('l.on_hand', 'l.track_inventory');
};

/** A product that a file brought on sale before anything had to be approved. */
async function onSale(...lines: string[]): Promise<VendorProduct> {
  await approval('off');
  await importFile(http, csv(...lines));
  await approval('changes');
  return productOf('a');
}

describe('while nothing has to be approved', () => {
  it('a file changes what is on sale', async () => {
    await onSale('a,Lamp,Old,,,A,10,shopify,5,,,active,');
    await approval('off');
    await importFile(http, csv('a,Brass lamp,New,,,A,10,shopify,5,,,active,'));
    expect(await productOf('a')).toMatchObject({ title: 'Brass lamp', description: 'New' });
  });
});

describe('a file of a vendor whose products wait', () => {
  it('makes new products drafts that wait, which files that say so take back', async () => {
    await approval('new');
    const imported = await importFile(
      http,
      csv('a,Lamp,,,,A,10,shopify,5,,,active,', 'b,Pot,,,,B,10,,,,,draft,'),
    );
    expect(imported).toMatchObject({ created: 2, failed: 0 });
    expect(await notesOf(imported)).toEqual(['The product is a draft until it is approved.']);
    const product = await productOf('a');
    expect(product).toMatchObject({ status: 'draft', publishedAt: null, pendingChange: { kind: 'new' } });
    expect((await platform.http.get(`/store/products/slug/${product.slug}`)).status).toBe(404);
    expect((await productOf('b')).pendingChange).toBeUndefined();

    const again = await importFile(http, csv('a,Lamp,,,,A,10,shopify,5,,,active,'));
    expect(again).toMatchObject({ unchanged: 1 });
    expect(await waiting(product)).toMatchObject({ version: 1 });
    await importFile(http, csv('a,Lamp,,,,A,10,shopify,5,,,draft,'));
    expect((await productOf('a')).pendingChange).toBeUndefined();
    await importFile(http, csv('a,Red lamp,,,,A,10,shopify,5,,,active,'));
    await approve(await waiting(product));
    expect(await productOf('a')).toMatchObject({ status: 'active', title: 'Red lamp' });
    expect(await stockOf('A')).toMatchObject({ onHand: 5 });
  });

  it('has texts, pictures and categories wait, while prices, stock and status are taken in at once', async () => {
    const { title: category, id: categoryId } = await createCategory(platform.container, {});
    const before = await onSale('a,Lamp,Old,,,A,10,shopify,5,https://shop.test/1.png,,active,');
    const file = csv(
      `a,Brass lamp,New,,,A,12,shopify,7,https://shop.test/2.png,https://shop.test/v.png,active,${category}`,
      'a,,,,,,,,,https://shop.test/1.png,,,',
    );
    const imported = await importFile(http, file);
    expect(imported).toMatchObject({ updated: 1, failed: 0 });
    const [note] = await notesOf(imported);
    expect(note).toContain('These changes wait for an approval: Title, Description, Images, Main category');
    const live = await productOf('a');
    const { title, description, images, primaryCategoryId } = before;
    expect(live).toMatchObject({ title, description, images, primaryCategoryId, categories: [] });
    expect(live.variants).toMatchObject([{ price: 1_200, thumbnail: null }]);
    expect(await stockOf('A')).toMatchObject({ onHand: 7 });

    const pending = await waiting(live);
    expect(await importFile(http, file)).toMatchObject({ unchanged: 1, updated: 0 });
    expect(await waiting(live)).toEqual(pending);
    await approve(pending);
    expect(await productOf('a')).toMatchObject({
      title: 'Brass lamp',
      description: 'New',
      status: 'active',
      primaryCategoryId: categoryId,
      images: ['https://shop.test/2.png', 'https://shop.test/1.png'],
      categories: [{ id: categoryId }],
      variants: [{ price: 1_200, thumbnail: 'https://shop.test/v.png' }],
    });
    expect(await importFile(http, file)).toMatchObject({ unchanged: 1, issues: 0 });
  });

  it('adds variants of approved options at once, and others with their options and stock once approved', async () => {
    const small = 'a,Lamp,,Size,S,A-S,10,shopify,5,,,active,';
    const before = await onSale(small, 'a,,,,M,A-M,10,shopify,1,,,,');
    const { knex } = platform.container;
    const medium = before.variants.find(({ sku }) => sku === 'A-M')?.id ?? '';
    done(await http.delete(`/vendor/products/${before.id}/variants/${medium}`));
    const file = csv(
      small,
      'a,,,,M,A-M2,11,shopify,3,,https://shop.test/m.png,,',
      'a,,,,L,A-L,14,shopify,9,,https://shop.test/l.png,,',
    );
    await importFile(http, csv(small, 'a,,,,M,A-M2,11,shopify,3,,https://shop.test/m.png,,'));
    const added = await productOf('a');
    expect(added.variants.filter(({ deletedAt }) => deletedAt === null)).toMatchObject([
      { sku: 'A-S' },
      { sku: 'A-M2', price: 1_100, thumbnail: null, detached: false },
    ]);
    expect((await waiting(before)).differences).toMatchObject([{ after: ['https://shop.test/m.png'] }]);

    await importFile(http, file);
    expect((await productOf('a')).variants.map(({ sku }) => sku)).not.toContain('A-L');
    const pending = await waiting(before);
    expect(pending.differences.map(({ label, after }) => [label, after])).toEqual([
      ['Options', ['Size: S, M, L']],
      ['Images of M', ['https://shop.test/m.png']],
      ['Images of L', ['https://shop.test/l.png']],
    ]);
    expect(await importFile(http, file)).toMatchObject({ unchanged: 1 });
    expect(await waiting(before)).toMatchObject({ version: pending.version });
    await approve(await waiting(before));
    const after = await productOf('a');
    expect(after.variants.filter(({ deletedAt }) => deletedAt === null)).toMatchObject([
      { sku: 'A-S', price: 1_000 },
      { sku: 'A-M2', price: 1_100, thumbnail: 'https://shop.test/m.png' },
      { sku: 'A-L', price: 1_400, thumbnail: 'https://shop.test/l.png', detached: false },
    ]);
    expect(await stockOf('A-L')).toMatchObject({ onHand: 9, trackInventory: true });
    expect(await importFile(http, file)).toMatchObject({ unchanged: 1, issues: 0 });
    expect(await knex('product_approvals').where({ productId: before.id, state: 'pending' })).toEqual([]);
  });

  it('joins what waits already, and is not submitted again after a rejection', async () => {
    const product = await onSale('a,Lamp,Old,,,A,10,,,,,active,');
    done(await http.patch(`/vendor/products/${product.id}/basics`, { subtitle: 'By hand' }));
    const file = csv('a,Brass lamp,Old,,,A,10,,,,,active,');
    await importFile(http, file);
    const pending = await waiting(product);
    expect(pending).toMatchObject({ version: 2, fields: ['title', 'subtitle'] });
    await reject(pending, 'Not brass');
    const [once] = [await importFile(http, file)];
    expect(once).toMatchObject({ updated: 1 });
    await reject(await waiting(product), 'Still not brass');
    const twice = await importFile(http, file);
    expect(twice).toMatchObject({ unchanged: 1 });
    expect((await notesOf(twice))[0]).toContain('Still not brass');
    await expect(waiting(product)).rejects.toThrow('nothing waits');
  });

  it('says what it could not submit, and takes in the rest', async () => {
    const product = await onSale('a,Lamp,,Size,S,A-S,10,shopify,5,,,active,', 'b,Pot,,,,B,10,,,,,active,');
    const { knex } = platform.container;
    await knex('products').where({ id: product.id }).update({ slug: 'lamp-of-a' });
    done(await http.patch(`/vendor/products/${product.id}/basics`, { slug: 'taken-soon' }));
    await knex('products').where({ vendorId: vendor.vendorId, handle: 'b' }).update({ slug: 'taken-soon' });
    const imported = await importFile(http, csv('a,Brass lamp,,Size,S,A-S,12,shopify,6,,,active,'));
    expect(imported).toMatchObject({ status: 'completed', updated: 1 });
    expect((await notesOf(imported))[0]).toContain('What waits for an approval was not submitted');
    expect((await productOf('a')).variants).toMatchObject([{ price: 1_200 }]);
  });
});
