import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { data } from '../_support/shop.js';
import { MERCHANT_ID } from '../merchant-feed/merchant-shop.js';
import { type ChaosShop, startChaosShop } from './chaos-shop.js';

const path = '/admin/merchant-feed';
let chaos: ChaosShop;
beforeAll(async () => {
  chaos = await startChaosShop(3);
});
afterAll(() => chaos.shop.stop());

interface Reason {
  code: string;
  severity: string;
  count: number;
  variantIds: string[];
}

const asAdmin = () => chaos.shop.asAdmin;
const reasons = async () =>
  data(await asAdmin().get<{ complete: boolean; items: number; reasons: Reason[] }>(`${path}/diagnostics`));
const attributesOf = (id: string) =>
  chaos.shop.merchant.products(MERCHANT_ID).get(id)?.input['productAttributes'] as Record<string, unknown>;
const send = async (ids: readonly string[]) => {
  await chaos.change(ids, () => Promise.resolve());
  await chaos.untilIdle();
};

it('lists what the account disapproves by reason, with the variants of each', async () => {
  const [bad = ''] = chaos.variantIds;
  await send(chaos.variantIds);
  chaos.shop.merchant.control({
    visibilityMs: 0,
    accountShipping: false,
    issues: { [bad]: [{ code: 'image_too_small', severity: 'DISAPPROVED', attribute: 'image_link' }] },
  });
  expect(await reasons()).toMatchObject({
    complete: true,
    items: 3,
    reasons: [
      { code: 'missing_shipping', count: 3, severity: 'DISAPPROVED' },
      { code: 'image_too_small', count: 1, variantIds: [bad] },
    ],
  });
  chaos.shop.merchant.control({ accountShipping: true, issues: {} });
  expect((await reasons()).reasons).toEqual([]);
});

it('gives the variants of a group their fields by the mapping of operators, and says what is missing', async () => {
  const { knex } = chaos.shop.container;
  const { productId, variants } = await chaos.shop.product({ title: 'Lamp', variants: [{}, {}] });
  const ids = variants.map(({ id }) => id);
  const [option] = await knex('products_options').insert({ productId, name: 'Shade' }).returning('id');
  for (const [index, value] of ['Indigo', 'Red'].entries()) {
    const [row] = await knex('products_option_values')
      .insert({ optionId: option?.id ?? '', value })
      .returning('id');
    await knex('products_variants')
      .where({ id: ids[index] })
      .update({ optionValueIds: [row?.id ?? ''] });
  }
  const [id = ''] = ids;
  await send(ids);
  expect(attributesOf(id)).toMatchObject({ itemGroupId: productId });
  expect(String(attributesOf(id)['link'])).toContain(`?variant=${id}`);
  const item = async () =>
    data(await asAdmin().get<{ missing: { field: string }[] }>(`${path}/items/${id}`)).missing;
  expect(await item()).toMatchObject([{ field: 'Shade' }]);
  expect((await reasons()).reasons).toMatchObject([
    { code: 'item_group_without_variant_attribute', variantIds: expect.arrayContaining(ids) },
  ]);
  const map = { color: ['shade'], size: [], gender: [], ageGroup: [], pattern: [], material: [] };
  data(await asAdmin().patch<unknown>('/admin/settings/admin', { 'merchant_feed.variant_fields': map }));
  await send(ids);
  expect(ids.map((variantId) => attributesOf(variantId)['color'])).toEqual(['Indigo', 'Red']);
  expect(await item()).toEqual([]);
  expect((await reasons()).reasons).toEqual([]);
  await knex('products_variants').where({ id: ids[1] }).update({ deletedAt: new Date() });
  await send(ids);
  expect(attributesOf(id)).not.toHaveProperty('itemGroupId');
});

it('refuses a first start with prices without tax or without shipping, and lets a feed that runs go on', async () => {
  const { knex } = chaos.shop.container;
  const set = async (settings: object) =>
    data(await asAdmin().patch<unknown>('/admin/settings/admin', settings));
  await set({ 'tax.prices_include_tax': false, 'merchant_feed.shipping_configured': false });
  expect((await asAdmin().post(`${path}/bootstrap`)).status).toBe(202);
  const started = (await knex('feeds_connections').where({ feed: 'merchant' }).first()) as object;
  await knex('feeds_connections')
    .where({ feed: 'merchant' })
    .update({ startedAt: null, startedTarget: null });
  const refused = await asAdmin().post(`${path}/bootstrap`);
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    409,
    expect.stringContaining('price_excludes_tax, shipping_missing'),
  ]);
  expect(started).toMatchObject({ startedTarget: `${MERCHANT_ID}-1001` });
  await set({ 'tax.prices_include_tax': true, 'merchant_feed.shipping_configured': true });
  expect((await asAdmin().post(`${path}/bootstrap`)).status).toBe(202);
});
