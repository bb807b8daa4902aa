import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createBuyer } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createBrand, createCategory } from '../_support/taxonomy.js';

interface DiscountResponse {
  id: string;
  code: string;
  name: string;
  archivedAt: string | null;
  deletedAt: string | null;
  [field: string]: unknown;
}

let platform: TestPlatform;
let admin: HttpClient;
const path = '/admin/discounts';
const body = (fields: object = {}) => ({
  name: 'Diwali',
  code: `D-${newId().slice(-12).toUpperCase()}`,
  discountType: 'PERCENTAGE',
  value: 10,
  ...fields,
});

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

async function created(fields: object = {}): Promise<DiscountResponse> {
  const made = await admin.post<DiscountResponse>(path, body(fields));
  expect(made.status).toBe(201);
  return made.body.data;
}

async function refused(fields: object): Promise<(string | undefined)[]> {
  const response = await admin.post(path, body(fields));
  expect(response.status).toBe(400);
  expect(response.body.errorCode).toBe('VALIDATION_ERROR');
  return (response.body.errors ?? []).map((error) => error.path);
}

const ids = (rows: DiscountResponse[]) => rows.map((row) => row.id);

describe('a discount', () => {
  it('is created with every default', async () => {
    const discount = await created({ code: 'FIRST_10-A' });
    const { id: _id, createdAt: _created, updatedAt: _updated, ...rest } = discount;
    expect(rest).toEqual({
      name: 'Diwali',
      code: 'FIRST_10-A',
      isActive: true,
      maxDiscountAmount: null,
      platformShare: 0,
      archivedAt: null,
      platform: 'BOTH',
      discountType: 'PERCENTAGE',
      value: 10,
      minOrderAmount: null,
      maxOrderAmount: null,
      freeShipping: false,
      requireCustomerLogin: false,
      showOnCart: false,
      totalUsageLimit: null,
      usageLimitPerCustomer: null,
      startsAt: null,
      endsAt: null,
      individualUsageOnly: false,
      excludeSaleItems: false,
      excludeSaleItemsOverPercent: null,
      purchaseHistoryMode: 'DISABLED',
      minOrderCount: null,
      customerScope: 'ALL',
      customerUserIds: [],
      variants: [],
      categories: [],
      brands: [],
      tags: [],
      ingredients: [],
      vendors: [],
      deletedAt: null,
    });
    expect((await admin.get(`${path}/${discount.id}`)).body.data).toEqual(discount);
  });

  it('keeps every field that is sent', async () => {
    const [brand, category, buyer] = [
      await createBrand(platform.container),
      await createCategory(platform.container),
      await createBuyer(platform.container),
    ];
    const fields = {
      isActive: false,
      platform: 'APP',
      discountType: 'FIXED',
      value: 50_000,
      minOrderAmount: 100,
      maxOrderAmount: 100,
      freeShipping: true,
      requireCustomerLogin: true,
      showOnCart: true,
      totalUsageLimit: 5,
      usageLimitPerCustomer: 1,
      startsAt: '2026-11-01T00:00:00.000Z',
      endsAt: '2026-12-01T00:00:00.000Z',
      individualUsageOnly: true,
      excludeSaleItems: true,
      excludeSaleItemsOverPercent: 30,
      purchaseHistoryMode: 'MIN_ORDERS',
      minOrderCount: 2,
      customerScope: 'INCLUDE',
      customerUserIds: [buyer.userId],
      brands: [{ id: brand.id, mode: 'EXCLUDE' }],
      categories: [{ id: category.id, mode: 'INCLUDE' }],
    };
    expect(await created(fields)).toMatchObject(fields);
  });

  it.each([
    ['an empty name', { name: '' }, 'body.name'],
    ['a long name', { name: 'n'.repeat(256) }, 'body.name'],
    ['a short code', { code: 'A' }, 'body.code'],
    ['a long code', { code: 'A'.repeat(51) }, 'body.code'],
    ['a code in small letters', { code: 'diwali' }, 'body.code'],
    ['a code with a space', { code: 'DI WALI' }, 'body.code'],
    ['a fixed value of nothing', { discountType: 'FIXED', value: 0 }, 'body.value'],
    ['more than 100 percent', { value: 101 }, 'body.value'],
    ['a broken percentage', { value: 12.5 }, 'body.value'],
    ['a negative minimum', { minOrderAmount: -1 }, 'body.minOrderAmount'],
    ['a minimum above the maximum', { minOrderAmount: 2, maxOrderAmount: 1 }, 'body.minOrderAmount'],
    ['a total limit of nothing', { totalUsageLimit: 0 }, 'body.totalUsageLimit'],
    ['a limit of nothing for each customer', { usageLimitPerCustomer: 0 }, 'body.usageLimitPerCustomer'],
    [
      'a start at the end',
      { startsAt: '2026-11-01T00:00:00Z', endsAt: '2026-11-01T00:00:00Z' },
      'body.startsAt',
    ],
    [
      'an exclusion over 101 percent',
      { excludeSaleItemsOverPercent: 101 },
      'body.excludeSaleItemsOverPercent',
    ],
    ['earlier orders without a number', { purchaseHistoryMode: 'MIN_ORDERS' }, 'body.minOrderCount'],
    ['a scope without customers', { customerScope: 'EXCLUDE' }, 'body.customerUserIds'],
    ['an unknown user', { customerUserIds: [newId()] }, 'body.customerUserIds.0'],
    ['an unknown brand', { brands: [{ id: newId(), mode: 'INCLUDE' }] }, 'body.brands.0.id'],
    ['an unknown variant', { variants: [{ id: newId(), mode: 'EXCLUDE' }] }, 'body.variants.0.id'],
    ['an unknown mode', { vendors: [{ id: newId(), mode: 'ONLY' }] }, 'body.vendors.0.mode'],
  ])('is refused with %s', async (_what, fields, where) => {
    expect(await refused(fields)).toContain(where);
  });

  it('is refused with a code that a live discount has, until that is deleted', async () => {
    const first = await created();
    const again = await admin.post(path, body({ code: first.code }));
    expect([again.status, again.body.errorCode]).toEqual([409, 'UNIQUE_VIOLATION']);
    await admin.delete(`${path}/${first.id}`);
    await created({ code: first.code });
    const restored = await admin.post(`${path}/${first.id}/restore`);
    expect([restored.status, restored.body.errorCode]).toEqual([409, 'UNIQUE_VIOLATION']);
  });
});

