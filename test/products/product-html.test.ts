import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { VendorProduct, VendorProductTab } from '#domain/products/vendor-product.js';
import { importFile, problems } from '../product-imports/import-shop.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';

let platform: TestPlatform;
let vendor: TestVendor;
let http: HttpClient;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'indexing'] });
  vendor = await createVendor(platform.container);
  http = platform.http.as(vendor.token);
});
afterAll(() => platform.stop());

const harmless = `<P style='color:#333'>Brass & "glass" <b>lamp</b><br/></P>`;
const hostile = '<p onclick="x()">A <b>lamp</b></p><script>steal()</script>';
const cleaned = '<p>A <b>lamp</b></p>';

async function create(fields: object): Promise<VendorProduct> {
  const { status, body } = await http.post<VendorProduct>('/vendor/products', { title: 'Lamp', ...fields });
  expect(status).toBe(201);
  return body.data;
}

it('is cleaned by every operation that takes it, and kept byte for byte when it is harmless', async () => {
  const product = await create({
    description: hostile,
    tabs: [
      { title: 'Care', body: hostile },
      { title: 'Size', body: harmless },
    ],
  });
  expect(product.description).toBe(cleaned);
  expect(product.tabs.map(({ body }) => body)).toEqual([cleaned, harmless]);

  const base = `/vendor/products/${product.id}`;
  const basics = await http.patch<VendorProduct>(`${base}/basics`, { description: harmless });
  expect(basics.body.data.description).toBe(harmless);
  const tab = await http.post<VendorProductTab>(`${base}/tabs`, { title: 'More', body: hostile });
  expect(tab.body.data.body).toBe(cleaned);
  const patched = await http.patch<VendorProductTab>(`${base}/tabs/${tab.body.data.id}`, {
    body: `${hostile}!`,
  });
  expect(patched.body.data.body).toBe(`${cleaned}!`);
  const synced = await http.put<VendorProduct>(`${base}/sync`, {
    basics: { description: hostile },
    tabs: [{ id: tab.body.data.id, body: hostile }],
  });
  expect(synced.body.data.description).toBe(cleaned);
  expect(synced.body.data.tabs.map(({ body }) => body)).not.toContain(hostile);
});

it('is cleaned by an import, whose report says so; the same file again is no news', async () => {
  const cell = (html: string) => `"${html.replaceAll('"', '""')}"`;
  const file = [
    // Drafts: of active products without a price there is a note as well.
    'Handle,Title,Status,Body (HTML)',
    `evil,Evil,draft,${cell(hostile)}`,
    `fine,Fine,draft,${cell(harmless)}`,
    '',
  ].join('\n');
  const first = await importFile(http, file);
  expect(first).toMatchObject({ created: 2, issues: 1 });
  expect(await problems(http, first.id)).toEqual([
    expect.stringMatching(/^2,evil,Body \(HTML\),"HTML that could harm/),
  ]);
  const rows = await platform.container
    .knex('products')
    .whereIn('handle', ['evil', 'fine'])
    .orderBy('handle')
    .pluck('description');
  expect(rows).toEqual([cleaned, harmless]);
  expect(await importFile(http, file)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
});
