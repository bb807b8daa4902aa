import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createSellableVariant } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';

interface Movement {
  onHandDelta: number;
  reservedDelta: number;
  reason: string;
  actorType: string;
}

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

it('a vendor reads the movements of its own variants, newest first', async () => {
  const { container } = platform;
  const [mine, other] = [await createVendor(container), await createVendor(container)];
  const { variantId } = await createSellableVariant(container, mine.vendorId);
  const http = platform.http.as(mine.token);
  const path = `/vendor/inventory/${variantId}`;
  for (const delta of [5, -2, 1]) await http.post(`${path}/adjust`, { delta, reason: `count ${delta}` });
  const { status, body } = await http.get<Movement[]>(`${path}/movements?limit=2`);
  expect([status, body.metadata]).toEqual([200, { total: 3, limit: 2, offset: 0, hasMore: true }]);
  expect(body.data).toMatchObject([
    { onHandDelta: 1, reservedDelta: 0, reason: 'count 1', actorType: 'user' },
    { onHandDelta: -2, reservedDelta: 0, reason: 'count -2', actorType: 'user' },
  ]);
  const oldest = await http.get<Movement[]>(`${path}/movements?sort=createdAt:asc&limit=1`);
  expect(oldest.body.data[0]?.onHandDelta).toBe(5);
  const stranger = await platform.http.as(other.token).get(`${path}/movements`);
  expect([stranger.status, stranger.body.errorCode]).toEqual([404, 'NOT_FOUND']);
});
