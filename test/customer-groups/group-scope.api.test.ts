import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeRecipients } from '#db/campaigns/audience.query.js';
import { NOBODY_SKIPPED } from '#domain/campaigns/campaign-topic.js';
import { systemContext } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { createConfirmedOrder, createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { type CartResponse, data, placeOrder, readyCart, type ReadyCart } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
let admin: HttpClient;
let variantId: string;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['superAdmin'] })).token);
  const { vendorId } = await createVendor(platform.container);
  ({ variantId } = await createSellableVariant(platform.container, vendorId, { price: 10_000, onHand: 100 }));
});
afterAll(() => platform.stop());

const path = '/admin/customer-groups';
const cod = { paymentOption: 'cod' };
async function group(userIds: string[]): Promise<{ id: string; name: string }> {
  const { body } = await admin.post<{ id: string; name: string }>(path, { name: `Group ${newId()}` });
  if (userIds.length > 0) await admin.post(`${path}/${body.data.id}/members`, { userIds });
  return body.data;
}
async function discountFor(customerGroupIds: string[]): Promise<{ id: string; code: string }> {
  const code = `G-${newId().slice(-12).toUpperCase()}`;
  const fields = { name: 'For a group', code, discountType: 'PERCENTAGE', value: 10, showOnCart: true };
  const response = await admin.post<{ id: string; code: string; customerGroupIds?: string[] }>(
    '/admin/discounts',
    {
      ...fields,
      customerGroupIds,
    },
  );
  expect(response.status).toBe(201);
  expect(response.body.data.customerGroupIds).toEqual(
    customerGroupIds.length > 0 ? customerGroupIds : undefined,
  );
  return response.body.data;
}
const userOf = async (ready: ReadyCart) =>
  (await platform.container.knex('carts').where({ id: ready.cart.id }).first('userId'))?.['userId'] as string;
const add = (ready: ReadyCart, code: string) =>
  ready.http.post<CartResponse>(`/store/carts/${ready.cart.id}/coupons`, { code });
const suggested = async (ready: ReadyCart) =>
  (await ready.http.get<{ code: string }[]>(`/store/carts/${ready.cart.id}/coupons/suggested`)).body.data.map(
    ({ code }) => code,
  );

describe('a discount for a group', () => {
  it('takes members alone, is suggested to them alone, and is checked again by place-order', async () => {
    const ready = await readyCart(platform, [{ variantId }]);
    const userId = await userOf(ready);
    const { id: groupId, name } = await group([]);
    const { id, code } = await discountFor([groupId]);
    const refused = await add(ready, code);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This coupon is for a group of customers that you are not in',
    ]);
    expect(await suggested(ready)).not.toContain(code);

    await admin.post(`${path}/${groupId}/members`, { userIds: [userId] });
    expect(await suggested(ready)).toContain(code);
    data(await add(ready, code));
    const cart = data(await ready.http.get<CartResponse>(`/store/carts/${ready.cart.id}`));
    await admin.post(`${path}/${groupId}/members/remove`, { userIds: [userId] });
    expect((await placeOrder({ ...ready, cart }, cod)).status).toBe(409);
    await admin.post(`${path}/${groupId}/members`, { userIds: [userId] });
    expect((await placeOrder({ ...ready, cart }, cod)).status).toBe(201);

    const used = await admin.delete(`${path}/${groupId}`);
    expect([used.status, used.body.message]).toEqual([
      409,
      expect.stringContaining('the discount “For a group”'),
    ]);
    expect((await admin.patch(`/admin/discounts/${id}`, { customerGroupIds: [] })).status).toBe(200);
    expect((await admin.delete(`${path}/${groupId}`)).status).toBe(200);
    expect((await admin.patch(`/admin/discounts/${id}`, { customerGroupIds: [groupId] })).status).toBe(400);
    expect(name).toContain('Group');
  });

  it('never names a group that is deleted at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await group([]);
      const code = `R-${newId().slice(-12).toUpperCase()}`;
      const body = { name: 'Race', code, discountType: 'FIXED', value: 1, customerGroupIds: [id] };
      const [created, deleted] = await Promise.all([
        admin.post('/admin/discounts', body),
        admin.delete(`${path}/${id}`),
      ]);
      expect([
        [201, 409],
        [400, 200],
      ]).toContainEqual([created.status, deleted.status]);
    }
  });
});

