import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { storeSettings } from '#domain/settings/store.settings.js';
import { freePort } from '../../scripts/supervisor/ports.mjs';
import { buildStorefront } from '../../scripts/supervisor/storefront-build.mjs';
import { clickOn, type OpenOptions, see, startBrowser, type TestPage, visit } from '../_support/browser.js';
import type { PlatformOptions } from '../_support/platform.js';
import { setSettings } from '../_support/settings.js';
import { startShop, type TestShop } from '../_support/shop.js';

const root = join(import.meta.dirname, '..', '..');

export interface TestStorefront {
  shop: TestShop;
  url: string;
  pid: number;
  open(path: string, options?: OpenOptions): Promise<TestPage>;
  stop(): Promise<void>;
}

/** The storefront as a process of its own, a browser, and the API with its payment sandbox. */
export async function startStorefront(options: PlatformOptions = {}): Promise<TestStorefront> {
  const [apiPort, port] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_API_BASE_URL: `http://127.0.0.1:${apiPort}`,
    ...options.environment,
  };
  await buildStorefront();
  const [shop, browser] = await Promise.all([
    startShop({ ...options, port: apiPort, environment }),
    startBrowser(),
  ]);
  await setSettings(shop.container, {
    [storeSettings.storeUrl.key]: url,
    [storeSettings.unsubscribePath.key]: '/unsubscribe',
    [storeSettings.backInStockPath.key]: '/back-in-stock',
  });
  const child = await startProcess({ SHOP_PORT: String(port), SHOP_URL: url, SHOP_API_URL: shop.url });
  return {
    shop,
    url,
    pid: child.pid ?? 0,
    open: (path, open) => browser.open(`${url}${path}`, open),
    async stop() {
      child.kill();
      await browser.stop();
      await shop.stop();
    },
  };
}

export async function startProcess(env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, 'dist', 'storefront', 'main.js')], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(child.stdout as NodeJS.EventEmitter, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('the storefront ended at once'))),
  ]);
  return child;
}

type Tab = Pick<TestPage, 'page'>;

export async function addToCart(front: TestStorefront, { page }: Tab, slug: string): Promise<void> {
  await visit(page, `${front.url}/products/${slug}`);
  await press(page, 'Add to cart');
  await page.waitForFunction("location.pathname === '/cart'");
}

export async function toPayment({ page }: Tab, email: string): Promise<void> {
  await follow(page, 'To the checkout');
  await see(page, 'Where to');
  await fillIn(page, { email, ...address });
  await press(page, 'Go on to payment');
  await see(page, 'Cash on delivery');
}

/** Signs a tab in as the buyer of this session. */
export const signInAs = ({ page }: Tab, token: string) =>
  page
    .browserContext()
    .setCookie({ name: 'shop_session', value: `u.${token}`, domain: '127.0.0.1', path: '/' });

/** Fills fields by their names. */
export async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`main [name="${name}"]:not([type="hidden"])`);
    await field.fill(value);
  }
}

export const address = {
  name: 'Meera Iyer',
  phone: '98200 12345',
  line1: '12 Hill Road',
  postalCode: '400050',
  city: 'Mumbai',
  stateCode: '27',
};

export const press = (page: Page, name: string) =>
  clickOn(page, `::-p-aria([name="${name}"][role="button"])`);

export const follow = (page: Page, name: string) => clickOn(page, `::-p-aria([name="${name}"][role="link"])`);

/** What is written on the page. */
export const textOf = (page: Page) =>
  page.$eval('main', (main) => (main as unknown as { innerText: string }).innerText);
