import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { clickOn, fillOn, reload, see, selectOption, type TestPage, visit } from '../_support/browser.js';
import {
  createBuyer,
  createConfirmedOrder,
  createSellableVariant,
  type TestBuyer,
} from '../_support/orders.js';
import { setSettings } from '../_support/settings.js';
import { createVendor } from '../_support/vendors.js';
import {
  addToCart,
  address,
  fillIn,
  follow,
  press,
  signInAs,
  startStorefront,
  textOf,
  type TestStorefront,
} from './storefront-tests.js';

const GSTIN = '27AAPFU0939F1ZV';

let front: TestStorefront;
let buyer: TestBuyer;
beforeAll(async () => {
  front = await startStorefront();
  const { container } = front.shop;
  buyer = await createBuyer(container);
  const { vendorId } = await createVendor(container, { displayName: 'Pital Ghar' });
  await createSellableVariant(container, vendorId, { title: 'Brass lamp', product: { slug: 'brass-lamp' } });
});
afterAll(() => front.stop());

/** Pictures in all sizes and schemes, where `PICTURES` is set; no page scrolls sideways. */
async function look({ page }: TestPage, name: string): Promise<void> {
  if (!process.env['PICTURES']) return;
  const folder = join(import.meta.dirname, '..', '..', '.cache', 'shop-pictures');
  mkdirSync(folder, { recursive: true });
  for (const width of [360, 1280])
    for (const scheme of ['light', 'dark']) {
      await page.setViewport({ width, height: 800 });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      expect(await page.evaluate('document.documentElement.scrollWidth > window.innerWidth + 1')).toBe(false);
      const path = join(folder, `${name}-${width}-${scheme}.png`) as `${string}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  await page.setViewport({ width: 1280, height: 800 });
}

/** Sends a form as it is filled in two requests at once, as a double click does. */
const sendTwice = ({ page }: TestPage, form: string) =>
  page.evaluate(`(() => {
    const form = document.querySelector('${form}');
    const send = () => fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
    return Promise.all([send(), send()]).then((responses) => responses.map(({ status }) => status));
  })()`);

it('an address is saved, chosen at the checkout, and another one is saved there', async () => {
  const tab = await front.open('/');
  await signInAs(tab, buyer.token);
  const { page } = tab;
  await tab.watch('address-book', async () => {
    await visit(page, `${front.url}/account`);
    await follow(page, 'Addresses');
    await see(page, 'You have saved no address yet');
    await look(tab, 'addresses-none');
    await fillIn(page, { ...address, label: 'Home', postalCode: '560001' });
    await press(page, 'Save the address');
    await see(page, 'must be a PIN code of Maharashtra');
    await look(tab, 'addresses-refused');
    await fillIn(page, { postalCode: address.postalCode });
    // Two clicks before the first one has its response: two posts of one form.
    expect(await sendTwice(tab, 'form[action="/account/addresses"]')).toEqual([200, 200]);
    await visit(page, `${front.url}/account/addresses`);
    await see(page, 'Default for deliveries');
    expect(await page.$$('.addresses li')).toHaveLength(1);

    await addToCart(front, tab, 'brass-lamp');
    await follow(page, 'To the checkout');
    await see(page, 'Deliver to');
    await follow(page, 'Deliver to another address');
    await see(page, 'Save this address in my account');
    await look(tab, 'checkout-other');
    await fillIn(page, { ...address, name: 'Iyer Traders', line1: '1 Fort', gstin: GSTIN });
    await clickOn(page, 'input[name="save"]');
    await press(page, 'Go on to payment');
    await see(page, 'Cash on delivery');
    expect(await textOf(page)).toContain('1 Fort');

    await visit(page, `${front.url}/checkout?edit=1`);
    await see(page, 'Bill to');
    await look(tab, 'checkout-choice');
    await clickOn(page, 'main label.pay-option ::-p-text(12 Hill Road)');
    const office = await page.$eval('#field-billingId option:last-child', (option) => option.value);
    await selectOption(page, '#field-billingId', office);
    await press(page, 'Go on to payment');
    await see(page, 'Cash on delivery');
    expect(await textOf(page)).toContain('12 Hill Road');
    const cart = await front.shop.container
      .knex('carts')
      .where({ userId: buyer.userId })
      .first('shippingAddress', 'billingAddress');
    expect(cart).toMatchObject({
      shippingAddress: { line1: '12 Hill Road' },
      billingAddress: { line1: expect.any(String) },
    });

    await visit(page, `${front.url}/account/addresses`);
    await look(tab, 'addresses');
    await press(page, 'Use for billing');
    await see(page, 'Saved.');
    expect(
      await page.$$eval('.addresses li', (items) =>
        items.map((item) => item.querySelectorAll('.tag').length),
      ),
    ).toEqual([1, 1]);
    await clickOn(page, 'a[href^="/account/addresses/"]');
    await page.waitForSelector('[name="label"]');
    await fillIn(page, { label: 'Flat' });
    await look(tab, 'address');
    await press(page, 'Save the address');
    await see(page, 'Flat');
    await clickOn(page, 'form[action$="/delete"] button');
    await page.waitForFunction("document.querySelectorAll('.addresses li').length === 1");
    expect(await page.$$('.addresses .tag')).toHaveLength(2);
    expect(tab.problems.filter((problem) => !problem.includes('400'))).toEqual([]);
  });
  await tab.close();
});

it('an order is placed again: the page says what is in the cart, what costs more and what is gone', async () => {
  const { container } = front.shop;
  const lines = ['Terracotta pot', 'Jute rug', 'Cane basket', 'Block print'].map((title) => ({
    title,
    unitPrice: 20_000,
    quantity: 3,
  }));
  const order = await createConfirmedOrder(container, { buyer, vendors: [{}], lines });
  const [, dearer, few, gone] = order.written.lines.map(({ variantId }) => variantId);
  await container.knex('products_variants').where({ id: dearer }).update({ price: 24_000 });
  await container.knex('inventory_levels').where({ variantId: few }).update({ onHand: 2, reserved: 0 });
  await container.knex('inventory_levels').where({ variantId: gone }).update({ onHand: 0, reserved: 0 });
  const tab = await front.open('/');
  await signInAs(tab, buyer.token);
  const { page } = tab;
  await tab.watch('order-again', async () => {
    await visit(page, `${front.url}/orders/${order.orderId}`);
    await press(page, 'Order again');
    await see(page, 'To the cart');
    const text = await page.$eval(
      '.reordered',
      (list) => (list as unknown as { innerText: string }).innerText,
    );
    expect(text.replace(/\s+/g, ' ')).toBe(
      'Terracotta pot 3 in the cart Jute rug 3 in the cart now ₹240, was ₹200 ' +
        'Cane basket 2 of 3 in the cart, no more are left Block print out of stock',
    );
    await look(tab, 'order-again');
    await press(page, 'Order again');
    await page.waitForFunction("document.querySelector('[aria-busy]') === null");
    await follow(page, 'To the cart');
    await see(page, 'Cane basket');
    expect(
      await page.$$eval('.line select[name="quantity"]', (fields) => fields.map(({ value }) => value)),
    ).toEqual(expect.arrayContaining(['3', '3', '2']));
    expect(await textOf(page)).not.toContain('Block print');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('wishlist: a variant is saved, its price falls, a stranger buys from the shared list, and the link ends', async () => {
  const { container, http } = front.shop;
  const admin = http.as((await createSession(container, { roles: ['superAdmin'] })).token);
  const topic = { names: [{ locale: 'en', name: 'My wishlist' }], optIn: true };
  const topicId = (await admin.post<{ id: string }>('/admin/campaigns/topics', topic)).body.data.id;
  await admin.patch('/admin/settings/admin', { 'email.wishlist_topic': topicId });
  const { vendorId } = await createVendor(container, { displayName: 'Tamba Ghar' });
  const kettle = await createSellableVariant(container, vendorId, {
    title: 'Copper kettle',
    product: { slug: 'copper-kettle' },
  });
  const { token } = await createBuyer(container);
  const tab = await front.open('/products/copper-kettle');
  const stranger = await front.open('/');
  await tab.watch('wishlist', async () => {
    const { page } = tab;
    await press(page, 'Save to wishlist');
    await page.waitForFunction("location.pathname === '/sign-in'");
    await signInAs(tab, token);
    await reload(page);
    await page.waitForFunction(
      `location.pathname + location.search === '/products/copper-kettle?v=${kettle.variantId}'`,
    );
    await press(page, 'Save to wishlist');
    await see(page, 'Saved in Wishlist');
    await container.knex('products_variants').where({ id: kettle.variantId }).update({ price: 39_900 });
    await follow(page, 'Wishlist');
    await see(page, '₹499 when you saved it');
    expect(await textOf(page)).toMatch(/Copper kettle\s+Tamba Ghar\s+₹399\s+In stock\s+−₹100/);
    await clickOn(page, '.saved-mails summary');
    await clickOn(page, 'input[name="priceDrop"]');
    await clickOn(page, '.saved-mails button');
    await see(page, 'Mails: price drops');
    const item = () =>
      container
        .knex('wishlists_items')
        .where({ variantId: kettle.variantId })
        .first('notifyPriceDrop', 'notifyBackInStock');
    expect(await item()).toEqual({ notifyPriceDrop: true, notifyBackInStock: false });

    await clickOn(page, '::-p-text(New list)');
    await fillIn(page, { newName: 'Diwali gifts' });
    await press(page, 'Create the list');
    await see(page, 'Nothing is saved here yet');
    await clickOn(page, '::-p-text(Rename this list)');
    await fillIn(page, { name: 'Holi gifts' });
    await press(page, 'Rename it');
    await see(page, 'Holi gifts');
    await follow(page, 'Wishlist 1');
    await clickOn(page, '::-p-text(Move to another list)');
    expect(await sendTwice(tab, 'form[action$="/list"]')).toEqual([200, 200]);
    await reload(page);
    await see(page, 'Nothing is saved here yet');
    await follow(page, 'Holi gifts 1');
    await clickOn(page, '::-p-text(Move to another list)');
    await look(tab, 'wishlist-move');
    await press(page, 'Move Copper kettle');
    await see(page, 'It is in the other list now.');
    await clickOn(page, '::-p-text(Delete this list)');
    await press(page, 'Delete “Holi gifts”');
    await see(page, 'Copper kettle');

    await clickOn(page, '::-p-text(Share this list)');
    await press(page, 'Create a link');
    const link = await page
      .locator('input[readonly]')
      .map((field) => (field as unknown as { value: string }).value)
      .wait();
    await visit(page, `${front.url}/account/wishlists`);
    expect(await page.content()).not.toContain(new URL(link).searchParams.get('token'));
    await visit(stranger.page, link);
    await see(stranger.page, 'Copper kettle');
    expect(await textOf(stranger.page)).not.toMatch(/saved it|Mail/);
    await press(stranger.page, 'Add to cart Copper kettle');
    await stranger.page.waitForFunction("location.pathname === '/cart'");
    await see(stranger.page, 'Items (1)');

    await clickOn(page, '::-p-text(Share this list)');
    await press(page, 'Revoke the link');
    await see(page, 'The link has ended.');
    expect((await visit(stranger.page, link))?.status()).toBe(404);
    await see(stranger.page, 'This list is not shared');
    await press(page, 'Move to cart Copper kettle');
    await see(page, 'It is in your cart now');
    expect(
      await page.$eval(
        '[data-cart-count]',
        (badge) => (badge as unknown as { textContent: string }).textContent,
      ),
    ).toBe('1');
    expect(await item()).toBeUndefined();
    expect([...tab.problems, ...stranger.problems]).toEqual([]);
  });
  await Promise.all([tab.close(), stranger.close()]);
});

it('wishlist without-javascript: folds open, and every form does what it says', async () => {
  const { container, http } = front.shop;
  const topicId = newId();
  await container
    .knex('campaigns_topics')
    .insert({ id: topicId, names: '{"en": "My wishlist"}', position: 2 });
  await setSettings(container, { 'admin.email.wishlist_topic': topicId });
  const { vendorId } = await createVendor(container, { displayName: 'Bans Ghar' });
  const [tray, stool] = [
    await createSellableVariant(container, vendorId, { title: 'Cane tray', product: { slug: 'cane-tray' } }),
    await createSellableVariant(container, vendorId, { title: 'Cane stool' }),
  ];
  const { token } = await createBuyer(container);
  const own = http.as(token);
  await own.post('/store/wishlists/items', { productId: stool.productId });
  const tab = await front.open('/');
  await signInAs(tab, token);
  await tab.watch('wishlist-without-javascript', async () => {
    const { page } = tab;
    await page.setJavaScriptEnabled(false);
    const submit = (selector: string) => clickOn(page, selector);
    /** Opens the fold that holds the form, and sends it. */
    const unfold = async (form: string, fill: () => Promise<unknown> = () => Promise.resolve()) => {
      expect(await page.$(`details:not([open]) ${form}`)).not.toBeNull();
      await clickOn(page, `details:has(${form}) > summary`);
      await fill();
      await submit(`${form} button`);
    };
    await visit(page, `${front.url}/products/cane-tray`);
    await submit('.save button');
    expect(await textOf(page)).toContain('Saved in Wishlist');
    await submit('.save a');
    await submit('form[action$="/cart"] button');
    expect(await textOf(page)).toContain('All of it is in your cart.');
    await visit(page, `${front.url}/account/wishlists`);
    await unfold('form[action="/account/wishlists"]', () => fillOn(page, '[name="newName"]', 'Gifts'));
    await unfold('form[action$="/name"]', async () => {
      await fillOn(page, '[name="name"]', 'Diwali');
    });
    expect(await textOf(page)).toContain('Saved.');
    const gifts = page.url().split('?')[0] ?? '';
    await submit('.saved-lists li:first-child a');
    await unfold('form[action$="/list"]');
    expect(await textOf(page)).toContain('It is in the other list now.');
    expect(await textOf(page)).not.toContain('Cane tray');
    await submit('.saved form[action$="/remove"] button');
    expect(await textOf(page)).toContain('Nothing is saved here yet');
    await visit(page, gifts);
    await unfold('form[action$="/notices"]', () => clickOn(page, 'input[name="priceDrop"]'));
    expect(await textOf(page)).toContain('Mails: price drops');
    await unfold('form[action$="/share"]');
    expect(
      await page.$eval('input[readonly]', (field) => (field as unknown as { value: string }).value),
    ).toContain('/shared-wishlist?token=');
    await submit('form[action$="/revoke"] button');
    expect(await textOf(page)).toContain('The link has ended.');
    await submit('form[action$="/move"] button');
    expect(await textOf(page)).toContain('It is in your cart now.');
    await unfold('form[action$="/delete"]');
    const lists = (await own.get<{ name: string }[]>('/store/wishlists')).body.data;
    expect(lists).toMatchObject([{ name: 'Wishlist', itemCount: 0 }]);
    const { cartId } =
      (await container.knex('carts_items').where({ variantId: tray.variantId }).first('cartId')) ?? {};
    const lines = await container.knex('carts_items').where({ cartId }).pluck('quantity');
    expect(lines.sort()).toEqual([1, 2]);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});
