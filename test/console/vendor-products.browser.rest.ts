import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import { createSession, type TestSession } from '../_support/accounts.js';
import { click, clickOn, fill, fillOn, pressKey, reload, see, typeText } from '../_support/browser.js';
import type { HttpClient } from '../_support/http-client.js';
import { createCategory, createIngredient } from '../_support/taxonomy.js';
import { createVendor } from '../_support/vendors.js';
import { blackPng } from '../media/form-upload.js';
import { done } from '../products/product-shop.js';
import { type ConsolePage, startConsole, type TestConsole } from './console-tests.js';

let shop: TestConsole;
let session: TestSession;
let seller: HttpClient;
beforeAll(async () => {
  shop = await startConsole();
  const { container, http } = shop.platform;
  const { vendorId } = await createVendor(container);
  session = await createSession(container, { vendorId });
  seller = http.as(session.token);
});
afterAll(() => shop.stop());

const create = async (body: object) => done(await seller.post<VendorProduct>('/vendor/products', body), 201);
const read = async (id: string) => done(await seller.get<VendorProduct>(`/vendor/products/${id}/detail`));
const open = (path: string): Promise<ConsolePage> => shop.open(path, { session });
const type = (page: Page, label: string, value: string) =>
  fillOn(page, `input[aria-label="${label}"]`, value);

const sizes = {
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: ['S', 'M'].map((value, index) => ({
    price: 49_900,
    sku: `S-${value}`,
    sortOrder: index,
    optionValues: [{ optionName: 'Size', value }],
  })),
};

