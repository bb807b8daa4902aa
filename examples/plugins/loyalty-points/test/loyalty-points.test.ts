import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createBuyer,
  createHeldOrder,
  createSellableVariant,
  createSession,
  createVendor,
  data,
  eventually,
  readyCart,
  reportContract,
  startShop,
  type TestBuyer,
  type TestShop,
} from 'haat/testing';
import { createLoyaltyPointsActivities } from '../activities/loyalty-points.activities.js';
import { loyaltyPointsReport } from '../db/points.report.js';
import { releasePoints } from '../workflows/loyalty-points.contract.js';

const origin = { actor: { type: 'system' as const, id: 'test' }, requestId: 'test' };

let shop: TestShop;
let buyer: TestBuyer;
let subOrderId: string;

const points = async () =>
  data(await shop.http.as(buyer.token).get<{ available: number; pending: number }>('/store/loyalty-points'));
const spend = (count: number, key: string) =>
  shop.http
    .as(buyer.token)
    .post<{ code: string; value: number }>(
      '/store/loyalty-points/coupons',
      { points: count },
      { 'idempotency-key': key },
    );

beforeAll(async () => {
  shop = await startShop({ workers: ['core', 'relay'] });
  buyer = await createBuyer(shop.container);
});
afterAll(() => shop.stop());

describe('points of a delivered sub-order', () => {
  it('are credited once the sub-order is delivered, and cannot be spent yet', async () => {
    const lines = [{ title: 'Brass lamp', unitPrice: 500_00, quantity: 2 }];
    const order = await createHeldOrder(shop.container, { buyer, vendors: [{}], lines, paid: true });
    const [subOrder] = order.subOrders;
    if (!subOrder) throw new Error('the order has no sub-order');
    ({ subOrderId } = subOrder);
    const admin = await createSession(shop.container, { permissions: ['order:fulfil'] });
    const path = `/admin/orders/vendors/${subOrderId}`;
    const parcel = { providerId: 'self-handled', trackingCode: 'OWN-1' };
    data(await shop.http.as(admin.token).post(`${path}/fulfilled`, parcel));
    data(await shop.http.as(admin.token).post(`${path}/delivered`, {}));
    await eventually(async () =>
      expect(await points()).toEqual({ available: 0, pending: Math.floor(subOrder.total / 100_00) }),
    );
    expect(await spend(1, 'too-early')).toMatchObject({ status: 409 });
  });

  it('wait thirty days in a workflow that bears the name of the sub-order', async () => {
    const id = releasePoints.id({ subOrderId, orderNumber: '', origin });
    const run = await shop.container.gateway.client.workflow.getHandle(id).describe();
    expect(run.status.name).toBe('RUNNING');
  });

  it('can be spent afterwards, each once', async () => {
    const activities = createLoyaltyPointsActivities(shop.container);
    const { pending } = await points();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await activities.earnPoints({ subOrderId, origin });
      await activities.releaseEarnedPoints({ subOrderId, origin });
    }
    expect(await points()).toEqual({ available: pending, pending: 0 });

    const [first, second] = await Promise.all([spend(pending, 'one'), spend(pending, 'two')]);
    expect([first.status, second.status].sort()).toEqual([201, 409]);
    const coupon = data(first.status === 201 ? first : second);
    const stored = await shop.container.knex('discounts').where({ code: coupon.code }).first();
    expect(stored).toMatchObject({
      value: pending * 100,
      customerUserIds: [buyer.userId],
      totalUsageLimit: 1,
    });
    expect(await points()).toEqual({ available: 0, pending: 0 });
  });

  it('cannot be spent on a cart that is worth less than they are', async () => {
    const { vendorId } = await createVendor(shop.container);
    const { variantId } = await createSellableVariant(shop.container, vendorId, { price: 1_00 });
    const { http, cart } = await readyCart(shop, [{ variantId }], { buyer });
    const { code } = (await shop.container.knex('discounts').where('value', '>', 100).first('code')) as {
      code: string;
    };
    const refused = await http.post(`/store/carts/${cart.id}/coupons`, { code });
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/worth more than this cart/) },
    });
  });

  it('are shown in a report of the platform', async () => {
    const admin = await createSession(shop.container, { roles: ['superAdmin'] });
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
    const report = `/admin/reports/loyalty-points?from=${day(-1)}&to=${day(1)}`;
    const rows = data(await shop.http.as(admin.token).get<{ email: string; points: number }[]>(report));
    expect(rows.map(({ email }) => email)).toEqual([buyer.email, buyer.email]);
  });
});

reportContract(loyaltyPointsReport, async () => ({
  knex: shop.container.knex,
  from: '2020-01-01T00:00:00.000Z',
  to: '2100-01-01T00:00:00.000Z',
}));
