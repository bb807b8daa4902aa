import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import { clickOn, see, type TestPage, visit } from '../_support/browser.js';
import { eventually } from '../_support/eventually.js';
import { createBuyer, createConfirmedOrder, type TestBuyer } from '../_support/orders.js';
import { takePictures } from '../_support/pictures.js';
import { fillShop, type ShopPlace } from './shop-states.js';
import {
  addToCart,
  press,
  signInAs,
  startStorefront,
  textOf,
  type TestStorefront,
  toPayment,
} from './storefront-tests.js';

/** Only the pages whose name this matches, `PICTURES='cart|order'`. */
const chosen = new RegExp(process.env['PICTURES'] ?? '');
/** Where the pictures are, to be looked at. */
const folder = join(import.meta.dirname, '..', '..', '.cache', 'storefront-pictures');

let front: TestStorefront;
let buyer: TestBuyer;
let places: ShopPlace[];
let visitor: TestPage;
let tab: TestPage;

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  front = await startStorefront({ workers: ['core', 'documents', 'relay'] });
  buyer = await createBuyer(front.shop.container);
  [visitor, tab] = await Promise.all([front.open('/'), front.open('/')]);
  await signInAs(tab, buyer.token);
});
afterAll(() => front.stop());

const pictured = (page: Page, name: string) =>
  chosen.test(name) ? takePictures(page, { folder, name, rules: true }) : [];

it('an empty shop says what would be there', async () => {
  const wrong: string[] = [];
  for (const path of [
    '/',
    '/vendors',
    '/search?q=lamp',
    '/cart',
    '/account',
    '/account/addresses',
    '/account/wishlists',
  ]) {
    await visit(tab.page, `${front.url}${path}`);
    wrong.push(...(await pictured(tab.page, `empty${path.replace(/\W+/g, '-')}`)));
  }
  expect(wrong).toEqual([]);
});

it('every page of a shop with something in it, dark too, breaks no rule of WCAG 2.1 AA', async () => {
  places = await fillShop(front.shop, buyer);
  const wrong: string[] = [];
  for (const { name, path, seen, signedIn, press: button } of places) {
    const { page } = signedIn ? tab : visitor;
    await page.setViewport({ width: 1280, height: 800 });
    await visit(page, `${front.url}${path}`);
    if (button) await press(page, button);
    await see(page, seen).catch((error: unknown) => wrong.push(`${name}: ${String(error)}`));
    wrong.push(...(await pictured(page, name)));
  }
  expect(wrong).toEqual([]);
});

it('the way from the cart to the order', async () => {
  const { page } = tab;
  const wrong: string[] = [];
  await tab.watch('pictures', async () => {
    await page.setViewport({ width: 1280, height: 800 });
    await addToCart(front, tab, 'brass-lamp');
    wrong.push(...(await pictured(page, 'cart-with-gift')));
    await page.setViewport({ width: 1280, height: 800 });
    await visit(page, `${front.url}/checkout`);
    wrong.push(...(await pictured(page, 'checkout-address')));
    await page.setViewport({ width: 1280, height: 800 });
    await visit(page, `${front.url}/cart`);
    await toPayment(tab, buyer.email);
    wrong.push(...(await pictured(page, 'checkout-payment')));
    await clickOn(page, 'input[value="cod"]');
    await clickOn(page, 'main form[action="/checkout"] button');
    await see(page, 'Thank you');
    wrong.push(...(await pictured(page, 'placed')));
  });
  expect(wrong).toEqual([]);
});

it('store credit: the refund of a return, paying with it, and its statement after a cancellation', async () => {
  const { page } = tab;
  const { container } = front.shop;
  const wrong: string[] = [];
  const wide = () => page.setViewport({ width: 1280, height: 800 });
  const shown = async (name: string) => {
    wrong.push(...(await pictured(page, name)));
    await wide();
  };
  await tab.watch('pictures', async () => {
    await wide();
    const { orderId } = await createConfirmedOrder(container, { buyer, paid: true, vendors: [{}] });
    const delivered = { status: 'delivered', fulfilledAt: new Date(), deliveredAt: new Date() };
    await container.knex('orders_sub_orders').where({ orderId }).update(delivered);
    await visit(page, `${front.url}/orders/${orderId}`);
    await clickOn(page, '::-p-text(Send something back)');
    await shown('credit-return');

    await addToCart(front, tab, 'clay-diya');
    await toPayment(tab, buyer.email);
    await see(page, 'It pays all of this order');
    await shown('credit-alone');
    await clickOn(page, 'input[value="store_credit"]');
    await clickOn(page, 'main form[action="/checkout"] button');
    await see(page, 'Paid with store credit');
    await clickOn(page, '::-p-text(Cancel the order)');
    await shown('credit-order');
    await clickOn(page, '.cancel button');
    await see(page, 'Cancelled');
    await eventually(async () => {
      await visit(page, `${front.url}/account`);
      expect((await textOf(page)).match(/Refund/g) ?? []).not.toEqual([]);
    });
    await shown('credit-account');
  });
  expect(wrong).toEqual([]);
});
