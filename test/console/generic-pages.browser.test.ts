import { afterAll, beforeAll, expect, it } from '@jest/globals';
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

it.each(taxonomies)(
  'generic-crud: a row of %s is made, changed, deleted and restored',
  async (path, table) => {
    const tab = await browser.open(`${platform.url}/console/admin/${path}`, { cookie });
    await tab.watch(`generic-crud-${path}`, async () => {
      const { page } = tab;
      await see(page, `No ${path} yet`);
      await page.goto(`${platform.url}/console/admin/${path}/new`);
      await fill(page, 'Title', 'Kolam Works');
      await click(page, 'button', 'Create');
      await see(page, 'kolam-works');
      await click(page, 'button', 'Edit');
      await fill(page, 'Description', 'Brass and bronze');
      await click(page, 'button', 'Save');
      await see(page, 'Brass and bronze');

      const confirm = async () => (await page.waitForSelector('[role="dialog"] form button[type="submit"]'))?.click(); // prettier-ignore
      const { pathname } = new URL(page.url());
      await click(page, 'button', 'More acts');
      await click(page, 'menuitem', 'Delete');
      await confirm();
      await see(page, `No ${path}`);
      await page.goto(`${platform.url}${pathname}`);
      await see(page, 'Deleted');
      await click(page, 'button', 'More acts');
      await click(page, 'menuitem', 'Restore');
      await confirm();
      const rows = platform.container.knex(table).where({ title: 'Kolam Works' });
      await eventually(async () => expect(await rows).toMatchObject([{ deletedAt: null }]));
      expect(tab.problems).toEqual([]);
    });
    await tab.close();
  },
  40_000,
);

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
