import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import { newId } from '#lib/ids.js';
import { createSession, type TestSession } from '../_support/accounts.js';
import {
  click,
  clickOn,
  fill,
  fillOn,
  pressKey,
  pressKeys,
  see,
  typeText,
  visit,
} from '../_support/browser.js';
import { insertedRow } from '../_support/entity-factory.js';
import { eventually } from '../_support/eventually.js';
import type { HttpClient } from '../_support/http-client.js';
import { createBuyer, createConfirmedOrder, createSellableVariant } from '../_support/orders.js';
import { createCategory } from '../_support/taxonomy.js';
import { createVendor } from '../_support/vendors.js';
import { done } from '../products/product-shop.js';
import { indexNow } from '../search/index-now.js';
import { type ConsolePage, startConsole, type TestConsole } from './console-tests.js';

let shop: TestConsole;
let session: TestSession;
let admin: HttpClient;
beforeAll(async () => {
  shop = await startConsole();
  session = await createSession(shop.platform.container, { roles: ['superAdmin'] });
  admin = shop.platform.http.as(session.token);
});
afterAll(() => shop.stop());

const open = (path: string, as = session): Promise<ConsolePage> => shop.open(path, { session: as });
const addressOf = (page: Page, pattern: string) =>
  page.waitForFunction(`/${pattern}/.test(location.pathname)`);

/** A choice of a few words: its radio button has no size, its label has. */
const choose = (page: Page, label: string) => clickOn(page, `label::-p-text(${label})`);

