import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { tokenPageUrl } from '#operations/settings/page-urls.js';
import { clickOn, fillOn, goBack, pressKey, see, selectOption, visit } from '../_support/browser.js';
import { createConfirmedOrder, type TestOrder } from '../_support/orders.js';
import { violations } from '../_support/pictures.js';
import { createProduct } from '../_support/products.js';
import { createBrand, createCategory } from '../_support/taxonomy.js';
import { createVendor } from '../_support/vendors.js';
import { indexNow } from '../search/index-now.js';
import { mailedLinks } from './mailed-links.js';
import {
  addToCart,
  fillIn,
  follow,
  press,
  signInAs,
  startStorefront,
  textOf,
  toPayment,
  type TestStorefront,
} from './storefront-tests.js';

const HOSTILE = '</script><script>window.hacked=1</script><img src=x onerror=window.hacked=1>';

let front: TestStorefront;
let category: { slug: string };
let mailed: TestOrder;
let seller: { vendorId: string; token: string };

beforeAll(async () => {
  front = await startStorefront();
  const { container } = front.shop;
  const { vendorId, token } = await createVendor(container, {
    displayName: 'Pital Ghar',
    slug: 'pital-ghar',
  });
  seller = { vendorId, token };
  const items = await createCategory(container, { title: 'Lamps & diyas', slug: 'lamps' });
  category = items;
  const brands = await Promise.all([
    createBrand(container, { title: 'Deepika', slug: 'deepika' }),
    createBrand(container, { title: 'Jyoti', slug: 'jyoti' }),
  ]);
  for (let index = 0; index < 12; index += 1)
    await createProduct(container, vendorId, {
      title: `Lantern ${index + 1}`,
      slug: `lantern-${index + 1}`,
      description: '<p>Cast in one piece.</p>',
      brandId: brands[index % 2]?.id ?? null,
      categoryIds: [items.id],
      primaryCategoryId: items.id,
      variants: [
        { price: 100_000 + index * 10_000, options: { Size: 'S' } },
        { price: 200_000, stock: index === 0 ? 0 : 5, options: { Size: 'L' } },
      ],
    });
  await createProduct(container, vendorId, {
    title: HOSTILE,
    subtitle: HOSTILE,
    slug: 'hostile',
    description: HOSTILE,
    metaTitle: HOSTILE,
  });
  const other = await createVendor(container, { displayName: 'Mitti', slug: 'mitti' });
  await createProduct(container, other.vendorId, {
    title: 'Clay cup',
    slug: 'clay-cup',
    categoryIds: [items.id],
    primaryCategoryId: items.id,
  });
  await indexNow(container);
  mailed = await createConfirmedOrder(container, { paid: true });
});
afterAll(() => front.stop());

it('first-load: at most 90 kB of script, style and HTML, and nothing moves', async () => {
  const tab = await front.open('/');
  const protocol = await tab.page.createCDPSession();
  await protocol.send('Network.enable');
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  const kinds = new Map<string, string>();
  let bytes = 0;
  protocol.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (['Document', 'Script', 'Stylesheet', 'Fetch'].includes(kinds.get(requestId) ?? ''))
      bytes += encodedDataLength;
  });
  const visits = ['/', `/categories/${category.slug}`, '/search?q=lantern', '/products/lantern-1'].flatMap(
    (path) => [1_280, 360].map((width) => [path, width] as const),
  );
  for (const [path, width] of visits) {
    bytes = 0;
    await tab.page.setViewport({ width, height: 740 });
    await visit(tab.page, `${front.url}${path}`, { waitUntil: 'networkidle0' });
    expect([path, bytes > 90_000 ? bytes : 'small']).toEqual([path, 'small']);
    expect(bytes).toBeGreaterThan(5_000);
    const moved = await tab.page.evaluate(`new Promise((done) => {
      let sum = 0;
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; }).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => done(sum), 100);
    })`);
    expect([path, width, moved]).toEqual([path, width, 0]);
    const unsized = await tab.page.$$eval('img', (pictures) =>
      pictures
        .filter(
          (picture) =>
            !picture.hasAttribute('width') ||
            !picture.hasAttribute('height') ||
            !picture.hasAttribute('loading'),
        )
        .map((picture) => picture.outerHTML),
    );
    expect(unsized).toEqual([]);
  }
  await tab.close();
});

