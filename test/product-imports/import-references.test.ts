import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { importFile, problems, snapshot, upload } from './import-shop.js';

interface Attribute {
  id: string;
  code: string;
  values?: { id: string; value: string }[];
}

interface CatalogRequest {
  id: string;
  title: string;
  slug: string;
  status: string;
}

let platform: TestPlatform;
let admin: HttpClient;
let vendor: TestVendor;
let http: HttpClient;

beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'indexing'] });
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());
beforeEach(async () => {
  vendor = await createVendor(platform.container);
  http = platform.http.as(vendor.token);
});

const csv = (header: string, ...lines: string[]) => [header, ...lines, ''].join('\n');

async function attribute(code: string, type: string, fields: object = {}): Promise<Attribute> {
  const { status, body } = await admin.post<Attribute>('/admin/product-attributes', {
    title: code,
    code,
    type,
    ...fields,
  });
  expect(status).toBe(201);
  return body.data;
}

async function productOf(handle: string): Promise<VendorProduct> {
  const where = { vendorId: vendor.vendorId, handle };
  const { id } = (await platform.container.knex('products').where(where).first('id')) as { id: string };
  return (await http.get<VendorProduct>(`/vendor/products/${id}/detail`)).body.data;
}

/** What a product is assigned, as a file would say it. */
async function assigned(handle: string, ...attributes: Attribute[]): Promise<Record<string, string[]>> {
  const { attributeAssignments } = await productOf(handle);
  const texts = new Map(attributes.flatMap(({ values = [] }) => values.map(({ id, value }) => [id, value])));
  const own = ({ id }: Attribute) => attributeAssignments.filter(({ attributeId }) => attributeId === id);
  return Object.fromEntries(
    attributes.map((item) => [
      item.code,
      own(item).map(({ attributeValueId, value }) => value ?? texts.get(attributeValueId ?? '') ?? ''),
    ]),
  );
}

describe('columns of attributes', () => {
  it('assign, change and clear; the same file again writes nothing', async () => {
    const colour = await attribute('main-colour', 'select', {
      values: [{ value: 'Red' }, { value: 'Blue' }],
    });
    const fabric = await attribute('fabric', 'multi_select', {
      values: [{ value: 'Silk' }, { value: 'Wool' }],
    });
    const weight = await attribute('net-weight', 'number');
    const header =
      'Handle,Title,Colour (product.metafields.custom.main_colour),Attribute: fabric,Attribute: net-weight,Attribute: unheard-of,Variant Price';
    const file = csv(header, 'a,A,RED,Silk; wool,12.50,x,1', 'b,B,,,,,1');
    expect(await importFile(http, file)).toMatchObject({ created: 2, failed: 0, issues: 0 });
    expect(await assigned('a', colour, fabric, weight)).toEqual({
      'main-colour': ['Red'],
      fabric: ['Silk', 'Wool'],
      'net-weight': ['12.50'],
    });
    expect((await productOf('b')).attributeAssignments).toEqual([]);

    const state = await snapshot(platform.container, vendor.vendorId);
    expect(await importFile(http, file)).toMatchObject({ unchanged: 2, updated: 0 });
    expect(await importFile(http, csv(header, 'a,A,red,wool; silk,12.50,y,1'))).toMatchObject({ updated: 0 });
    expect(await snapshot(platform.container, vendor.vendorId)).toBe(state);

    const before = await productOf('a');
    expect(await importFile(http, csv(header, 'a,A,Blue,Wool,,,1', 'b,B,Red,,7,,1'))).toMatchObject({
      updated: 2,
    });
    expect(await assigned('a', colour, fabric, weight)).toEqual({
      'main-colour': ['Blue'],
      fabric: ['Wool'],
      'net-weight': [],
    });
    expect(await assigned('b', colour, weight)).toEqual({ 'main-colour': ['Red'], 'net-weight': ['7'] });
    const { attributeAssignments } = await productOf('a');
    expect(attributeAssignments[0]?.id).toBe(before.attributeAssignments[0]?.id);

    // A file without the columns leaves them as they are.
    await importFile(http, csv('Handle,Title,Variant Price', 'a,Renamed,1'));
    expect(await productOf('a')).toMatchObject({ title: 'Renamed', attributeAssignments });
  });

  it('leave out what cannot be assigned, with a note, and take in the product', async () => {
    const size = await attribute('paper-size', 'select', { values: [{ value: 'A4' }] });
    const pages = await attribute('pages', 'number');
    const isbn = await attribute('isbn', 'text', { isUnique: true });
    const header = 'Handle,Title,Attribute: paper-size,Attribute: pages,Attribute: isbn,Variant Price';
    const other = await createVendor(platform.container);
    await importFile(platform.http.as(other.token), csv(header, 'theirs,T,,,978-1,1'));
    const done = await importFile(
      http,
      csv(header, 'a,A,A5,12 pages,978-2,1', 'b,B,A4,12,978-1,1', 'c,C,,,978-2,1'),
    );
    expect(done).toMatchObject({ created: 3, failed: 0, issues: 4 });
    expect((await problems(http, done.id)).map((line) => line.split(',').slice(0, 3).join())).toEqual([
      '2,a,Attribute: paper-size',
      '2,a,Attribute: pages',
      '3,b,Attribute: isbn',
      '4,c,Attribute: isbn',
    ]);
    expect(await assigned('a', size, pages, isbn)).toEqual({ 'paper-size': [], pages: [], isbn: ['978-2'] });
    expect(await assigned('b', size, pages, isbn)).toEqual({ 'paper-size': ['A4'], pages: ['12'], isbn: [] });
    expect(await assigned('c', isbn)).toEqual({ isbn: [] });
  });

  it('swap unique values between products', async () => {
    const serial = await attribute('serial', 'number', { isUnique: true });
    const header = 'Handle,Title,Attribute: serial,Variant Price';
    await importFile(http, csv(header, 'a,A,1,1', 'b,B,2,1'));
    expect(await importFile(http, csv(header, 'a,A,2.0,1', 'b,B,1,1'))).toMatchObject({
      updated: 2,
      issues: 0,
    });
    expect(await assigned('a', serial)).toEqual({ serial: ['2.0'] });
    expect(await assigned('b', serial)).toEqual({ serial: ['1'] });
  });
});

