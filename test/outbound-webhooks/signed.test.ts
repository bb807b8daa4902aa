import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createTestClock } from '../_support/test-clock.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { data } from '../_support/shop.js';
import {
  createEndpoint,
  createMessages,
  startWebhookSandbox,
  type WebhookDrains,
  webhookDrains,
  type WebhookSandbox,
} from './webhook-shop.js';

const clock = createTestClock();
let platform: TestPlatform;
let sandbox: WebhookSandbox;
let drains: WebhookDrains;

beforeAll(async () => {
  sandbox = await startWebhookSandbox({ port: 0 });
  platform = await startPlatform({ clock });
  drains = webhookDrains(platform.container);
});

afterAll(async () => {
  await drains.stop();
  await platform.stop();
  await sandbox.close();
});

it('the standard’s library accepts a delivery, and refuses an altered byte and another secret', async () => {
  const endpoint = await createEndpoint(platform.container, sandbox);
  await createMessages(platform.container, [endpoint.id]);
  await drains.deliver();
  const [{ body = '', headers = {} } = {}] = sandbox.received(endpoint.path);
  const webhook = new Webhook(endpoint.secret);
  expect(webhook.verify(body, headers)).toMatchObject({ type: 'order.paid' });
  expect(() => webhook.verify(body.replace('paid', 'paie'), headers)).toThrow('No matching signature');
  const other = await createEndpoint(platform.container, sandbox);
  expect(() => new Webhook(other.secret).verify(body, headers)).toThrow('No matching signature');
});

it('the standard’s library refuses a timestamp that is ten minutes old', async () => {
  const endpoint = await createEndpoint(platform.container, sandbox);
  clock.shift(-600_000);
  await createMessages(platform.container, [endpoint.id]);
  await drains.deliver();
  clock.shift(0);
  const [received] = sandbox.received(endpoint.path);
  expect(received).toMatchObject({ signature: 'bad', problem: 'Message timestamp too old' });
});

it('after a rotation both secrets sign for 24 hours, and the new one alone afterwards', async () => {
  const { token } = await createSession(platform.container, {
    permissions: ['webhook:manage', 'order:view'],
  });
  const endpoint = await createEndpoint(platform.container, sandbox);
  const path = `/admin/webhooks/${endpoint.id}/rotate-secret`;
  const { secret } = data(await platform.http.as(token).post<{ secret: string }>(path));
  const { container } = platform;

  await createMessages(container, [endpoint.id]);
  await drains.deliver();
  const [both] = sandbox.received(endpoint.path);
  for (const known of [secret, endpoint.secret])
    new Webhook(known).verify(both?.body ?? '', both?.headers ?? {});

  // Moved into the past instead of the clock into the future, which the library would refuse.
  await container
    .knex('outbound_webhooks_endpoints')
    .where({ id: endpoint.id })
    .update({ previousSecretUntil: new Date(Date.now() - 1_000) });
  await createMessages(container, [endpoint.id]);
  await drains.deliver();
  const alone = sandbox.received(endpoint.path)[1];
  new Webhook(secret).verify(alone?.body ?? '', alone?.headers ?? {});
  expect(() => new Webhook(endpoint.secret).verify(alone?.body ?? '', alone?.headers ?? {})).toThrow(
    'No matching signature',
  );
});
