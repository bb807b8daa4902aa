import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createSession } from '../_support/accounts.js';
import { eventually } from '../_support/eventually.js';
import { data, startShop, type TestShop } from '../_support/shop.js';
import { placeOrder, readyCart, vendorWithVariant } from '../_support/shop.js';
import { startWebhookSandbox, type WebhookSandbox } from './webhook-shop.js';

let shop: TestShop;
let sandbox: WebhookSandbox;

beforeAll(async () => {
  sandbox = await startWebhookSandbox({ port: 0 });
  shop = await startShop({ workers: ['core', 'webhooks', 'relay'] });
});

afterAll(async () => {
  await shop.stop();
  await sandbox.close();
});

interface Created {
  id: string;
  secret: string;
}

it('an endpoint gets an order signed, is tried again after a failure, and gets it once more by hand', async () => {
  const { token } = await createSession(shop.container, {
    permissions: ['webhook:view', 'webhook:manage', 'order:view'],
  });
  const admin = shop.http.as(token);
  const url = `${sandbox.url}/erp`;
  const endpoint = data(
    await admin.post<Created>('/admin/webhooks', {
      url,
      events: ['order.placed'],
      contactEmail: 'erp@example.com',
      headers: { authorization: 'Bearer let-me-in' },
    }),
  );
  sandbox.setSecret('/erp', endpoint.secret);
  sandbox.control({ failNext: 1 });

  const { variantId } = await vendorWithVariant(shop);
  const placed = data(await placeOrder(await readyCart(shop, [{ variantId }])));
  type Listed = { id: string; state: string; attempts: number; nextAttemptAt: string | null };
  const deliveries = async () => data(await admin.get<Listed[]>(`/admin/webhooks/${endpoint.id}/deliveries`));
  const waiting = await eventually(async () => {
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1 });
    return delivery as Listed;
  });
  expect(Date.parse(waiting.nextAttemptAt ?? '') - Date.now()).toBeLessThan(6_000);
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }]),
  );

  const [received] = sandbox.received('/erp');
  expect(received).toMatchObject({ signature: 'good', type: 'order.placed' });
  expect(received?.headers['authorization']).toBe('Bearer let-me-in');
  new Webhook(endpoint.secret).verify(received?.body ?? '', received?.headers ?? {});
  expect(JSON.parse(received?.body ?? '')).toMatchObject({
    data: { id: placed.order.id, orderNumber: placed.order.orderNumber, revision: expect.any(Number) },
  });

  expect(await admin.post(`/admin/webhooks/deliveries/${waiting.id}/redeliver`)).toMatchObject({
    status: 202,
  });
  await eventually(() => Promise.resolve(expect(sandbox.received('/erp')).toHaveLength(2)));
  const [first, second] = sandbox.received('/erp');
  expect(second).toMatchObject({ id: first?.id, body: first?.body, signature: 'good' });
  const details = await eventually(async () => {
    const found = data(await admin.get<Record<string, unknown>>(`/admin/webhooks/deliveries/${waiting.id}`));
    expect(found).toMatchObject({ state: 'delivered', attempts: 3 });
    return found;
  });
  expect(details).toMatchObject({
    request: { url, body: first?.body, headers: { authorization: '••••t-me-in'.slice(0, 4) + 'e-in' } },
    attemptList: [
      { outcome: 'refused', status: 500 },
      { outcome: 'delivered', status: 200 },
      { outcome: 'delivered', status: 200, responseBody: 'ok' },
    ],
  });
});