describe('an audience and a report', () => {
  it('take the members of a group', async () => {
    const { container } = platform;
    const { buyer, ...order } = await createConfirmedOrder(container);
    const other = await createConfirmedOrder(container);
    const { id, name } = await group([buyer.userId, other.buyer.userId]);
    const audience = { type: 'customer_group' as const, customerGroupId: id };
    const counted = await admin.post<{ recipients: number }>('/admin/campaigns/audience', { audience });
    expect(counted.body.data.recipients).toBe(2);
    expect(
      (await admin.post('/admin/campaigns/audience', { audience: { type: 'customer_group' } })).status,
    ).toBe(400);

    const body = {
      audience,
      subject: 'For you',
      blocks: [{ type: 'text', text: 'Hello' }],
      scheduleFor: new Date(Date.now() + 86_400_000).toISOString(),
    };
    const sent = await admin.post<{ broadcastId: string }>('/admin/campaigns/send', body);
    expect([sent.status, sent.body.errors]).toEqual([202, undefined]);
    expect((await admin.delete(`${path}/${id}`)).body.message).toContain('the campaign “For you”');
    // Removed before the recipients are written: no mail.
    await admin.post(`${path}/${id}/members/remove`, { userIds: [other.buyer.userId] });
    const { broadcastId } = sent.body.data;
    await container.unitOfWork.run(systemContext({ name: 'test' }, new Date()), (tx) =>
      writeRecipients(
        tx,
        broadcastId,
        { audience, topic: null, rules: NOBODY_SKIPPED },
        { after: null, limit: 100 },
      ),
    );
    const written = (await container
      .knex('campaigns_recipients')
      .where({ broadcastId })
      .select('userId')) as {
      userId: string;
    }[];
    expect(written.map(({ userId }) => userId)).toEqual([buyer.userId]);

    const filters = encodeURIComponent(JSON.stringify({ customerGroup: name.toUpperCase() }));
    const from = new Date(Date.now() - 86_400_000).toISOString();
    const to = new Date(Date.now() + 86_400_000).toISOString();
    const report = await admin.get<{ rows: { email: string }[] }>(
      `/admin/reports/customers?from=${from}&to=${to}&filters=${filters}`,
    );
    expect(JSON.stringify(report.body.data)).toContain(buyer.email);
    expect(JSON.stringify(report.body.data)).not.toContain(other.buyer.email);
    expect(order.orderNumber).toBeTruthy();
  });
});

describe('a private product for a group', () => {
  it('is seen and bought by members alone; for others it does not exist', async () => {
    const { knex } = platform.container;
    const { vendorId } = await createVendor(platform.container);
    const own = await createSellableVariant(platform.container, vendorId, { price: 20_000, onHand: 5 });
    const product = (await knex('products_variants as v')
      .join('products as p', 'p.id', 'v.productId')
      .where('v.id', own.variantId)
      .first('p.id', 'p.slug')) as { id: string; slug: string };
    await knex('products').where({ id: product.id }).update({ visibility: 'private' });
    const ready = await readyCart(platform, [{ variantId }]);
    const stranger = await readyCart(platform, [{ variantId }]);
    const userId = await userOf(ready);
    const { id: groupId } = await group([userId]);
    const groupsPath = `/admin/products/${product.id}/customer-groups`;
    const page = (http: HttpClient) => http.raw('GET', `/store/products/slug/${product.slug}`);
    const listed = async (http: HttpClient) =>
      (await http.get<{ slug: string; priceStart: number }[]>('/store/member-products')).body.data;
    const put = (http: HttpClient, cartId: string) =>
      http.post<CartResponse>(`/store/carts/${cartId}/items`, { variantId: own.variantId, quantity: 1 });

    expect([(await page(ready.http)).status, await listed(ready.http)]).toEqual([404, []]);
    const privateStatus = (await put(ready.http, ready.cart.id)).status;
    expect([404, 409]).toContain(privateStatus);
    expect((await admin.put(groupsPath, { customerGroupIds: [newId()] })).status).toBe(400);
    expect((await admin.put(groupsPath, { customerGroupIds: [groupId, groupId] })).status).toBe(200);
    expect((await admin.get(groupsPath)).body.data).toMatchObject({
      visibility: 'private',
      groups: [{ id: groupId }],
    });

    const seen = await page(ready.http);
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(await listed(ready.http)).toMatchObject([{ slug: product.slug, priceStart: 20_000 }]);
    const reviews = async (http: HttpClient) =>
      (await http.get(`/store/products/${product.id}/reviews`)).status;
    expect(await Promise.all([ready.http, stranger.http, platform.http].map(reviews))).toEqual([
      200, 404, 404,
    ]);
    const others = await Promise.all([page(stranger.http), page(platform.http)]);
    expect(others.map(({ status }) => status)).toEqual([404, 404]);
    expect(await listed(stranger.http)).toEqual([]);
    expect((await put(stranger.http, stranger.cart.id)).status).toBe(privateStatus);
    const sitemap = await (await platform.http.raw('GET', '/store/sitemap/products')).text();
    expect(sitemap).not.toContain(product.slug);

    const cart = data(await put(ready.http, ready.cart.id));
    expect(cart.lines.map(({ purchasable }) => purchasable)).toEqual([true, true]);
    await admin.post(`${path}/${groupId}/members/remove`, { userIds: [userId] });
    expect((await page(ready.http)).status).toBe(404);
    expect((await placeOrder({ ...ready, cart }, cod)).status).toBe(409);
    await admin.post(`${path}/${groupId}/members`, { userIds: [userId] });
    expect((await placeOrder({ ...ready, cart }, cod)).status).toBe(201);

    const used = await admin.delete(`${path}/${groupId}`);
    expect([used.status, used.body.message]).toEqual([409, expect.stringContaining('the product “')]);
    expect((await admin.put(groupsPath, { customerGroupIds: [] })).status).toBe(200);
    expect((await admin.delete(`${path}/${groupId}`)).status).toBe(200);
  });
});
