import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { createSellableVariant } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data, placeOrder, readyCart } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ workers: ['core', 'indexing', 'relay'] });
});
afterAll(() => platform.stop());

it('an order puts its buyer into a group by rules, over the relay and the drain', async () => {
  const { container } = platform;
  const admin = platform.http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  const { vendorId } = await createVendor(container);
  const { variantId } = await createSellableVariant(container, vendorId, { onHand: 10 });
  const ready = await readyCart(platform, [{ variantId }]);
  const rules = [{ field: 'orders', op: 'at_least', value: 1 }];
  const created = await admin.post<{ id: string }>('/admin/customer-groups', {
    name: 'Buyers',
    kind: 'rules',
    rules,
  });
  const path = `/admin/customer-groups/${data(created).id}`;
  await eventually(async () => {
    const group = data(await admin.get<{ refreshedAt: string | null; memberCount: number }>(path));
    expect([group.refreshedAt, group.memberCount]).toEqual([expect.any(String), 0]);
  });
  expect((await placeOrder(ready, { paymentOption: 'cod' })).status).toBe(201);
  await eventually(async () => {
    const members = data(await admin.get<{ userId: string; orders: number }[]>(`${path}/members`));
    expect(members).toMatchObject([{ userId: ready.buyer.userId, orders: 1 }]);
  });
});