it('variant-matrix: a value that goes detaches its variant, announced before; a new one makes a variant', async () => {
  const product = await create({ title: 'Kurta of sizes', ...sizes });
  const tab = await open(`/vendor/products/${product.id}`);
  await tab.watch('variant-matrix', async () => {
    const { page } = tab;
    await see(page, 'Variants (2)');
    const values = await page.waitForSelector('::-p-aria([name="Values of Size"])');
    // The last value goes, another comes.
    await values?.focus();
    await pressKey(page, 'Backspace');
    await typeText(page, 'L');
    await pressKey(page, 'Enter');
    await see(page, 'Cannot be bought');
    await type(page, 'SKU of L', 'S-L');
    await click(page, 'button', 'Save');
    await see(page, 'What happens to the variants');
    await see(page, 'Detached (1)');
    await see(page, 'New (1)');
    expect((await read(product.id)).variants).toHaveLength(2);
    await clickOn(page, '[role="dialog"] button::-p-text(Save)');
    await see(page, 'The product is saved');
    const { variants } = await read(product.id);
    const states = variants.map(({ sku, detached }) => [sku, detached]);
    expect(states).toEqual(
      expect.arrayContaining([
        ['S-S', false],
        ['S-M', true],
        ['S-L', false],
      ]),
    );
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('barcodes, size, ingredients and a category chosen in its tree are saved, and shown again by name', async () => {
  const { container } = shop.platform;
  const home = await createCategory(container, { title: 'Home' });
  const lamps = await createCategory(container, { title: 'Lamps', parentId: home.id });
  const ghee = await createIngredient(container, { title: 'Ghee' });
  const product = await create({ title: 'Lamp with ghee', variants: [{ price: 49_900, sku: 'GHEE-1' }] });
  const tab = await open(`/vendor/products/${product.id}`);
  await tab.watch('editor-details', async () => {
    const { page } = tab;
    const choose = async (label: string, option: string) => {
      await clickOn(page, `::-p-aria([name="${label}"])`);
      await clickOn(page, `::-p-aria([name="${option}"][role="option"])`);
    };
    await choose('Category', 'Home › Lamps');
    await choose('Ingredients', 'Ghee');
    await pressKey(page, 'Escape');
    await clickOn(page, 'button[aria-label^="More of"]');
    await fill(page, 'EAN', '8901234567894');
    await fill(page, 'UPC', '012345678905');
    for (const [label, value] of [
      ['Length', '12'],
      ['Breadth', '8'],
      ['Height', '20'],
    ] as const)
      await fillOn(page, `::-p-aria([name="${label}"])`, value);
    await click(page, 'button', 'Done');
    await click(page, 'button', 'Save');
    await see(page, 'The product is saved');
    expect(await read(product.id)).toMatchObject({
      primaryCategoryId: lamps.id,
      ingredientIds: [ghee.id],
      variants: [{ ean: '8901234567894', upc: '012345678905', length: 12, breadth: 8, height: 20 }],
    });
    await reload(page);
    await see(page, 'Search engines');
    await page.waitForFunction(() =>
      [
        ...(
          globalThis as unknown as {
            document: { querySelectorAll(selector: string): Iterable<{ value: string }> };
          }
        ).document.querySelectorAll('input'),
      ].some(({ value }) => value === 'Home › Lamps'),
    );
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('sync-conflict-merged: what only others changed is taken over, and what both changed is asked', async () => {
  const product = await create({
    title: 'Lamp',
    subtitle: 'Old',
    material: 'Iron',
    variants: [{ price: 10_000 }],
  });
  const tab = await open(`/vendor/products/${product.id}`);
  await tab.watch('sync-conflict-merged', async () => {
    const { page } = tab;
    await fill(page, 'Title', 'Lamp of mine');
    await fill(page, 'Subtitle', 'Mine');
    const path = `/vendor/products/${product.id}/basics`;
    done(await seller.patch(path, { title: 'Lamp of theirs', material: 'Brass' }));
    await click(page, 'button', 'Save');
    await see(page, 'Somebody else has changed the same');
    await see(page, 'Theirs: Lamp of theirs');
    // Nothing was written over, and nothing that was typed is lost.
    expect(await read(product.id)).toMatchObject({ title: 'Lamp of theirs', subtitle: 'Old' });
    await clickOn(page, 'button::-p-text(Mine: Lamp of mine)');
    await click(page, 'button', 'Save');
    await see(page, 'The product is saved');
    expect(await read(product.id)).toMatchObject({
      title: 'Lamp of mine',
      subtitle: 'Mine',
      material: 'Brass',
    });
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('pictures-by-drag: pictures come by a drop, and their order by buttons', async () => {
  const product = await create({ title: 'Pictured lamp', variants: [{ price: 10_000 }] });
  const tab = await open(`/vendor/products/${product.id}`);
  await tab.watch('pictures-by-drag', async () => {
    const { page } = tab;
    await page.waitForSelector('[data-drop="pictures"]');
    for (const [index, size] of [8, 9].entries()) {
      await page.evaluate(
        `(() => {
          const bytes = Uint8Array.from(atob('${blackPng(size, size).toString('base64')}'), (sign) => sign.charCodeAt(0));
          const transfer = new DataTransfer();
          transfer.items.add(new File([bytes], 'lamp.png', { type: 'image/png' }));
          const target = document.querySelector('[data-drop="pictures"]');
          target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }));
        })()`,
      );
      await page.waitForSelector(`img[alt="Picture ${index + 1}"]`);
    }
    const first = await page.$eval('img[alt="Picture 1"]', (image) => image.getAttribute('src'));
    await click(page, 'button', 'Move picture 2 forward');
    await click(page, 'button', 'Save');
    await see(page, 'The product is saved');
    const { thumbnail, images } = await read(product.id);
    expect([images.length, images[0]]).toEqual([2, thumbnail]);
    expect(`/${images[1] ?? ''}`).toBe(first);
    // The file itself is served there.
    expect((await fetch(new URL(first ?? '', shop.platform.url))).status).toBe(200);
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});

it('bulk-price: the dry run shows each price, and the run writes them', async () => {
  const [dear, cheap] = [
    await create({ title: 'Bulk lamp', variants: [{ price: 49_900 }] }),
    await create({ title: 'Bulk diya', variants: [{ price: 10_000, specialPrice: 9_500 }] }),
  ];
  const tab = await open('/vendor/products?search=Bulk');
  await tab.watch('bulk-price', async () => {
    const { page } = tab;
    await see(page, 'Bulk lamp');
    await clickOn(page, 'input[aria-label="Tick all"]');
    await click(page, 'button', 'Change 2');
    await click(page, 'menuitem', 'Change prices');
    await fill(page, 'Percent', '-10');
    await click(page, 'button', 'Show what would change');
    await see(page, '1 would change');
    await see(page, '₹449.00');
    await see(page, 'The special price must be below the price');
    expect((await read(dear.id)).variants[0]).toMatchObject({ price: 49_900 });
    await click(page, 'button', 'Change 1');
    await see(page, '1 changed');
    expect((await read(dear.id)).variants[0]).toMatchObject({ price: 44_900 });
    expect((await read(cheap.id)).variants[0]).toMatchObject({ price: 10_000 });
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
});
