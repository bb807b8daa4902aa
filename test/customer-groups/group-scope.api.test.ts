import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeRecipients } from '#db/campaigns/audience.query.js';
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
}, 60_000);
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
      ...{ ...fields, customerGroupIds },
    },
  );
  expect(response.status).toBe(201);
  expect(response.body.data.customerGroupIds).toEqual(
    customerGroupIds.length > 0 ? customerGroupIds : undefined,
  );
  return response.body.data;
}
const userOf = async (ready: ReadyCart) => (await platform.container.knex('carts').where({ id: ready.cart.id }).first('userId'))?.['userId'] as string; // prettier-ignore
const add = (ready: ReadyCart, code: string) =>
  ready.http.post<CartResponse>(`/store/carts/${ready.cart.id}/coupons`, { code });
const suggested = async (ready: ReadyCart) =>
  (await ready.http.get<{ code: string }[]>(`/store/carts/${ready.cart.id}/coupons/suggested`)).body.data.map(({ code }) => code); // prettier-ignore

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
      writeRecipients(tx, broadcastId, audience, { after: null, limit: 100 }),
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
