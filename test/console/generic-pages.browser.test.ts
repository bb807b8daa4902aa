import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'puppeteer-core';
import { createSession } from '../_support/accounts.js';
import { click, fill, see, startBrowser, type TestBrowser } from '../_support/browser.js';
import { eventually } from '../_support/eventually.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
let browser: TestBrowser;
let cookie: string;

beforeAll(async () => {
  [platform, browser] = await Promise.all([
    startPlatform({ environment: { CONSOLE: 'on' } }),
    startBrowser(),
  ]);
  ({ cookie } = await createSession(platform.container, { roles: ['superAdmin'] }));
});
afterAll(async () => {
  await browser.stop();
  await platform.stop();
});

const taxonomies: [path: string, table: string][] = [
  ['categories', 'taxonomy_categories'],
  ['brands', 'taxonomy_brands'],
  ['tags', 'taxonomy_tags'],
  ['ingredients', 'taxonomy_ingredients'],
];

const confirm = async (page: Page) =>
  (await page.waitForSelector('[role="dialog"] form button[type="submit"]'))?.click();

it.each(taxonomies)(
  'taxonomy-crud: an entry of %s is made, changed, deleted and restored',
  async (path, table) => {
    const tab = await browser.open(`${platform.url}/console/admin/${path}`, { cookie });
    await tab.watch(`taxonomy-crud-${path}`, async () => {
      const { page } = tab;
      await see(page, `No ${path} yet`);
      await page.goto(`${platform.url}/console/admin/${path}/new`);
      await fill(page, 'Title', 'Kolam Works');
      await click(page, 'button', 'Create');
      await see(page, 'Used by');
      await fill(page, 'Description', 'Brass and bronze');
      await click(page, 'button', 'Save');
      const rows = () => platform.container.knex(table).where({ title: 'Kolam Works' });
      await eventually(async () => expect(await rows()).toMatchObject([{ description: 'Brass and bronze', slug: 'kolam-works' }])); // prettier-ignore
      await click(page, 'button', 'Delete');
      await confirm(page);
      await see(page, 'Deleted');
      await click(page, 'button', 'Restore');
      await confirm(page);
      await eventually(async () => expect(await rows()).toMatchObject([{ deletedAt: null }]));
      expect(tab.problems).toEqual([]);
    });
    await tab.close();
  },
  40_000,
);

it('generic-crud: a row of a page that nobody made is made, changed and deleted', async () => {
  const tab = await browser.open(`${platform.url}/console/admin/search/synonyms/new`, { cookie });
  await tab.watch('generic-crud', async () => {
    const { page } = tab;
    const words = await page.waitForSelector('::-p-aria([name="Words"])');
    for (const word of ['lamp', 'diya']) {
      await words?.type(word);
      await page.keyboard.press('Enter');
    }
    await click(page, 'button', 'Create');
    const rows = () => platform.container.knex('search_synonyms').select('id');
    await eventually(async () => expect(await rows()).toHaveLength(1));
    await page.goto(`${platform.url}/console/admin/search/synonyms`);
    await click(page, 'button', 'More acts');
    await click(page, 'menuitem', 'Delete');
    await confirm(page);
    await eventually(async () => expect(await rows()).toHaveLength(0));
    expect(tab.problems).toEqual([]);
  });
  await tab.close();
}, 40_000);

it('what is wrong with a field stands beside the field, and what was typed stays', async () => {
  const tab = await browser.open(`${platform.url}/console/admin/tags/new`, { cookie });
  await tab.watch('field-errors', async () => {
    await fill(tab.page, 'Slug', 'Not A Slug');
    await click(tab.page, 'button', 'Create');
    await see(tab.page, 'must be lower-case words joined by hyphens');
    const typed = await tab.page.$eval('[data-field="slug"]', (field) => (field as unknown as { value: string }).value); // prettier-ignore
    expect(typed).toBe('Not A Slug');
  });
  await tab.close();
});
