import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { clickOn, fillOn, reload, see, selectOption, visit } from '../_support/browser.js';
import { createSession } from '../_support/accounts.js';
import { createDiscount } from '../_support/discounts.js';
import { eventually } from '../_support/eventually.js';
import { mailsTo } from '../_support/mails.js';
import { createBuyer, createConfirmedOrder, createSellableVariant } from '../_support/orders.js';
import { createVendor } from '../_support/vendors.js';
import { indexNow } from '../search/index-now.js';
import {
  addToCart,
  address,
  fillIn,
  follow,
  press,
  signInAs,
  startStorefront,
  textOf,
  toPayment,
  type TestStorefront,
} from './storefront-tests.js';

let front: TestStorefront;
let lamp: { slug: string; variantId: string; productId: string };
let shawl: { slug: string; variantId: string; productId: string };

beforeAll(async () => {
  front = await startStorefront({ workers: ['core', 'documents', 'exports', 'relay'] });
  const { container } = front.shop;
  const product = async (title: string, slug: string, displayName: string) => {
    const { vendorId } = await createVendor(container, { displayName });
    const made = await createSellableVariant(container, vendorId, { title, product: { slug } });
    return { ...made, slug };
  };
  lamp = await product('Brass lamp of five wicks', 'brass-lamp', 'Pital Ghar');
  shawl = await product('Kullu shawl', 'kullu-shawl', 'Himalaya Looms');
});
afterAll(() => front.stop());

it('buy-as-guest, two-vendors-one-order, invoice-under-the-eyes: cash on delivery from two vendors', async () => {
  const tab = await front.open('/');
  await tab.watch('buy-as-guest', async () => {
    await addToCart(front, tab, lamp.slug);
    await addToCart(front, tab, shawl.slug);
    expect(await textOf(tab.page)).toMatch(/Pital Ghar[\s\S]*Himalaya Looms/);
    const cookies = await tab.page.browserContext().cookies();
    expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]).sort()).toEqual([
      ['shop_cart', true, 'Lax'],
      ['shop_session', true, 'Lax'],
    ]);
    await toPayment(tab, 'guest@example.com');
    await clickOn(tab.page, 'input[value="cod"]');
    await clickOn(tab.page, 'main form[action="/checkout"] button');
    await see(tab.page, 'Thank you');
    expect(await textOf(tab.page)).toMatch(/Pital Ghar[\s\S]*Himalaya Looms/);
    const order = await front.shop.container.knex('orders').first('id', 'guest');
    expect(order).toMatchObject({ guest: true });

    await press(tab.page, 'Have the invoice written');
    await see(tab.page, 'Invoice');
    await tab.page.waitForSelector('a[href$="/invoice.pdf"]');
    const type = await tab.page.evaluate(
      "fetch(document.querySelector('a[href$=\"/invoice.pdf\"]').href).then((r) => r.headers.get('content-type'))",
    );
    expect(type).toBe('application/pdf');
    expect(tab.problems).toEqual([]);
    // The browser has talked to the shop alone.
    expect(tab.requests.filter((line) => line.includes('/store/'))).toEqual([]);
  });
  await tab.close();

  const orders = front.shop.container.knex('orders').first('orderNumber');
  const { orderNumber } = (await orders) as { orderNumber: string };
  const other = await front.open('/orders/lookup');
  await other.watch('lookup', async () => {
    await fillIn(other.page, { orderNumber, email: 'guest@example.com' });
    await press(other.page, 'Find it');
    await see(other.page, 'Download the invoice');
  });
  await other.close();
});

it('pay-fails-then-succeeds: the order waits, and is paid at the second attempt', async () => {
  const tab = await front.open('/');
  await tab.watch('pay-fails-then-succeeds', async () => {
    await addToCart(front, tab, lamp.slug);
    await toPayment(tab, 'payer@example.com');
    await clickOn(tab.page, 'input[value="sandbox"]');
    await clickOn(tab.page, 'main form[action="/checkout"] button');
    await see(tab.page, 'Test mode');
    await press(tab.page, 'Decline the payment');
    await tab.page.waitForSelector('[role="alert"]');
    const { id } = (await front.shop.container
      .knex('orders')
      .where({ email: 'payer@example.com' })
      .first('id')) as { id: string };
    await visit(tab.page, `${front.url}/orders/${id}`);
    await see(tab.page, 'Waiting for the payment');
    await clickOn(tab.page, `form[action="/orders/${id}/pay"] button`);
    await see(tab.page, 'Test mode');
    await clickOn(tab.page, 'button.pay');
    // Back in the shop the page shows by itself that the payment has arrived, however long that takes.
    await tab.page.waitForFunction(`location.pathname === '/orders/${id}'`);
    await tab.page.waitForFunction(
      "document.querySelector('.order-status')?.innerText.startsWith('Confirmed')",
    );
    expect(await textOf(tab.page)).not.toContain('declined');
  });
  await tab.close();
});

