import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeUnsubscribeToken } from '#operations/campaigns/unsubscribe-token.js';
import { type MailSandbox, startMailSandbox } from '../../sandboxes/mail/mail-sandbox.js';
import { createUser } from '../_support/accounts.js';
import { click, clickOn, fill, reload, see, typeText, visit } from '../_support/browser.js';
import { eventually } from '../_support/eventually.js';
import { createSellableVariant } from '../_support/orders.js';
import { setSettings } from '../_support/settings.js';
import { createVendor } from '../_support/vendors.js';
import { startConsole, type TestConsole } from '../console/console-tests.js';
import { indexNow } from '../search/index-now.js';

const STORE = 'https://store.example';

let shop: TestConsole;
let sandbox: MailSandbox;
beforeAll(async () => {
  sandbox = await startMailSandbox({ smtpPort: 0, inboxPort: 0 });
  shop = await startConsole({
    workers: ['core', 'mail', 'relay'],
    environment: { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(sandbox.smtpPort) },
  });
  await setSettings(shop.platform.container, { 'store.storefront_urls.store_url': STORE });
});
afterAll(async () => {
  await shop.stop();
  await sandbox.close();
});

it('a campaign goes from the editor to a mail with a product, and its click is counted', async () => {
  const { container } = shop.platform;
  const { vendorId } = await createVendor(container);
  await createSellableVariant(container, vendorId, { title: 'Brass lamp', price: 49_900 });
  await indexNow(container);
  const buyer = await createUser(container);
  const tab = await shop.open('/admin/campaigns/new');
  await tab.watch('editor-to-click', async () => {
    const { page } = tab;
    await clickOn(page, 'label::-p-text(Blocks of its own)');
    await fill(page, 'Subject', 'Lamps for Diwali');
    await click(page, 'button', 'Add a block');
    await click(page, 'menuitem', 'Product');
    await clickOn(page, 'input[placeholder="Type to search"]');
    await typeText(page, 'Brass');
    await clickOn(page, '[role="option"]::-p-text(Brass lamp)');
    await clickOn(page, 'main form button[type="submit"]:not([disabled])');
    await see(page, 'Clicks and orders');
    const html = await eventually(() => {
      const mail = sandbox.messages(buyer.email).at(-1);
      expect(mail?.subject).toBe('Lamps for Diwali');
      return Promise.resolve(mail?.html ?? '');
    });
    expect(html).toContain('₹499.00');
    const [, link] = /<a[^>]+href="(http[^"]+\/store\/clicks\/[^"]+)"[^>]*>Brass lamp</.exec(html) ?? [];
    const response = await fetch(link ?? '', { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      expect.stringContaining(`${STORE}/products/`),
    ]);
    await reload(page);
    await see(page, 'Product');
    await page.waitForFunction(
      `[...document.querySelectorAll('tbody tr')].some((row) => /Product.*store\\.example.*\\b1\\b.*\\b1$/.test(row.innerText.replace(/\\s+/g, ' ').trim()))`,
    );
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('topics: begun in the console, named by a campaign, left on the preference page, and shown as skipped', async () => {
  const { container } = shop.platform;
  const { knex } = container;
  const reader = await createUser(container);
  const tab = await shop.open('/admin/campaigns/broadcasts?tab=topics');
  await tab.watch('topics', async () => {
    const { page } = tab;
    await click(page, 'button', 'Begin with Offers, News and New sellers');
    await see(page, 'everyone but 0 who unsubscribed');
    await see(page, 'Opt-in');
    const [offers] = (await knex('campaigns_topics').orderBy('position').select('id', 'names')) as {
      id: string;
    }[];
    const link = { broadcastId: null, topicId: offers?.id ?? null, address: reader.email };
    const token = writeUnsubscribeToken(link, container.keyring);
    await visit(page, `${shop.platform.url}/store/unsubscribe/${token}`);
    await see(page, 'Your e-mail preferences');
    await clickOn(page, 'label::-p-text(Offers)');
    await clickOn(page, 'button::-p-text(Save)');
    await see(page, 'Your choice is saved.');
    await visit(page, `${shop.platform.url}/console/admin/campaigns/new`);
    await clickOn(page, 'label::-p-text(Blocks of its own)');
    await fill(page, 'Subject', 'Half price');
    await clickOn(page, 'input[placeholder="Choose what it is about"]');
    await clickOn(page, '[role="option"]::-p-text(Offers)');
    await see(page, '1 unsubscribed from the topic');
    await clickOn(page, 'main form button[type="submit"]:not([disabled])');
    await see(page, 'About Offers');
    await see(page, 'Unsubscribed from the topic');
    await visit(page, `${shop.platform.url}/console/admin/campaigns/broadcasts?tab=topics`);
    await page.waitForFunction(
      `[...document.querySelectorAll('tbody tr')].some((row) => /^Offers.*\\b1 .*1$/s.test(row.innerText.replace(/\\s+/g, ' ').trim()))`,
    );
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});