describe('a change', () => {
  it('keeps what is left out, and the code', async () => {
    const discount = await created({ showOnCart: true });
    const changed = await admin.patch<DiscountResponse>(`${path}/${discount.id}`, {
      value: 20,
      code: 'OTHER',
    });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({ value: 20, showOnCart: true, code: discount.code });
  });

  it.each([
    [
      'an end before the stored start',
      { startsAt: '2026-11-02T00:00:00Z' },
      { endsAt: '2026-11-01T00:00:00Z' },
    ],
    ['a minimum above the stored maximum', { maxOrderAmount: 100 }, { minOrderAmount: 101 }],
    [
      'a percentage of the stored amount',
      { discountType: 'FIXED', value: 500 },
      { discountType: 'PERCENTAGE' },
    ],
    ['a scope without stored customers', {}, { customerScope: 'INCLUDE' }],
    ['earlier orders without a stored number', {}, { purchaseHistoryMode: 'MIN_ORDERS' }],
  ])('is refused when the merged result breaks a rule: %s', async (_what, stored, change) => {
    const { id } = await created(stored);
    const response = await admin.patch(`${path}/${id}`, change);
    expect([response.status, response.body.errorCode]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('keeps entries whose target was deleted since', async () => {
    const brand = await createBrand(platform.container);
    const entries = [{ id: brand.id, mode: 'INCLUDE' }];
    const { id } = await created({ brands: entries });
    await platform.container
      .knex('taxonomy_brands')
      .where({ id: brand.id })
      .update({ deletedAt: new Date() });
    expect((await admin.patch(`${path}/${id}`, { brands: entries, value: 15 })).status).toBe(200);
  });

  it('responds with 404 for an unknown discount and for a deleted one', async () => {
    expect((await admin.patch(`${path}/${newId()}`, { value: 5 })).status).toBe(404);
    const { id } = await created();
    await admin.delete(`${path}/${id}`);
    expect((await admin.patch(`${path}/${id}`, { value: 5 })).status).toBe(404);
  });
});

describe('the lifecycle', () => {
  it('keeps the stamps of archive and delete apart, and is idempotent', async () => {
    const { id } = await created();
    const archived = await admin.patch<DiscountResponse>(`${path}/${id}/archive`);
    expect(archived.body.data.archivedAt).not.toBeNull();
    expect((await admin.patch(`${path}/${id}/archive`)).body.data).toEqual(archived.body.data);
    const deleted = await admin.delete<DiscountResponse>(`${path}/${id}`);
    expect(deleted.body.data).toMatchObject({ archivedAt: archived.body.data.archivedAt });
    expect(deleted.body.data.deletedAt).not.toBeNull();
    expect((await admin.delete(`${path}/${id}`)).body.data).toEqual(deleted.body.data);
    const restored = await admin.post<DiscountResponse>(`${path}/${id}/restore`);
    expect(restored.body.data).toMatchObject({ archivedAt: archived.body.data.archivedAt, deletedAt: null });
    const unarchived = await admin.patch<DiscountResponse>(`${path}/${id}/unarchive`);
    expect(unarchived.body.data.archivedAt).toBeNull();
    expect((await admin.patch(`${path}/${id}/unarchive`)).status).toBe(200);
    const actions: unknown[] = await platform.container
      .knex('audit_entries')
      .where({ entityId: id })
      .orderBy('id')
      .pluck('action');
    expect(actions).toEqual(['create', 'archive', 'delete', 'restore', 'unarchive']);
  });
});

describe('the list', () => {
  it('shows a listing state, a platform and a text, in the order asked for', async () => {
    const mark = `LIST${newId().slice(-6).toUpperCase()}`;
    const a = await created({ code: `${mark}-A`, platform: 'APP', endsAt: '2027-01-02T00:00:00Z' });
    const b = await created({ name: `Named ${mark}`, isActive: false, endsAt: '2027-01-01T00:00:00Z' });
    const c = await created({ code: `${mark}-C` });
    const d = await created({ code: `${mark}-D` });
    await admin.patch(`${path}/${c.id}/archive`);
    await admin.delete(`${path}/${d.id}`);
    const list = async (query: string) =>
      ids((await admin.get<DiscountResponse[]>(`${path}?q=${mark.toLowerCase()}&${query}`)).body.data);

    expect(await list('')).toEqual([b.id, a.id]);
    expect(await list('sortDirection=asc')).toEqual([a.id, b.id]);
    expect(await list('sortBy=endsAt&sortDirection=asc')).toEqual([b.id, a.id]);
    expect(await list('status=archived')).toEqual([c.id]);
    expect(await list('status=deleted')).toEqual([d.id]);
    expect(await list('status=all&sortBy=createdAt')).toEqual([d.id, c.id, b.id, a.id]);
    expect(await list('platform=APP')).toEqual([a.id]);
    expect(await list('isActive=false')).toEqual([b.id]);
    const page = await admin.get<DiscountResponse[]>(`${path}?q=${mark}&status=all&limit=1&offset=3`);
    expect(ids(page.body.data)).toEqual([a.id]);
    expect(page.body.metadata).toEqual({ total: 4, limit: 1, offset: 3, hasMore: false });
  });

  it.each([
    'q=',
    'q=%20',
    'limit=0',
    'limit=501',
    'offset=-1',
    'status=gone',
    'sortBy=value',
    'isActive=maybe',
  ])('refuses %s', async (query) => {
    expect((await admin.get(`${path}?${query}`)).status).toBe(400);
  });
});
