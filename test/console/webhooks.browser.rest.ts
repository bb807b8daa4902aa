import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import { createSession } from '../_support/accounts.js';
import { click, clickOn, fill, reload, see, visit } from '../_support/browser.js';
import { createVendor } from '../_support/vendors.js';
import {
  createEndpoint,
  createMessages,
  startWebhookSandbox,
  type WebhookDrains,
  webhookDrains,
  type WebhookSandbox,
} from '../outbound-webhooks/webhook-shop.js';
import { startConsole, type TestConsole } from './console-tests.js';

let shop: TestConsole;
let sandbox: WebhookSandbox;
let drains: WebhookDrains;
beforeAll(async () => {
  sandbox = await startWebhookSandbox({ port: 0 });
  shop = await startConsole();
  drains = webhookDrains(shop.platform.container);
});
afterAll(async () => {
  await drains.stop();
  await shop.stop();
  await sandbox.close();
});

/** The button of the dialog that is open, which bears the name of the one that opened it. */
const confirm = async (page: Page) => clickOn(page, '[role="dialog"] form button[type="submit"]');

/** The secret that is shown now, and is not shown again. */
async function takeSecret(page: Page): Promise<string> {
  await see(page, 'Copy it now');
  const secret = (await page.$eval('[role="dialog"] pre', (node) => node.textContent)) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await click(page, 'button', 'I have it');
  await page.waitForFunction('!document.body.innerText.includes("Copy it now")');
  expect(await page.content()).not.toContain(secret);
  return secret;
}

it('an endpoint is created, tested, looked into, disabled, enabled and deleted', async () => {
  const { container } = shop.platform;
  const tab = await shop.open('/admin/webhooks');
  await tab.watch('webhooks-endpoint', async () => {
    const { page } = tab;
    await see(page, 'No webhook endpoint yet');
    await click(page, 'button', 'New endpoint');
    await fill(page, 'URL', `${sandbox.url}/erp`);
    await fill(page, 'Contact e-mail address', 'integrations@example.com');
    await fill(page, 'Search events', 'paid');
    await page.waitForFunction('!document.body.innerText.includes("catalog.product.created")');
    await click(page, 'checkbox', 'order.paid');
    await click(page, 'button', 'Add a header');
    await fill(page, 'Name of header 1', 'x-api-key');
    await fill(page, 'Value of header 1', 'key-of-the-receiver');
    await click(page, 'button', 'Create');
    sandbox.setSecret('/erp', await takeSecret(page));
    await page.waitForFunction('location.pathname.startsWith("/console/admin/webhooks/")');
    await see(page, 'Nothing is due');
    expect(await page.content()).not.toContain('key-of-the-receiver');
    const [endpoint] = (await container.knex('outbound_webhooks_endpoints')) as {
      id: string;
      events: string[];
    }[];
    expect(endpoint?.events).toEqual(['order.paid']);
    const endpointId = endpoint?.id ?? '';
    const home = page.url();

    await click(page, 'button', 'Send a test event');
    await confirm(page);
    await see(page, 'Nothing was sent yet');
    await drains.deliver();
    await see(page, 'HTTP 200');
    expect(sandbox.received('/erp')).toMatchObject([
      { signature: 'good', headers: { 'x-api-key': 'key-of-the-receiver' } },
    ]);
    expect(await page.content()).not.toContain('key-of-the-receiver');

    await visit(page, home);
    await click(page, 'button', 'Rotate the secret');
    await confirm(page);
    await takeSecret(page);
    await see(page, 'signs as well until');

    await click(page, 'button', 'Disable');
    await click(page, 'button', 'Cancel');
    await click(page, 'button', 'Disable');
    await clickOn(page, '[role="dialog"] ::-p-aria([name="Disable"][role="button"])');
    await see(page, 'Nothing is sent to this endpoint');
    await createMessages(container, [endpointId], 2);
    await reload(page);
    await see(page, '2 events are held now');
    await click(page, 'button', 'Enable and send 2 held events');
    await confirm(page);
    await see(page, 'The endpoint is enabled');
    await drains.deliver();
    expect(sandbox.received('/erp')).toHaveLength(3);

    await click(page, 'button', 'Delete');
    await confirm(page);
    await see(page, 'No webhook endpoint yet');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('a delivery shows its request, attempts and responses, and is sent again alone or in a range, counted first', async () => {
  const { container } = shop.platform;
  const endpoint = await createEndpoint(container, sandbox);
  sandbox.control({ status: 503 });
  const [id = ''] = await createMessages(container, [endpoint.id]);
  await drains.deliver();
  sandbox.resetControls();
  await container.knex('outbound_webhooks_deliveries').where({ messageId: id }).update({ state: 'failed' });
  const tab = await shop.open(`/admin/webhooks/${endpoint.id}`);
  await tab.watch('webhooks-delivery', async () => {
    const { page } = tab;
    await click(page, 'link', 'order.paid');
    await see(page, 'All attempts have failed');
    await see(page, 'HTTP 503');
    await see(page, `webhook-id: ${id}`);
    await see(page, '"type": "order.paid"');
    await click(page, 'button', 'Redeliver');
    await confirm(page);
    await see(page, 'The delivery is sent again');
    await drains.deliver();
    await see(page, 'HTTP 200');
    await see(page, 'Attempt 2');

    await visit(page, `${shop.platform.url}/console/admin/webhooks/${endpoint.id}`);
    await click(page, 'button', 'Redeliver a range');
    await click(page, 'button', 'Count them');
    await see(page, 'The range has no such delivery');
    await click(page, 'checkbox', 'Delivered ones, once more');
    await click(page, 'button', 'Count them');
    await see(page, 'One delivery is sent again');
    expect(sandbox.received(endpoint.path)).toHaveLength(2);
    await click(page, 'button', 'Send 1 again');
    await see(page, 'The deliveries are sent again');
    await drains.deliver();
    expect(sandbox.received(endpoint.path).map((request) => request.id)).toEqual([id, id, id]);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('a vendor has endpoints of its own, and a member of its team none', async () => {
  const { container } = shop.platform;
  await createEndpoint(container, sandbox, { path: '/of-the-platform' });
  const { vendorId } = await createVendor(container);
  const session = await createSession(container, { vendorId });
  const tab = await shop.open('/vendor/webhooks', { session });
  await tab.watch('webhooks-vendor', async () => {
    const { page } = tab;
    await see(page, 'No webhook endpoint yet');
    await click(page, 'button', 'New endpoint');
    await fill(page, 'URL', `${sandbox.url}/seller`);
    await see(page, 'order.paid');
    expect(await page.content()).not.toContain('order.placed');
    await click(page, 'button', 'All of order.*');
    await fill(page, 'Contact e-mail address', 'not an address');
    await click(page, 'button', 'Create');
    await see(page, 'must be an e-mail address, like name@example.com');
    await fill(page, 'Contact e-mail address', 'seller@example.com');
    await click(page, 'button', 'Create');
    await takeSecret(page);
    await page.waitForFunction('location.pathname.startsWith("/console/vendor/webhooks/")');
    await see(page, 'Nothing is due');
    expect(await container.knex('outbound_webhooks_endpoints').where({ vendorId })).toMatchObject([
      { events: ['order.*'], contactEmail: 'seller@example.com' },
    ]);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
  const member = await createSession(container, { vendorId, vendorRole: 'member' });
  const other = await shop.open('/vendor/webhooks', { session: member });
  await see(other.page, 'Not permitted');
  await other.close();
});