it('buy-signed-in-with-coupon: the cart of the guest is kept, and a coupon says why it does not apply', async () => {
  const { container } = front.shop;
  const { code } = await createDiscount(container, { code: 'LAMPS10' });
  await createDiscount(container, { code: 'MUCH', minOrderAmount: 10_000_000 });
  const email = 'asha@example.com';
  const tab = await front.open('/sign-up?to=/cart');
  await tab.watch('buy-signed-in-with-coupon', async () => {
    await fillIn(tab.page, { name: 'Asha Rao', email, password: 'a long enough password' });
    await press(tab.page, 'Open the account');
    await see(tab.page, 'Look into your mail');
    const [mail] = await eventually(async () => {
      const found = await mailsTo(container, email);
      expect(found).not.toEqual([]);
      return found;
    });
    await visit(tab.page, String(mail?.variables?.['url']));
    await press(tab.page, 'Confirm');
    await see(tab.page, 'Your address is confirmed');
    await addToCart(front, tab, shawl.slug);
    await visit(tab.page, `${front.url}/sign-in?to=/cart`);
    await fillIn(tab.page, { email, password: 'a long enough password' });
    await press(tab.page, 'Sign in');
    await tab.page.waitForFunction("location.pathname === '/cart'");
    await see(tab.page, 'Kullu shawl');
    // Another device of hers has the session, and no cart in hand yet.
    const session = (await tab.page.browserContext().cookies()).find(({ name }) => name === 'shop_session');
    const other = await fetch(`${front.url}/cart`, {
      headers: { cookie: `shop_session=${session?.value ?? ''}` },
    });
    expect(await other.text()).toContain('Kullu shawl');
    await fillIn(tab.page, { code: 'MUCH' });
    await press(tab.page, 'Apply');
    await see(tab.page, 'items worth at least ₹1,00,000');
    await fillIn(tab.page, { code });
    await press(tab.page, 'Apply');
    await see(tab.page, 'Discount');
    await toPayment(tab, email);
    await clickOn(tab.page, 'input[value="cod"]');
    await clickOn(tab.page, 'main form[action="/checkout"] button');
    await see(tab.page, 'Thank you');
    await visit(tab.page, `${front.url}/account`);
    await see(tab.page, 'Hello, Asha Rao');
    expect(await tab.page.$$('.orders li')).toHaveLength(1);
    const order = (await container.knex('orders').where({ email }).first('guest', 'discountTotal')) as {
      guest: boolean;
      discountTotal: number;
    };
    expect(order).toMatchObject({ guest: false, discountTotal: 4_990 });
  });
  await tab.close();
});