it('a discount is said in a sentence while it is typed, saved as it was said, and archived', async () => {
  const tab = await open('/admin/discounts/new');
  await tab.watch('discount-form', async () => {
    const { page } = tab;
    await see(page, '10 % off everything.');
    await fill(page, 'Name', 'Festival');
    await fill(page, 'Code', 'diwali');
    await fill(page, 'Cart at least, in INR', '1,999');
    await choose(page, 'App');
    await see(page, '10 % off everything, in carts of ₹1,999 or more, on the app.');
    await click(page, 'button', 'Create the discount');
    await addressOf(page, 'admin\\/discounts\\/[0-9a-f-]{36}$');
    const rows = shop.platform.container.knex('discounts').where({ code: 'DIWALI' });
    expect(await rows).toMatchObject([{ minOrderAmount: 199_900, platform: 'APP', value: 10 }]);
    await click(page, 'button', 'Archive');
    await clickOn(page, '[role="dialog"] form button[type="submit"]');
    await see(page, 'The discount is archived');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('content-raw-html-gate: without the right the content of a page is shown and stays as it is', async () => {
  const content = '<h1>About us</h1><script>parent.document.title = "run"</script>';
  const created = await admin.post<{ id: string }>('/admin/content-pages', {
    title: 'About',
    template: 'html',
    content,
  });
  const { id } = done(created, 201);
  const editor = await createSession(shop.platform.container, {
    permissions: ['content:read', 'content:update'],
  });
  const tab = await open(`/admin/content-pages/${id}`, editor);
  await tab.watch('content-raw-html-gate', async () => {
    const { page } = tab;
    await see(page, 'content:manageRawHtml');
    const locked = await page.$eval(
      'textarea[readonly]',
      (field) => (field as unknown as { value: string }).value,
    );
    expect(locked).toBe(content);
    await fill(page, 'Title', 'About the shop');
    await click(page, 'button', 'Save');
    await see(page, 'About the shop');
    const rows = shop.platform.container.knex('content_pages').where({ id });
    await page.waitForFunction(`document.querySelector('h1').textContent === 'About the shop'`);
    expect(await rows).toMatchObject([{ title: 'About the shop', content, template: 'html' }]);
    // The frame of the preview has neither scripts nor the origin of the console.
    const frame = await page.$eval('iframe[title="Preview"]', (element) => element.getAttribute('sandbox'));
    expect([frame, await page.title()]).not.toContain('run');
    expect(frame).toBe('');
  });
  await tab.close();
});

it('template-preview: the mail follows the words, marks unknown variables, and has a plain text', async () => {
  const tab = await open('/admin/email/templates/order.placed/customer');
  await tab.watch('template-preview', async () => {
    const { page } = tab;
    await fill(page, 'Heading', 'Thank you, {{customer_name}} {{customer_nmae}}');
    await see(page, 'Unknown: {{customer_nmae}}');
    await page.waitForFunction(
      `document.querySelector('iframe[title="Mail"]')?.srcdoc.includes('Thank you, ')`,
    );
    await choose(page, 'Narrow');
    await page.waitForFunction(`document.querySelector('iframe[title="Mail"]').clientWidth <= 375`);
    await choose(page, 'Dark');
    await page.waitForFunction(
      `!document.querySelector('iframe[title="Mail"]').srcdoc.includes('prefers-color-scheme')`,
    );
    await choose(page, 'Text');
    await page.waitForFunction(`document.querySelector('pre')?.textContent.includes('Thank you, ')`);
    // The field stands filled, and its value is that of the draft: what is there is selected and typed over.
    await clickOn(page, 'input[name="heading"]', 3);
    await typeText(page, 'Thank you');
    await click(page, 'button', 'Insert customer_name');
    await click(page, 'button', 'Save');
    await see(page, 'Reset to the default');
    const { body } = await admin.get<{ override: { heading: string; subject: string | null } }>(
      '/admin/email/templates/order.placed/customer',
    );
    expect(body.data.override).toMatchObject({ heading: 'Thank you{{customer_name}}', subject: null });
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('edits-of-two: what a colleague saved meanwhile is taken in, and what both changed is asked about', async () => {
  const { id } = await createCategory(shop.platform.container, { title: 'Lamps' });
  const tab = await open(`/admin/categories/${id}`);
  await tab.watch('edits-of-two', async () => {
    const { page } = tab;
    await fill(page, 'Title', 'Brass lamps');
    done(await admin.put(`/admin/categories/${id}`, { description: 'Made in Moradabad' }));
    await click(page, 'button', 'Save');
    await see(page, 'Their changes are taken in');
    await page.waitForFunction(`document.querySelector('textarea').value === 'Made in Moradabad'`);
    await click(page, 'button', 'Save');
    const row = shop.platform.container.knex('taxonomy_categories').where({ id }).first();
    await eventually(async () =>
      expect(await row.clone()).toMatchObject({ title: 'Brass lamps', description: 'Made in Moradabad' }),
    );
    await fill(page, 'Title', 'Lamps of brass');
    done(await admin.put(`/admin/categories/${id}`, { title: 'Diyas' }));
    await click(page, 'button', 'Save');
    await see(page, 'Somebody else has changed the same');
    await click(page, 'button', 'Theirs: Diyas');
    await fill(page, 'Description', 'Of clay');
    await click(page, 'button', 'Save');
    await eventually(async () =>
      expect(await row.clone()).toMatchObject({ title: 'Diyas', description: 'Of clay' }),
    );
    expect(tab.problems.filter((problem) => !problem.includes('412'))).toEqual([]);
  });
  await tab.close();
});

it('blocks-by-keyboard: blocks are moved and removed by keys alone', async () => {
  const tab = await open('/admin/campaigns/templates/new');
  await tab.watch('blocks-by-keyboard', async () => {
    const { page } = tab;
    await fill(page, 'Name', 'Keys');
    await fill(page, 'Subject', 'News');
    await page.focus('[data-block]:nth-child(2)');
    const focused = (name: string) =>
      page.waitForFunction(`document.activeElement.getAttribute('aria-label')?.startsWith('${name}')`);
    await pressKeys(page, 'Alt', 'ArrowUp');
    await focused('Block 1 of 4, Heading');
    await pressKey(page, 'ArrowDown');
    await focused('Block 2 of 4, Logo');
    await pressKey(page, 'Delete');
    await focused('Block 1 of 3, Heading');
    await click(page, 'button', 'Create');
    await addressOf(page, 'templates\\/[0-9a-f-]{36}$');
    const { body } = await admin.get<{ id: string }[]>('/admin/campaigns/templates');
    const path = `/admin/campaigns/templates/${body.data[0]?.id ?? ''}`;
    const { blocks } = done(await admin.get<{ blocks: { type: string }[] }>(path));
    expect(blocks.map(({ type }) => type)).toEqual(['heading', 'text', 'button']);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('listing-hits: filters say what they find when they are applied, before they are saved', async () => {
  const { container } = shop.platform;
  const { vendorId } = await createVendor(container);
  await createSellableVariant(container, vendorId, { title: 'Brass lamp' });
  await createSellableVariant(container, vendorId, { title: 'Clay diya' });
  await indexNow(container);
  const created = await admin.post<{ id: string }>('/admin/dynamic-product-listings', { title: 'Lamps' });
  const { id } = done(created, 201);
  const tab = await open(`/admin/dynamic-product-listings/${id}`);
  await tab.watch('listing-hits', async () => {
    const { page } = tab;
    await see(page, '2 hits');
    await fill(page, 'Search words', 'lamp');
    await see(page, '2 hits');
    await click(page, 'button', 'Apply');
    await see(page, '1 hit');
    const saved = () => container.knex('dynamic_listings').where({ id }).first('filters');
    expect(await saved()).toMatchObject({ filters: null });
    await click(page, 'button', 'Save');
    await eventually(async () => expect(await saved()).toMatchObject({ filters: { q: 'lamp' } }));
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

/** The button of an open dialog that does what the dialog asks about. */
const confirm = async (page: Page) =>
  clickOn(page, '[role="dialog"] form button[type="submit"]:not([disabled])');

it('customer-groups: rules say whom they select while they are typed, and members are added by address', async () => {
  const { container } = shop.platform;
  const buyer = await createBuyer(container);
  await createConfirmedOrder(container, { buyer });
  const tab = await open('/admin/customer-groups/new');
  await tab.watch('customer-groups', async () => {
    const { page } = tab;
    await fill(page, 'Name', 'Buyers');
    await see(page, '1 order');
    await see(page, buyer.email);
    await click(page, 'button', 'Create the group');
    await addressOf(page, 'customer-groups\\/[0-9a-f-]{36}$');
    const rows = container.knex('customer_groups').where({ name: 'Buyers' });
    expect(await rows).toMatchObject([
      { kind: 'rules', rules: [{ field: 'orders', op: 'at_least', value: 1 }] },
    ]);

    const { id } = done(await admin.post<{ id: string }>('/admin/customer-groups', { name: 'By hand' }), 201);
    await visit(page, `${shop.platform.url}/console/admin/customer-groups/${id}`);
    await click(page, 'button', 'Add customers');
    await fill(page, 'By e-mail address', `${buyer.email}, nobody@example.com`);
    await confirm(page);
    await see(page, 'These have no account and were not added');
    const members = container.knex('customer_groups_members').where({ groupId: id }).select('userId');
    expect(await members).toEqual([{ userId: buyer.userId }]);
    await click(page, 'button', 'Close');
    await clickOn(page, `input[aria-label^="Tick"]:not([aria-label="Tick all"])`);
    await click(page, 'button', 'Remove 1 from the group');
    await see(page, 'No members yet');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('attributes: values are added and removed, and what products lose is said before', async () => {
  const tab = await open('/admin/product-attributes/new');
  await tab.watch('attributes', async () => {
    const { page } = tab;
    await fill(page, 'Title', 'Weave');
    await fill(page, 'New values', 'Plain, Twill, Satin');
    await pressKey(page, 'Enter');
    await see(page, 'Values (3)');
    await click(page, 'button', 'Move Satin up');
    await clickOn(page, 'main form button[type="submit"]');
    await addressOf(page, 'product-attributes\\/[0-9a-f-]{36}$');
    await click(page, 'button', 'Remove Twill');
    await see(page, 'Products lose "Twill".');
    await click(page, 'button', 'Save');
    const values = shop.platform.container
      .knex('product_attributes_values')
      .whereNull('deletedAt')
      .orderBy('sortOrder')
      .pluck('value');
    await eventually(async () => expect(await values).toEqual(['Plain', 'Satin']));
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('mails: one is sent again, an address is suppressed, and pairs are computed anew', async () => {
  const { container } = shop.platform;
  const { knex } = container;
  const { id } = await insertedRow(container, 'mail_messages', {
    template: 'order.placed',
    role: 'customer',
    recipient: 'asha@example.com',
    state: 'failed',
    lastError: 'The mailbox is full',
    dedupeKey: newId(),
    variablesEncrypted: container.keyring.encrypt(JSON.stringify({ orderNumber: 'H7K2-9QXM' })),
  });
  const tab = await open('/admin/email/deliveries');
  await tab.watch('mails', async () => {
    const { page } = tab;
    await see(page, 'The mailbox is full');
    await visit(page, `${shop.platform.url}/console/admin/email/deliveries/${id}`);
    await click(page, 'button', 'Send again');
    await confirm(page);
    await page.waitForFunction(`!location.pathname.includes('${id}')`);
    expect(await knex('mail_messages').where({ resendOf: id })).toMatchObject([
      { recipient: 'asha@example.com' },
    ]);
    await visit(page, `${shop.platform.url}/console/admin/email/deliveries?tab=suppressed`);
    await click(page, 'button', 'Suppress an address');
    await fillOn(page, '[role="dialog"] input[data-field="address"]', 'asha@example.com');
    await confirm(page);
    await see(page, 'The address is suppressed');
    await eventually(async () =>
      expect(await knex('mail_suppressions').pluck('address')).toEqual(['asha@example.com']),
    );
    const { vendorId } = await createVendor(container);
    const lamp = await createSellableVariant(container, vendorId, { title: 'Lamp of brass' });
    const wick = await createSellableVariant(container, vendorId, { title: 'Wicks of cotton' });
    await knex('bought_together_pairs').insert({
      productId: lamp.productId,
      otherId: wick.productId,
      confidence: 0.25,
      orders: 12,
    });
    await visit(page, `${shop.platform.url}/console/admin/fbt/pairs`);
    await see(page, '25.0 %');
    await click(page, 'button', 'Run now');
    await confirm(page);
    await see(page, 'The computation is requested');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('feeds, payments and carrier: failed items are sent again, switches and fields change what they say', async () => {
  const { container } = shop.platform;
  const { knex } = container;
  const { vendorId } = await createVendor(container);
  const { variantId } = await createSellableVariant(container, vendorId, { title: 'Lamp of the feed' });
  done(
    await admin.patch('/admin/settings/admin', {
      'merchant_feed.merchant_id': '4711',
      'merchant_feed.data_source_id': '1001',
    }),
  );
  await knex('feeds_items').insert({
    feed: 'merchant',
    target: '4711-1001',
    variantId,
    status: 'failed',
    lastError: 'The picture is too small',
  });
  const tab = await open('/plugins/merchant-feed?tab=items');
  await tab.watch('feeds-payments-carrier', async () => {
    const { page } = tab;
    await see(page, 'The picture is too small');
    await clickOn(page, '::-p-text(Lamp of the feed)');
    await see(page, 'What would be sent');
    await pressKey(page, 'Escape');
    await clickOn(page, 'input[aria-label^="Tick Lamp of the feed"]');
    await click(page, 'button', 'Send 1 again');
    const intents = knex('feeds_intents').where({ variantId, feed: 'merchant' });
    await eventually(async () => expect(await intents).toMatchObject([{ kind: 'upsert', origin: 'resync' }]));

    await visit(page, `${shop.platform.url}/console/admin/payment/gateways`);
    const offered = async () =>
      (await admin.get<Record<string, { web: string[]; app: string[] }>>('/admin/settings/admin')).body.data[
        'payment.enabled_providers'
      ];
    const before = await offered();
    await clickOn(page, 'section[aria-label="Cash on delivery"] label::-p-text(In the app)');
    await eventually(async () =>
      expect((await offered())?.app.includes('cod')).not.toBe(before?.app.includes('cod')),
    );
    expect((await offered())?.web).toEqual(before?.web);

    await visit(page, `${shop.platform.url}/console/admin/shipping/carrier`);
    await fill(page, 'City', 'Kumbakonam');
    await clickOn(page, 'main form button[type="submit"]');
    const saved = async () =>
      (await admin.get<{ pickupCity: string }>('/admin/shipping/carrier/config')).body.data.pickupCity;
    await eventually(async () => expect(await saved()).toBe('Kumbakonam'));
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('banners-and-links: they are ordered, switched and edited in place, and an unsaved dialog asks', async () => {
  const { knex } = shop.platform.container;
  const { id: entityId } = await createCategory(shop.platform.container, { title: 'Sarees' });
  const image = 'media/platform/banner.png';
  const rows = ['/first', '/second', '/third'].map((url) => ({
    entityType: 'category',
    entityId,
    image,
    url,
  }));
  await knex('banners').insert(rows.map((row, index) => ({ ...row, sortOrder: index * 10 })));
  const tab = await open(`/admin/banners?entityType=category&entityId=${entityId}`);
  await tab.watch('banners-and-links', async () => {
    const { page } = tab;
    const banners = () => knex('banners').where({ entityId }).orderBy('sortOrder').select('url', 'isActive');
    await click(page, 'button', 'Move /third up');
    const urls = async () => (await banners()).map(({ url }: { url: string }) => url);
    await eventually(async () => expect(await urls()).toEqual(['/first', '/third', '/second']));
    const puts = () => tab.requests.filter((line) => line.startsWith('PUT /admin/banners/'));
    await eventually(() => Promise.resolve(expect(puts()).toHaveLength(2)));
    await clickOn(page, 'input[aria-label="Show /first"]');
    await eventually(async () =>
      expect(await banners()).toMatchObject([{ isActive: false }, { isActive: true }, { isActive: true }]),
    );
    await click(page, 'button', 'Edit /second');
    await clickOn(page, '::-p-aria([name="Leads to"][role="textbox"])', 3);
    await typeText(page, '/sale');
    const asked: string[] = [];
    page.once('dialog', (dialog) => void dialog.dismiss().then(() => asked.push(dialog.message())));
    await pressKey(page, 'Escape');
    await eventually(() => Promise.resolve(expect(asked).toEqual([expect.stringContaining('not saved')])));
    await confirm(page);
    await see(page, '/sale');
    expect(await urls()).toEqual(['/first', '/third', '/sale']);

    const group = done(
      await admin.post<{ id: string }>('/admin/dynamic-link-groups', {
        title: 'Footer',
        slug: 'footer',
        metadata: null,
      }),
      201,
    );
    const links = () => knex('dynamic_links').where({ groupId: group.id }).orderBy('sortOrder').pluck('text');
    await visit(page, `${shop.platform.url}/console/admin/dynamic-link-groups/${group.id}`);
    for (const text of ['About', 'Help']) {
      await click(page, 'button', 'New link');
      await fill(page, 'Text', text);
      await fill(page, 'Leads to', `/${text.toLowerCase()}`);
      await confirm(page);
      await page.waitForSelector(`button[aria-label="Edit ${text}"]`);
    }
    await click(page, 'button', 'Move Help up');
    await eventually(async () => expect(await links()).toEqual(['Help', 'About']));
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('sending a campaign: it is scheduled, paused, resumed and cancelled', async () => {
  const { knex } = shop.platform.container;
  const tab = await open('/admin/campaigns/new');
  await tab.watch('sending-a-campaign', async () => {
    const { page } = tab;
    await choose(page, 'Blocks of its own');
    await fill(page, 'Subject', 'Ten days of lamps');
    const at = `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}T09:00`;
    // As a browser writes what was picked: it has no text to type.
    await page.$eval('input[type="datetime-local"]', writeValue, at);
    await see(page, 'until then it can be cancelled');
    await clickOn(page, 'main form button[type="submit"]:not([disabled])');
    await addressOf(page, 'broadcasts\\/[0-9a-f-]{36}$');
    await see(page, 'Planned for');
    const state = async (status: string) => {
      const rows = knex('campaigns_broadcasts').where({ subject: 'Ten days of lamps' });
      await eventually(async () => expect(await rows).toMatchObject([{ status }]));
    };
    for (const [button, status] of [
      ['Pause', 'paused'],
      ['Resume', 'scheduled'],
      ['Cancel the campaign', 'cancelled'],
    ] as const) {
      await click(page, 'button', button);
      await confirm(page);
      await state(status);
      await page.waitForFunction(`!document.querySelector('[role="dialog"]')`);
    }
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

/** Sets a field as a person does, for a page that keeps the values of its fields. */
function writeValue(field: unknown, value: string): void {
  const { HTMLInputElement, Event } = globalThis as unknown as {
    HTMLInputElement: { prototype: object };
    Event: typeof globalThis.Event;
  };
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  (field as EventTarget).dispatchEvent(new Event('input', { bubbles: true }));
}
