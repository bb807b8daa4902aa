import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
let order: TestOrder;
beforeAll(async () => {
  // A tenth: two wrong e-mail addresses for an order number in a day, two look-ups a minute from an address.
  platform = await startPlatform({ environment: { RATE_LIMIT_FACTOR: '0.1', TRUST_PROXY: '1' } });
  order = await createConfirmedOrder(platform.container);
});
afterAll(() => platform.stop());

let last = 0;
function elsewhere() {
  last += 1;
  return platform.http.with({ 'x-forwarded-for': `203.0.113.${last}` });
}
const lookUp = async (email: string, client = elsewhere()) =>
  (await client.post('/store/orders/lookup', { orderNumber: order.orderNumber, email })).status;

it('right look-ups cost nothing, and wrong ones are counted although they come at once', async () => {
  const { email } = order.buyer;
  const home = elsewhere();
  const right = [];
  for (let n = 0; n < 5; n += 1) right.push(await lookUp(email, home));
  expect(right).toEqual([200, 200, 200, 200, 200]);
  const once = elsewhere();
  const wrong = await Promise.all(
    Array.from({ length: 4 }, (_, n) =>
      once
        .post('/store/orders/lookup', { orderNumber: `HT-0000000${n}`, email })
        .then(({ status }) => status),
    ),
  );
  expect(wrong.sort()).toEqual([404, 404, 429, 429]);
});

it('an order number is looked at so often a day, then answered like an unknown one', async () => {
  const { email } = order.buyer;
  expect([await lookUp('a@example.com'), await lookUp('b@example.com')]).toEqual([404, 404]);
  const locked = await elsewhere().post('/store/orders/lookup', { orderNumber: order.orderNumber, email });
  const unknown = await elsewhere().post('/store/orders/lookup', { orderNumber: 'HT-99999999', email });
  expect([locked.status, locked.body]).toEqual([unknown.status, unknown.body]);
  for (const path of ['invoice', 'return-requests']) {
    const body = { orderNumber: order.orderNumber, email, orderVendorId: order.subOrders[0]?.subOrderId };
    const lines = [{ lineId: order.subOrders[0]?.subOrderId, quantity: 1 }];
    const response = await elsewhere().post(`/store/orders/lookup/${path}`, { ...body, lines, reason: 'x' });
    expect([path, response.status]).toEqual([path, 404]);
  }
});

it('coupon codes that are tried at once are counted before they are looked at', async () => {
  const { container } = platform;
  const session = await createSession(container);
  const [cart] = (await container.knex('carts').insert({ userId: session.userId }).returning('id')) as {
    id: string;
  }[];
  const tries = await Promise.all(
    Array.from({ length: 4 }, (_, n) =>
      elsewhere()
        .as(session.token)
        .post(`/store/carts/${cart?.id}/coupons`, { code: `WRONG${n}` }),
    ),
  );
  expect(tries.map(({ status }) => status).sort()).toEqual([404, 429, 429, 429]);
});
