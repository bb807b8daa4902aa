import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { see, visit } from '../_support/browser.js';
import { startConsole, type TestConsole } from './console-tests.js';
import { createSeller, type SellerPages, vendorPages } from './vendor-shop.js';

/** Pictures of every page of vendors, to be looked at. */
const folder = join(import.meta.dirname, '..', '..', '.cache', 'pictures');

let shop: TestConsole;
let seller: SellerPages;
beforeAll(async () => {
  shop = await startConsole();
  seller = await createSeller(shop);
  mkdirSync(folder, { recursive: true });
});
afterAll(() => shop.stop());

const screens = [
  { size: 'wide', width: 1280, height: 900 },
  { size: 'phone', width: 360, height: 740 },
];

it.each(screens.flatMap((screen) => (['light', 'dark'] as const).map((scheme) => ({ ...screen, scheme }))))(
  'pages of vendors, $size, $scheme, need no sideways scrolling',
  async ({ size, scheme, width, height }) => {
    const tab = await shop.open('/account', { session: seller.session, width, height, scheme });
    const sideways: string[] = [];
    for (const [name, path, seen] of vendorPages(seller)) {
      await visit(tab.page, `${shop.platform.url}/console${path}`);
      await see(tab.page, seen).catch(() => sideways.push(`${name}: "${seen}" is not seen`));
      const wider = await tab.page.evaluate('document.documentElement.scrollWidth > window.innerWidth + 1');
      if (wider === true) sideways.push(name);
      const file = `${name.replace(/ /g, '-')}-${size}-${scheme}.png`;
      await tab.page.screenshot({ path: join(folder, file) as `${string}.png`, fullPage: true });
    }
    await tab.close();
    expect([sideways, tab.problems]).toEqual([[], []]);
  },
);