it('search-by-typo-and-facets: says what was searched for, and narrows without a new page', async () => {
  const tab = await front.open('/');
  await tab.watch('search-by-typo-and-facets', async () => {
    const { page } = tab;
    await fillOn(page, '#q', 'lantren under 1200');
    await pressKey(page, 'Enter');
    await see(page, 'Results for “lantern');
    expect(await textOf(page)).toMatch(/“under 1200” is taken as a price up to ₹1,200/);
    expect(await page.$$('.card')).toHaveLength(3);
    await visit(page, `${front.url}/search?q=${encodeURIComponent('lantern zanzibar')}`);
    await see(page, 'without “zanzibar”');
    await visit(page, `${front.url}/search?q=lantern`);
    await see(page, '12 products');
    await page.evaluate('window.same = true');
    await clickOn(page, 'input[name="brand"][value="jyoti"]');
    await see(page, '6 products');
    await fillIn(page, { max: '1400' });
    await pressKey(page, 'Enter');
    await see(page, '2 products');
    await selectOption(page, 'select[name="sort"]', 'price-asc');
    await page.waitForFunction("location.search.includes('price-asc')");
    const titles = () => page.$$eval('.card h3', (all) => all.map(({ innerText }) => innerText as unknown));
    expect(await titles()).toEqual(['Lantern 2', 'Lantern 4']);
    const query = new URL(page.url()).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      q: 'lantern',
      brand: 'jyoti',
      max: '1400',
      sort: 'price-asc',
    });
    await goBack(page);
    await page.waitForFunction("document.querySelector('select[name=sort]').value === ''");
    expect(await page.evaluate('window.same')).toBe(true);
    await visit(page, `${front.url}/search?q=qqqqq`);
    await see(page, 'Nothing here');
  });
  await tab.close();
});

const productIdOf = async (slug: string): Promise<string> =>
  (await front.shop.container.knex('products').where({ slug }).first('id'))?.id ?? '';

it('accessible: no page breaks a rule of WCAG 2.1 AA, and the keyboard leads to the cart', async () => {
  const { container } = front.shop;
  const order = mailed;
  await container
    .knex('orders_sub_orders')
    .where({ orderId: order.orderId })
    .update({ status: 'delivered', fulfilledAt: new Date(), deliveredAt: new Date() });
  const guest = await front.open('/products/lantern-1');
  const buyer = await front.open('/');
  await signInAs(buyer, order.buyer.token);
  await guest.watch('accessible', async () => {
    const { page } = guest;
    await page.focus('.chips a');
    for (let step = 0; step < 8; step += 1) {
      await pressKey(page, 'Tab');
      if (await page.evaluate("document.activeElement.innerText === 'Add to cart'")) break;
    }
    await pressKey(page, 'Enter');
    await page.waitForFunction("location.pathname === '/cart'");
    const check = async (name: string, tab = guest) =>
      expect([name, await violations(tab.page)]).toEqual([name, []]);
    const open = async (path: string, tab = guest) => {
      await visit(tab.page, `${front.url}${path}`);
      await check(path, tab);
    };
    await check('cart');
    for (const path of [
      '/',
      `/categories/${category.slug}`,
      '/search?q=lantren',
      '/search?q=qqqqq',
      '/products/lantern-1',
      '/sign-in',
      '/sign-up',
      '/orders/lookup',
      '/nowhere',
      '/unsubscribe?token=preview',
    ])
      await open(path);
    await visit(page, `${front.url}/cart`);
    await toPayment(guest, 'keys@example.com');
    await check('payment');
    await open('/checkout?edit=1');
    await open('/account', buyer);
    await open('/account/wishlists', buyer);
    await open(`/orders/${order.orderId}`, buyer);
  });
  await Promise.all([guest.close(), buyer.close()]);
});