it('automatic-offers: lines say why they cost less, the cart what is missing, and a gift that is gone is explained', async () => {
  const { container } = front.shop;
  const admin = front.shop.http.as((await createSession(container, { roles: ['admin'] })).token);
  const { vendorId } = await createVendor(container, { displayName: 'Diya Ghar' });
  await createSellableVariant(container, vendorId, {
    title: 'Clay diya',
    price: 10_000,
    product: { slug: 'clay-diya' },
  });
  const wick = await createSellableVariant(container, vendorId, {
    title: 'Cotton wick',
    price: 5_000,
    onHand: 1,
    product: { slug: 'cotton-wick' },
  });
  const vendors = [{ id: vendorId, mode: 'INCLUDE' }];
  const common = { discountType: 'PERCENTAGE', value: 100, vendors };
  const offers = [
    {
      code: 'B2G1',
      name: 'Buy 2 get 1',
      offer: { kind: 'BUY_X_GET_Y', buyQuantity: 2, getQuantity: 1, priority: 9 },
    },
    { code: 'BIG', name: 'Big cart', value: 10, minOrderAmount: 32_000, offer: { kind: 'PERCENTAGE' } },
    {
      code: 'WICK',
      name: 'Free wick',
      offer: { kind: 'GIFT', buyQuantity: 1, getQuantity: 1, giftVariantId: wick.variantId },
    },
  ];
  const ids: string[] = [];
  for (const offer of offers)
    ids.push((await admin.post<{ id: string }>('/admin/discounts', { ...common, ...offer })).body.data.id);
  const tab = await front.open('/');
  await tab.watch('automatic-offers', async () => {
    const { page } = tab;
    await addToCart(front, tab, 'clay-diya');
    await see(page, 'Add 2 more items to get Buy 2 get 1');
    await see(page, 'Add ₹220.00 more to get Big cart');
    expect(await textOf(page)).toMatch(/Cotton wick\s+Gift Free wick[\s\S]*free/);
    await selectOption(page, 'main select[name="quantity"]', '3');
    await see(page, 'Buy 2 get 1: −₹100');
    await see(page, 'Add ₹20.00 more to get Big cart');
    // The last wick was sold to somebody else; the cart says so once.
    await container.knex('inventory_levels').where({ variantId: wick.variantId }).update({ onHand: 0 });
    await visit(page, `${front.url}/cart`);
    await see(page, 'The gift of Free wick is no longer available');
    await visit(page, `${front.url}/cart`);
    await see(page, 'Buy 2 get 1: −₹100');
    expect(await textOf(page)).not.toMatch(/wick/i);
    // The same in the moment of the order: it is not placed, and the cart says why.
    await container.knex('inventory_levels').where({ variantId: wick.variantId }).update({ onHand: 1 });
    await visit(page, `${front.url}/cart`);
    await see(page, 'Cotton wick');
    await toPayment(tab, 'wick@example.com');
    await see(page, 'as a gift');
    await container.knex('inventory_levels').where({ variantId: wick.variantId }).update({ onHand: 0 });
    await clickOn(page, 'input[value="cod"]');
    await clickOn(page, 'main form[action="/checkout"] button');
    await page.waitForFunction("location.pathname === '/cart'");
    await see(page, 'The gift of Free wick is no longer available');
    await follow(page, 'To the checkout');
    await see(page, 'Cash on delivery');
    await clickOn(page, 'input[value="cod"]');
    await clickOn(page, 'main form[action="/checkout"] button');
    await see(page, 'Thank you');
    await see(page, 'Buy 2 get 1: −₹100');
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
  await container.knex('discounts').whereIn('id', ids).update({ isActive: false });
});

it('return-a-piece: a delivered piece is requested back, and reviewed', async () => {
  const { container } = front.shop;
  const { orderId, buyer } = await createConfirmedOrder(container, { paid: true, vendors: [{}] });
  const delivered = { status: 'delivered', fulfilledAt: new Date(), deliveredAt: new Date() };
  await container.knex('orders_sub_orders').where({ orderId }).update(delivered);
  const tab = await front.open('/');
  await tab.watch('return-a-piece', async () => {
    await signInAs(tab, buyer.token);
    await visit(tab.page, `${front.url}/orders/${orderId}`);
    await clickOn(tab.page, '::-p-text(Send something back)');
    await fillOn(tab.page, 'select[name^="line."]', '1');
    await fillIn(tab.page, { reason: 'One wick is bent' });
    await press(tab.page, 'Request the return');
    await see(tab.page, 'Return of 1 × Brass diya lamp: requested');
    const [line] = await container.knex('returns_lines').select('quantity');
    expect(line).toEqual({ quantity: 1 });
    await clickOn(tab.page, '::-p-text(Write a review)');
    await fillOn(
      tab.page,
      'select[name="productId"]',
      await tab.page.$eval(
        'select[name="productId"] option:nth-child(2)',
        (option) => (option as unknown as { value: string }).value,
      ),
    );
    await clickOn(tab.page, '.rate label:first-of-type');
    await fillIn(tab.page, { title: 'Bright', text: 'Burns all evening.' });
    await press(tab.page, 'Send the review');
    await see(tab.page, 'Your review appears once');
    const review = await container.knex('reviews').first('rating', 'title', 'status');
    expect(review).toEqual({ rating: 5, title: 'Bright', status: 'pending' });
  });
  await tab.close();
});

it('personal-data: a buyer gets the file, and takes the deletion of the account back', async () => {
  const { container } = front.shop;
  const buyer = await createBuyer(container);
  const tab = await front.open('/');
  await tab.watch('personal-data', async () => {
    const { page } = tab;
    await signInAs(tab, buyer.token);
    await visit(page, `${front.url}/account`);
    await follow(page, 'Your data, and deleting the account');
    await see(page, 'Everything that we keep about you');
    await press(page, 'Request the file');
    await see(page, 'We write to you when the file is ready');
    await eventually(async () => {
      await visit(page, `${front.url}/account/data`);
      expect(await textOf(page)).toContain('Download');
    });
    const download = async () =>
      (await page.evaluate(
        "fetch(document.querySelector('a[download]').href).then(async (r) => [r.headers.get('content-disposition'), await r.text()])",
      )) as string[];
    const [zipName, zip] = await download();
    expect([zipName, zip?.slice(0, 2)]).toEqual([expect.stringMatching(/^attachment; .*zip/), 'PK']);
    await press(page, 'Request it as JSON');
    await eventually(async () => {
      await visit(page, `${front.url}/account/data`);
      expect(await page.$$('a[download]')).toHaveLength(2);
    });
    const [name, text] = await download();
    expect([name, text?.includes(buyer.email)]).toEqual([expect.stringMatching(/^attachment; .*json/), true]);
    await press(page, 'Delete my account');
    await see(page, 'Your account will be deleted on');
    await press(page, 'Cancel the deletion');
    await page.waitForFunction("!document.body.innerText.includes('will be deleted on')");
    expect(await container.knex('accounts_users').where({ id: buyer.userId })).toHaveLength(1);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('sold-out-while-in-cart: the cart says so, and no order is made', async () => {
  const { container } = front.shop;
  const { vendorId } = await createVendor(container);
  const last = await createSellableVariant(container, vendorId, {
    title: 'The last one',
    onHand: 1,
    product: { slug: 'last-one' },
  });
  const tab = await front.open('/');
  await tab.watch('sold-out-while-in-cart', async () => {
    await addToCart(front, tab, 'last-one');
    await container.knex('inventory_levels').where({ variantId: last.variantId }).update({ onHand: 0 });
    await reload(tab.page);
    await see(tab.page, 'Something above needs your attention first');
    await press(tab.page, 'Remove The last one');
    await see(tab.page, 'Your cart is empty');
    await visit(tab.page, `${front.url}/products/last-one`);
    await fillIn(tab.page, { email: 'waiting@example.com' });
    await press(tab.page, 'Tell me when it is back');
    await see(tab.page, 'one mail when it is back');
  });
  await tab.close();
});

it('without-javascript: from the shelf to the cart and on to the payment', async () => {
  const tab = await front.open('/');
  await tab.watch('without-javascript', async () => {
    await tab.page.setJavaScriptEnabled(false);
    await visit(tab.page, `${front.url}/products/${lamp.slug}`);
    const submit = (selector: string) => clickOn(tab.page, selector);
    await submit('.add button');
    expect(new URL(tab.page.url()).pathname).toBe('/cart');
    await selectOption(tab.page, '.line select', '3');
    await submit('.line-acts button');
    expect(await tab.page.content()).toContain('Items (3)');
    await submit('a[href="/checkout"]');
    for (const [name, value] of Object.entries({ email: 'plain@example.com', ...address }))
      if (name === 'stateCode') await selectOption(tab.page, `[name="${name}"]`, value);
      else await fillOn(tab.page, `[name="${name}"]`, value);
    await submit('form[action="/checkout/address"] button');
    expect(await tab.page.content()).toContain('Cash on delivery');
  });
  await tab.close();
});

it('a form from another origin is refused', async () => {
  const send = (origin: string) =>
    fetch(`${front.url}/cart/items`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: `variantId=${lamp.variantId}`,
      redirect: 'manual',
    });
  expect((await send('https://evil.example')).status).toBe(403);
  expect((await send('null')).status).toBe(403);
  expect((await send(front.url)).status).toBe(303);
});

it('search-events: a search counts what was opened, put into the cart and ordered; a rule leads elsewhere', async () => {
  const { container } = front.shop;
  await indexNow(container);
  const tab = await front.open('/search?q=wicks');
  await tab.watch('search-events', async () => {
    await clickOn(tab.page, `main a[href="/products/${lamp.slug}"]`);
    await tab.page.waitForFunction(`location.pathname === '/products/${lamp.slug}'`);
    await press(tab.page, 'Add to cart');
    await tab.page.waitForFunction("location.pathname === '/cart'");
    await toPayment(tab, 'searching@example.com');
    await clickOn(tab.page, 'input[value="cod"]');
    await clickOn(tab.page, 'main form[action="/checkout"] button');
    await see(tab.page, 'Thank you');
    const counts = () =>
      container.knex('search_queries').where({ query: 'wicks' }).first('clicks', 'carts', 'orders');
    await eventually(async () => expect(await counts()).toEqual({ clicks: 1, carts: 1, orders: 1 }));
    await reload(tab.page);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
  await container
    .knex('search_rules')
    .insert({ query: 'wicks', queryKey: 'wick', redirect: '/cart', createdBy: 'test', updatedBy: 'test' });
  const seen = async (path: string) => {
    const response = await fetch(`${front.url}${path}`, { redirect: 'manual' });
    return [response.status, response.headers.get('location')];
  };
  await eventually(async () => expect(await seen('/search?q=Wicks')).toEqual([303, '/cart']));
  expect(await seen('/search?q=wicks&sort=new')).toEqual([200, null]);
  const led = await front.open('/search?q=Wicks');
  await led.page.waitForFunction("location.pathname === '/cart'");
  expect(led.problems).toEqual([]);
  await led.close();
});
