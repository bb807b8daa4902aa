import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { vendorWithVariant } from '../_support/shop.js';
import { startProcess, startStorefront, type TestStorefront } from './storefront-tests.js';

let storefront: TestStorefront;
beforeAll(async () => {
  storefront = await startStorefront();
});
afterAll(() => storefront.stop());

/** The address that a page was found at, its status and its text. */
async function page(path: string) {
  const response = await fetch(`${storefront.url}${path}`);
  return { status: response.status, url: new URL(response.url), text: await response.text() };
}

describe('an address that says what cannot be', () => {
  test('leads to an honest page', async () => {
    for (const path of ['/products/%E0%A4%A', '/%ff', '/products/no-such-product'])
      expect([path, (await page(path)).status]).toEqual([path, 404]);
  });

  test('of a range the wrong way round shows the range that was meant, digits of every script', async () => {
    const { status, text } = await page('/search?min=५००&max=१००');
    expect(status).toBe(200);
    expect(text).toContain('"min":["१००"],"max":["५००"]');
  });

  test('behind the last page leads to what was chosen', async () => {
    const { status, url } = await page('/search?q=diya&page=99');
    expect([status, url.pathname, url.searchParams.get('q')]).toEqual([200, '/search', 'diya']);
  });
});

test('one submission of a form that arrives twice puts its pieces into the cart once', async () => {
  const { variantId } = await vendorWithVariant(storefront.shop);
  let cookies = '';
  const add = async (formKey: string) => {
    const response = await fetch(`${storefront.url}/cart/items`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        origin: storefront.url,
        cookie: cookies,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ variantId, slug: 'x', quantity: '1', formKey }).toString(),
    });
    expect(response.status).toBe(303);
    const set = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    if (set.length > 0) cookies = set.join('; ');
  };
  await add('one');
  await add('one');
  await Promise.all([add('two'), add('two'), add('two')]);
  const { rows } = await storefront.shop.container.knex.raw<{ rows: { quantity: number }[] }>(
    'select quantity from carts_items where variant_id = ?',
    [variantId],
  );
  expect(rows).toEqual([{ quantity: 2 }]);
});

test('while the API does not respond at all, the page that says so comes', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const port = await freePort();
  const child = await startProcess({
    SHOP_PORT: String(port),
    SHOP_URL: `http://127.0.0.1:${port}`,
    SHOP_API_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
  });
  try {
    for (const path of ['/', '/products/diya', '/cart', '/sitemap/products.xml', '/media/a.png']) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      expect([path, response.status]).toEqual([path, 503]);
    }
  } finally {
    child.kill();
    await once(child, 'exit');
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});
