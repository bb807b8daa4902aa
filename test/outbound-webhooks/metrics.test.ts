import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { outboundWebhooksSubscriptions } from '#events/outbound-webhooks.subscriptions.js';
import { watchBacklog } from '#runtime/metrics/backlog-metrics.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { readSamples } from '../metrics/scrape.js';
import { insertedEndpoint } from './outbound-webhooks.entities.js';
import { insertDeliveries } from './webhook-rows.js';
import {
  createEndpoint,
  createMessages,
  startWebhookSandbox,
  type WebhookDrains,
  webhookDrains,
  type WebhookSandbox,
} from './webhook-shop.js';

let platform: TestPlatform;
let sandbox: WebhookSandbox;
let drains: WebhookDrains;
let impatient: WebhookDrains;

beforeAll(async () => {
  sandbox = await startWebhookSandbox({ port: 0 });
  platform = await startPlatform();
  drains = webhookDrains(platform.container);
  impatient = webhookDrains(platform.container, { timeoutMs: 500 });
});
afterAll(async () => {
  await drains.stop();
  await platform.stop();
  await sandbox.close();
});

it('show attempts by outcome, the oldest due delivery and disabled endpoints, and name no URL', async () => {
  const { container } = platform;
  const { metrics } = container;
  const good = await createEndpoint(container, sandbox);
  const hanging = await createEndpoint(container, sandbox);
  const gone = await createEndpoint(container, sandbox);
  let now = 0;
  watchBacklog({ ...container, subscriptions: outboundWebhooksSubscriptions, now: () => now });
  const read = async () => {
    now += 5_000;
    const text = await metrics.text();
    const samples = readSamples(text);
    const value = (name: string, labels: Record<string, string>) =>
      samples.find(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
      )?.value;
    return { text, value };
  };
  const drain = 'webhook-deliveries';
  const before = await read();
  expect(before.value('haat_webhook_attempts_total', { outcome: 'gone' })).toBe(0);
  expect(before.value('haat_webhook_endpoints_disabled', {})).toBe(0);

  await createMessages(container, [good.id], 3);
  await drains.deliver();
  sandbox.control({ hang: [hanging.path] });
  await createMessages(container, [hanging.id], 2);
  while (sandbox.received(hanging.path).length < 2) await impatient.deliver();
  await eventually(async () =>
    expect(await container.knex('outbound_webhooks_attempts').where({ outcome: 'timeout' })).toHaveLength(2),
  );
  await impatient.stop();
  sandbox.resetControls();
  sandbox.control({ status: 410 });
  await createMessages(container, [gone.id]);
  await drains.deliver();
  sandbox.resetControls();

  const waiting = await insertedEndpoint(container, null, { url: 'https://erp.example.com/hidden' });
  await insertDeliveries(container, waiting.id, {
    state: 'pending',
    createdAt: new Date(Date.now() - 600_000),
  });
  const { value, text } = await read();
  expect(value('haat_webhook_attempts_total', { outcome: 'delivered' })).toBe(3);
  expect(value('haat_webhook_attempts_total', { outcome: 'timeout' })).toBe(2);
  expect(value('haat_webhook_attempts_total', { outcome: 'gone' })).toBe(1);
  expect(value('haat_webhook_endpoints_disabled', {})).toBe(1);
  expect(value('haat_derived_oldest_seconds', { drain })).toBeGreaterThanOrEqual(599);
  expect(value('haat_derived_rows', { drain, state: 'waiting' })).toBe(1);
  expect(text).not.toMatch(/hidden|127\.0\.0\.1:\d+\/|order\.paid/);
});
