import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import type { HttpClient, HttpResponse } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';

/** Each kind of body that `test/architecture/bounded-input.test.ts` lists as larger than 64 KiB, at its largest. */
let platform: TestPlatform;
let admin: HttpClient;
let vendor: HttpClient;
let variantIds: string[] = [];

beforeAll(async () => {
  platform = await startPlatform();
  const { container, http } = platform;
  admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  vendor = http.as((await createVendor(container)).token);
});
afterAll(() => platform.stop());

const KIB = 1_024;
/** What one row may take in a list. */
const LISTED = 8 * KIB;

function data<T>(response: HttpResponse<T>, status = 200): T {
  expect([response.status, response.body.errors]).toEqual([status, undefined]);
  return response.body.data;
}

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** A paragraph of so many characters. */
const html = (length: number) => `<p>${'x'.repeat(length - 7)}</p>`;

/** The rows of a list are short, however long what they stand for is. */
async function expectShort(client: HttpClient, path: string, least: number): Promise<void> {
  const rows = data(await client.get<unknown[]>(path));
  expect(rows.length).toBeGreaterThanOrEqual(least);
  for (const row of rows) expect(bytes(row)).toBeLessThan(LISTED);
}

describe('the largest rows are written, read alone, and short in lists:', () => {
  it('products with texts of 200,000 characters and 50 tabs', async () => {
    const description = html(200_000);
    const tab = { title: 'Care', body: description };
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const body = { title: `Kurta ${n}`, description, tabs: [tab, tab, tab, tab] };
      made.push(data(await vendor.post<{ id: string }>('/vendor/products', body), 201).id);
    }
    const [first] = made;
    for (let n = 4; n < 50; n += 1)
      data(await vendor.post(`/vendor/products/${first}/tabs`, { ...tab, title: `Care ${n}` }), 201);
    expect((await vendor.post(`/vendor/products/${first}/tabs`, tab)).status).toBeGreaterThanOrEqual(400);
    expect(data(await vendor.get<unknown[]>(`/vendor/products/${first}/tabs`))).toHaveLength(50);
    const read = data(await vendor.get<{ description: string }>(`/vendor/products/${first}/detail`));
    expect(read.description.length).toBe(description.length);
    await expectShort(vendor, '/vendor/products?limit=50', 5);
  });

  it('a product of 2,048 variants, whose stock is adjusted 500 at a time', async () => {
    const values = (letter: string, count: number) =>
      Array.from({ length: count }, (_, n) => `${letter}${n}`);
    const [sizes, colours] = [values('S', 64), values('C', 32)];
    const options = [
      { name: 'Size', values: sizes },
      { name: 'Colour', values: colours },
    ];
    const variants = sizes.flatMap((size) =>
      colours.map((colour) => ({
        price: 99_900,
        sku: `${size}-${colour}`,
        optionValues: [
          { optionName: 'Size', value: size },
          { optionName: 'Colour', value: colour },
        ],
      })),
    );
    const body = { title: 'Saree', options, variants };
    const { id } = data(await vendor.post<{ id: string }>('/vendor/products', body), 201);
    const read = data(await vendor.get<{ variants: { id: string }[] }>(`/vendor/products/${id}/detail`));
    expect(read.variants).toHaveLength(2_048);
    variantIds = read.variants.map((variant) => variant.id);
    const adjustments = variantIds
      .slice(0, 500)
      .map((variantId) => ({ variantId, delta: 5, reason: 'r'.repeat(255) }));
    const levels = data(await vendor.post<unknown[]>('/vendor/inventory/bulk-adjust', { adjustments }));
    expect(levels).toHaveLength(500);
    await expectShort(vendor, '/vendor/inventory?limit=100', 100);
    await expectShort(vendor, '/vendor/products?limit=50', 1);
  });

  it('content pages of a mebibyte', async () => {
    const content = html(KIB * KIB);
    for (let n = 0; n < 5; n += 1) {
      const title = `Page ${n}`;
      const { id } = data(
        await admin.post<{ id: string }>('/admin/content-pages', { title, content, status: 'PUBLISHED' }),
        201,
      );
      const read = data(await admin.get<{ content: string }>(`/admin/content-pages/${id}`));
      expect(read.content.length).toBe(content.length);
    }
    await expectShort(admin, '/admin/content-pages?limit=50', 5);
    await expectShort(platform.http, '/store/content-pages/tree', 5);
    const over = await admin.post('/admin/content-pages', { title: 'More', content: `${content}x` });
    expect(over.status).toBe(400);
  });

  it('campaign templates of 100 blocks of 10,000 characters', async () => {
    const blocks = Array.from({ length: 100 }, () => ({ type: 'text', text: 'x'.repeat(10_000) }));
    const [path, subject] = ['/admin/campaigns/templates', 'The sale'];
    for (let n = 0; n < 5; n += 1) data(await admin.post(path, { name: `Sale ${n}`, subject, blocks }), 201);
    await expectShort(admin, `${path}?limit=100`, 5);
    const [{ id }] = data(await admin.get<{ id: string }[]>(path)) as [{ id: string }];
    expect(data(await admin.get<{ blocks: unknown[] }>(`${path}/${id}`)).blocks).toHaveLength(100);
    const preview = data(await admin.post<{ html: string }>('/admin/campaigns/preview', { subject, blocks }));
    expect(bytes(preview)).toBeGreaterThan(1_000_000);
  });

  it('words of a mail of 100,000 characters', async () => {
    const path = '/admin/email/templates/order.placed/customer';
    const words = { subject: 'x'.repeat(250), heading: 'x'.repeat(250), body: html(100_000) };
    data(await admin.put(path, words));
    expect(data(await admin.get<{ body: string }>(path)).body).toBe(words.body);
    const preview = data(await admin.post<{ html: string }>(`${path}/preview`, {}));
    expect(preview.html).toContain('x'.repeat(90_000));
  });

  it('an attribute of 1,000 values and a discount for 500 variants', async () => {
    const values = Array.from({ length: 1_000 }, (_, n) => ({ value: `${'v'.repeat(250)}${n}` }));
    const input = { title: 'Screen', code: 'screen', type: 'select', values };
    const made = data(await admin.post<{ id: string }>('/admin/product-attributes', input), 201);
    const read = data(
      await admin.get<{ values: { value: string }[] }>(`/admin/product-attributes/${made.id}`),
    );
    expect(read.values).toHaveLength(1_000);
    const variants = variantIds.slice(0, 500).map((id) => ({ id, mode: 'INCLUDE' }));
    const discount = { name: 'Many', code: 'MANY', discountType: 'PERCENTAGE', value: 10, variants };
    const { id } = data(await admin.post<{ id: string }>('/admin/discounts', discount), 201);
    const found = data(await admin.get<{ variants: unknown[] }>(`/admin/discounts/${id}`));
    expect(found.variants).toHaveLength(500);
  });
});
