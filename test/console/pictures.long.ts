import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { HTTPRequest } from 'puppeteer-core';
import { see, visit } from '../_support/browser.js';
import { takePictures } from '../_support/pictures.js';
import { fillWithMany, fillWithOne, places, type ConsolePlace, type ShownIds } from './console-states.js';
import { type ConsolePage, startConsole, type TestConsole } from './console-tests.js';
import { noStorefront } from './storefront-states.js';

/** Only the pages whose name this matches, `PICTURES='banner|link'`. */
const chosen = new RegExp(process.env['PICTURES'] ?? '');
const shownPlaces = places.filter(({ name }) => chosen.test(name));
/** Where the pictures are, to be looked at. */
const FOLDER = join(import.meta.dirname, '..', '..', '.cache', 'console-pictures');
const wide = { width: 1280, height: 800 };

let shop: TestConsole;
let tab: ConsolePage;
let ids: ShownIds = {
  orderId: '',
  userId: '',
  productId: '',
  vendorId: '',
  approvalId: '',
  endpointId: '',
  deliveryId: '',
  ...noStorefront,
};
/** What becomes of the requests of a page to the API. */
let api: 'responds' | 'waits' | 'fails' = 'responds';

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  shop = await startConsole();
  tab = await shop.open('/account');
  await tab.page.setRequestInterception(true);
  tab.page.on('request', respond);
});
afterAll(() => shop.stop());

function respond(request: HTTPRequest): void {
  const { pathname } = new URL(request.url());
  const own = /^\/(console|me|auth)(\/|$)/.test(pathname) || pathname.endsWith('/attention');
  if (own || api === 'responds') return void request.continue();
  if (api === 'waits') return;
  const body = {
    data: null,
    message: 'An internal error occurred',
    statusCode: 500,
    errorCode: 'INTERNAL_ERROR',
    reason: 'platform.internal',
  };
  void request.respond({
    status: 500,
    contentType: 'application/json',
    headers: { 'x-request-id': 'picture-1' },
    body: JSON.stringify(body),
  });
}

/** Pictures of the page as it is, and what is wrong with it. */
const picture = (place: ConsolePlace, state: string, rules: boolean) =>
  takePictures(tab.page, { folder: FOLDER, name: `${place.name}-${state}`, rules });

/** Opens a page, until nothing of it is on its way any more. */
async function show(place: ConsolePlace): Promise<void> {
  const { page } = tab;
  await page.setViewport(wide);
  await visit(page, `${shop.platform.url}/console${place.path(ids)}`, { waitUntil: 'domcontentloaded' });
  if (api === 'responds') await see(page, place.seen);
  else await page.waitForSelector('main [role="status"], main [role="alert"], main h1');
  if (api !== 'waits') await page.waitForFunction('!document.querySelector("main [aria-label=Loading]")');
  // What is asked for by what has just been shown.
  await page.evaluate('new Promise((done) => setTimeout(done, 300))');
}

/** Each page in one state, with its pictures. */
async function sweep(state: string, shown: readonly ConsolePlace[], rules = false): Promise<void> {
  const wrong: string[] = [];
  for (const place of shown) {
    try {
      await show(place);
      wrong.push(...(await picture(place, state, rules)));
    } catch (error) {
      wrong.push(`${place.name} ${state}: ${String(error)}`);
    }
  }
  expect(wrong).toEqual([]);
}

const lists = shownPlaces.filter(({ row }) => row !== true);

it('empty pages say what would fill them', () => sweep('empty', lists));

it('forbidden pages name the permission', async () => {
  const own = tab;
  tab = await shop.open('/account', { as: { permissions: ['review:moderate'] } });
  try {
    const wrong: string[] = [];
    // Both show what the permission does allow.
    for (const place of lists.filter(({ name }) => name !== 'home' && name !== 'queues')) {
      await visit(tab.page, `${shop.platform.url}/console${place.path(ids)}`);
      await tab.page.waitForSelector('main [role="alert"]');
      wrong.push(...(await picture(place, 'forbidden', false)));
    }
    expect(wrong).toEqual([]);
  } finally {
    await tab.close();
    tab = own;
  }
});

it('pages with one row', async () => {
  ids = await fillWithOne(shop);
  await sweep('one', shownPlaces);
});

it('pages with many rows, dark, break no rule of WCAG 2.1 AA', async () => {
  await fillWithMany(shop);
  await sweep('many', shownPlaces, true);
});

it('pages whose data is on its way', async () => {
  api = 'waits';
  await sweep('loading', shownPlaces);
});

it('pages whose data cannot be read', async () => {
  api = 'fails';
  await sweep('error', shownPlaces);
});
