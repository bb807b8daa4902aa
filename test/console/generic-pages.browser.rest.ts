import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { click, clickOn, fill, fillOn, see, visit } from '../_support/browser.js';
import { eventually } from '../_support/eventually.js';
import { type ConsolePage, startConsole, type TestConsole } from './console-tests.js';
import { type GiftWrap, giftWrapRoutes } from './declared-feature.js';

const wraps = new Map<string, GiftWrap>();
let shop: TestConsole;
let tab: ConsolePage;

beforeAll(async () => {
  wraps.clear();
  shop = await startConsole({ routes: giftWrapRoutes(wraps) });
  tab = await shop.open('/account');
});
afterAll(() => shop.stop());

const go = (path: string) => visit(tab.page, `${shop.platform.url}/console${path}`);
/** The button of the dialog that is open. */
const confirm = async () => clickOn(tab.page, '[role="dialog"] form button[type="submit"]');
const act = async (name: string) => {
  await click(tab.page, 'button', 'More acts');
  await click(tab.page, 'menuitem', name);
  await confirm();
};
const pathname = () => new URL(tab.page.url()).pathname.replace('/console', '');

const taxonomies: [path: string, table: string][] = [
  ['categories', 'taxonomy_categories'],
  ['brands', 'taxonomy_brands'],
  ['tags', 'taxonomy_tags'],
  ['ingredients', 'taxonomy_ingredients'],
];

it.each(taxonomies)(
  'taxonomy-crud: an entry of %s is made, changed, deleted and restored',
  async (path, table) => {
    await tab.watch(`taxonomy-crud-${path}`, async () => {
      const { page } = tab;
      await go(`/admin/${path}`);
      await see(page, `No ${path} yet`);
      await go(`/admin/${path}/new`);
      await fill(page, 'Title', 'Kolam Works');
      await click(page, 'button', 'Create');
      await see(page, 'Used by');
      await fill(page, 'Description', 'Brass and bronze');
      await click(page, 'button', 'Save');
      const rows = () => shop.platform.container.knex(table).where({ title: 'Kolam Works' });
      await eventually(async () =>
        expect(await rows()).toMatchObject([{ description: 'Brass and bronze', slug: 'kolam-works' }]),
      );
      await click(page, 'button', 'Delete');
      await confirm();
      await see(page, 'Deleted');
      await click(page, 'button', 'Restore');
      await confirm();
      await eventually(async () => expect(await rows()).toMatchObject([{ deletedAt: null }]));
      expect(tab.problems).toEqual([]);
    });
  },
);

it('generic-crud: a feature that the test declares has its pages: menu, list, form, errors, filter, acts', async () => {
  await tab.watch('generic-crud-declared', async () => {
    const { page } = tab;
    await go('/admin');
    await click(page, 'link', 'Gift wraps');
    await see(page, 'No gift wraps yet');
    expect(pathname()).toBe('/admin/gift-wraps');

    // The form is of the body: a choice, an amount in the currency of the store, a switch, a time.
    await go('/admin/gift-wraps/new');
    await fill(page, 'Name', 'ab');
    await clickOn(page, '[data-field="paper"]');
    await clickOn(page, '::-p-aria([name="Silk"][role="option"])');
    await fillOn(page, '[data-field="price"]', '49.50');
    await clickOn(page, '[data-field="withRibbon"]');
    await click(page, 'button', 'Create');
    await see(page, 'must have at least 3 characters');
    await fill(page, 'Name', 'Peacock silk');
    await click(page, 'button', 'Create');
    await see(page, '₹49.50');
    const [made] = [...wraps.values()];
    expect(made).toMatchObject({ name: 'Peacock silk', paper: 'silk', price: 4950, withRibbon: true });
    expect(pathname()).toBe(`/admin/gift-wraps/${made?.id ?? ''}`);

    // What is taken is said beside its field, and what was typed stays.
    await go('/admin/gift-wraps/new');
    await fill(page, 'Name', 'Peacock silk');
    await clickOn(page, '[data-field="paper"]');
    await clickOn(page, '::-p-aria([name="Kraft"][role="option"])');
    await fillOn(page, '[data-field="price"]', '20');
    await click(page, 'button', 'Create');
    await see(page, 'must be unique');
    await fill(page, 'Name', 'Plain kraft');
    await click(page, 'button', 'Create');
    await see(page, '₹20.00');

    // The filters are those of the list, and stand in the address.
    await go('/admin/gift-wraps');
    await see(page, 'Peacock silk');
    await click(page, 'button', 'Filter');
    await clickOn(page, '::-p-aria([name="Value"])');
    await clickOn(page, '::-p-aria([name="Kraft"][role="option"])');
    await click(page, 'button', 'Add the filter');
    await see(page, 'Paper is kraft');
    await page.waitForFunction(
      () =>
        !(
          globalThis as unknown as { document: { body: { innerText: string } } }
        ).document.body.innerText.includes('Peacock silk'),
    );
    expect(new URL(page.url()).searchParams.getAll('filters[]')).toEqual(['paper:eq:kraft']);

    await click(page, 'link', 'Plain kraft');
    await click(page, 'button', 'Edit');
    await fill(page, 'Name', 'Plain paper');
    await click(page, 'button', 'Save');
    await see(page, 'Plain paper');
    const row = pathname();
    await act('Delete');
    await see(page, 'Peacock silk');
    await go(row);
    await see(page, 'Deleted');
    await act('Restore');
    await eventually(async () =>
      expect(
        await Promise.resolve([...wraps.values()].map(({ name, deletedAt }) => [name, deletedAt])),
      ).toEqual([
        ['Peacock silk', null],
        ['Plain paper', null],
      ]),
    );
    expect(tab.problems).toEqual([]);
  });
});

it('field-errors-at-fields: what is wrong with a field stands beside the field, and what was typed stays', async () => {
  await tab.watch('field-errors', async () => {
    await go('/admin/tags/new');
    await fill(tab.page, 'Slug', 'Not A Slug');
    await click(tab.page, 'button', 'Create');
    await see(tab.page, 'must be lower-case words joined by hyphens');
    const typed = await tab.page.$eval(
      '[data-field="slug"]',
      (field) => (field as unknown as { value: string; ariaInvalid: string }).value,
    );
    expect(typed).toBe('Not A Slug');
    // Read out with the field: it is what describes it.
    const described = await tab.page.$eval(
      '[data-field="slug"]',
      (field) => (field as unknown as { ariaInvalid: string }).ariaInvalid,
    );
    expect(described).toBe('true');
  });
});