describe('unknown brands and categories', () => {
  const header = 'Handle,Title,Vendor,Product Category,Tags,Variant Price';
  const ask = { requestUnknown: 'true' };
  const pendingOf = async (taxonomy: string) =>
    (await http.get<CatalogRequest[]>(`/vendor/catalog/requests/${taxonomy}?filters[]=status:eq:pending`))
      .body.data;

  it('are requested once, and file the products when they are approved', async () => {
    const file = csv(
      header,
      'a,A,Loom & Co,Apparel > Shawls of Kullu,unheard,1',
      'b,B,loom & co,,,1',
      'c,C,Loom Co,,,1',
    );
    const plain = await importFile(http, file);
    expect(plain).toMatchObject({ requestUnknown: false, catalogRequests: 0 });
    expect(await pendingOf('brands')).toEqual([]);

    const done = await importFile(http, file, ask);
    expect(done).toMatchObject({ requestUnknown: true, catalogRequests: 2, unchanged: 3 });
    const [brands, categories] = [await pendingOf('brands'), await pendingOf('categories')];
    expect(brands).toMatchObject([{ title: 'Loom & Co', slug: 'loom-co' }]);
    expect(categories).toMatchObject([{ title: 'Shawls of Kullu', slug: 'shawls-of-kullu' }]);
    expect(await pendingOf('tags')).toEqual([]);
    const reasons = (await problems(http, done.id)).filter((line) => !line.includes('Tags'));
    for (const line of reasons) expect(line).toContain('It is requested: import the file again');
    const events = await platform.container
      .knex('outbox_events')
      .where({ type: 'catalog.request.submitted', entityId: brands[0]?.id ?? '' });
    expect(events).toMatchObject([{ payload: { taxonomy: 'brands', vendorId: vendor.vendorId } }]);

    expect(await importFile(http, file, ask)).toMatchObject({ catalogRequests: 0, unchanged: 3 });
    const twice = await http.post('/vendor/catalog/requests/brands', { title: 'Loom Co' });
    expect([twice.status, twice.body.errorCode]).toEqual([409, 'CONFLICT']);

    for (const [taxonomy, item] of [
      ['brands', brands[0]],
      ['categories', categories[0]],
    ] as const)
      await admin.post(`/admin/catalog/requests/${taxonomy}/${item?.id}/approve`);
    expect(await importFile(http, file, ask)).toMatchObject({ updated: 3, catalogRequests: 0 });
    const { brandId, primaryCategoryId } = await productOf('a');
    expect([brandId, primaryCategoryId]).not.toContain(null);
    expect((await productOf('c')).brandId).toBe(brandId);
  });

  it('are at most 200 of a file', async () => {
    const lines = Array.from(
      { length: 210 },
      (_, index) => `p${index},P,Brand ${vendor.vendorId} ${index},,,1`,
    );
    const done = await importFile(http, csv(header, ...lines), ask);
    expect(done).toMatchObject({ created: 210, catalogRequests: 200, issues: 210 });
    const last = (await problems(http, done.id)).slice(-10);
    for (const line of last) expect(line).toContain('It was not requested');
  });

  it('refuse a field that is neither true nor false', async () => {
    const refused = await upload(http, csv(header, 'a,A,,,,1'), undefined, { requestUnknown: 'perhaps' });
    expect(refused).toMatchObject({
      status: 400,
      errorCode: 'VALIDATION_ERROR',
      errors: [{ path: 'body.requestUnknown' }],
    });
  });
});