it('vendors: a page with story and policies, narrowed lists, followed by who is signed in, known to search engines', async () => {
  const { container } = front.shop;
  const http = front.shop.http.as(seller.token);
  const story = `<p>Three generations at the furnace.</p><script>window.hacked=1</script>`;
  const saved = await http.patch('/vendor/page', {
    story,
    pictures: ['media/a.jpg'],
    cover: 'media/cover.jpg',
    logo: 'media/logo.jpg',
    returnPolicy: 'Within 7 days.',
  });
  expect(saved.status).toBe(200);
  await container.knex('reviews').insert({
    productId: await productIdOf('lantern-1'),
    userId: mailed.buyer.userId,
    rating: 4,
    status: 'approved',
  });
  await container.knex('products').where({ slug: 'lantern-1' }).update({ ratingCount: 1, ratingSum: 4 });
  await container.knex('vendors_former_slugs').insert({ slug: 'pital', vendorId: seller.vendorId });
  const guest = await front.open('/vendors');
  const buyer = await front.open('/');
  await signInAs(buyer, mailed.buyer.token);
  await guest.watch('vendors', async () => {
    const { page } = guest;
    const check = async (name: string, tab = guest) =>
      expect([name, await violations(tab.page)]).toEqual([name, []]);
    await see(page, 'Pital Ghar');
    await check('list');
    await visit(page, `${front.url}/vendors?search=mit`);
    expect(await textOf(page)).toMatch(/Mitti/);
    expect(await textOf(page)).not.toMatch(/Pital/);
    const products = await visit(page, `${front.url}/products/lantern-1`);
    expect(products?.status()).toBe(200);
    await follow(page, 'Pital Ghar');
    expect(new URL(page.url()).pathname).toBe('/vendors/pital-ghar');
    await see(page, 'Three generations at the furnace.');
    const text = await textOf(page);
    for (const part of ['13 products', '4.0', 'About Pital Ghar', 'Sign in to follow', 'Lantern 3'])
      expect(text).toContain(part);
    expect(text).not.toContain('Clay cup');
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    await check('vendor');
    const [store] = await page.$$eval('script[type="application/ld+json"]', (all) =>
      all.map(({ innerText }) => JSON.parse(innerText as unknown as string) as object),
    );
    expect(store).toMatchObject({
      '@type': ['Organization', 'OnlineStore'],
      name: 'Pital Ghar',
      url: `${front.url}/vendors/pital-ghar`,
      aggregateRating: { ratingValue: 4, reviewCount: 1 },
    });
    await visit(page, `${front.url}/categories/${category.slug}`);
    await clickOn(page, 'input[name="vendor"][value="mitti"]');
    await see(page, '1 product');
    expect(await textOf(page)).toContain('Clay cup');

    await visit(buyer.page, `${front.url}/vendors/pital-ghar`);
    await press(buyer.page, 'Follow Pital Ghar');
    await see(buyer.page, '1 follower');
    await visit(buyer.page, `${front.url}/account`);
    await see(buyer.page, 'Sellers that you follow');
    await check('account', buyer);
    await press(buyer.page, 'Unfollow Pital Ghar');
    await buyer.page.waitForFunction("!document.body.innerText.includes('Sellers that you follow')");
    expect(await container.knex('vendor_pages_follows')).toEqual([]);
  });
  await Promise.all([guest.close(), buyer.close()]);
  const moved = await fetch(`${front.url}/vendors/pital?page=1`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/vendors/pital-ghar?page=1']);
  const nobody = await fetch(`${front.url}/vendors/nobody`);
  expect(nobody.status).toBe(404);
});

it('sitemap: the index names every kind, and each address of a kind is a page', async () => {
  const read = async (path: string) => {
    const response = await fetch(`${front.url}${path}`);
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      200,
      expect.stringContaining('xml'),
    ]);
    return [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => loc);
  };
  const kinds = await read('/sitemap.xml');
  expect(kinds).toContain(`${front.url}/sitemap/vendors.xml`);
  const pages = (await Promise.all(kinds.map((kind) => read(new URL(kind).pathname)))).flat();
  expect(pages).toEqual(
    expect.arrayContaining(
      ['/vendors/pital-ghar', '/vendors/mitti', '/products/lantern-1'].map((path) => front.url + path),
    ),
  );
  const statuses = await Promise.all(pages.map(async (url) => [url, (await fetch(url)).status]));
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([]);
  expect(await (await fetch(`${front.url}/robots.txt`)).text()).not.toContain('Disallow: /vendors');
});

it('hostile-titles: scripts in titles and in HTML of vendors stay text, and the policy holds', async () => {
  const tab = await front.open('/products/hostile');
  await tab.watch('hostile-titles', async () => {
    const { page } = tab;
    expect(await page.$eval('h1', ({ innerText }) => innerText as unknown)).toBe(HOSTILE);
    const unharmed = async () => expect(await page.evaluate('window.hacked')).toBeUndefined();
    await unharmed();
    await addToCart(front, tab, 'hostile');
    await unharmed();
    expect(await textOf(page)).toContain(HOSTILE);
    await visit(page, `${front.url}/search?q=${encodeURIComponent(HOSTILE)}`);
    await unharmed();
    await visit(page, `${front.url}/search?q=script`);
    await visit(page, `${front.url}/sign-in?to=javascript:alert(1)`);
    expect(await page.evaluate('document.querySelector(\'[name="to"]\').value')).toBe('/account');
    const response = await visit(page, `${front.url}/products/hostile`);
    expect(response?.headers()['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    await page.evaluate(
      "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=window.hacked=1>')",
    );
    await page.evaluate('new Promise((done) => setTimeout(done, 100))');
    await unharmed();
  });
  await tab.close();
});

it('mail-links: every link of a mail that leads to the shop finds its page', async () => {
  const { container } = front.shop;
  const { links, unsubscribeToken: token } = mailedLinks(container, front.url, mailed);
  expect([...links].map((url) => new URL(url).pathname).sort()).toEqual(
    expect.arrayContaining([
      '/',
      '/account-deleted',
      '/auth/change-email',
      '/auth/magic-link',
      '/auth/reset-password',
      '/auth/verification',
      '/back-in-stock',
      '/cart/restore',
      '/orders/lookup',
      '/products/lantern-1',
      '/unsubscribe',
    ]),
  );
  for (const url of links) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: `shop_session=u.${mailed.buyer.token}` },
    });
    expect([url, response.status]).toEqual([url, 200]);
  }

  const tab = await front.open(
    new URL(tokenPageUrl(container.settings, 'unsubscribePath', token, '')).pathname + `?token=${token}`,
  );
  await tab.watch('mail-links', async () => {
    const spared = () => container.knex('mail_suppressions').where({ address: 'reader@example.com' });
    await press(tab.page, 'Unsubscribe');
    await see(tab.page, 'You are unsubscribed');
    expect(await spared()).toHaveLength(1);
    await press(tab.page, 'Undo');
    await see(tab.page, 'You are subscribed again');
    expect(await spared()).toEqual([]);
    await visit(tab.page, `${front.url}/back-in-stock?token=forged`);
    await see(tab.page, 'This link is not valid');
  });
  await tab.close();
});
