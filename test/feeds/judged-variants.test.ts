import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { decimalPrice } from '#domain/feeds/feed-text.js';
import { data, readyCart } from '../_support/shop.js';
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

interface Bootstrapped {
  enqueuedVariants: number;
  warnings: string[];
}

interface Amount {
  amountMicros: string;
}

interface Priced {
  price: Amount;
  salePrice?: Amount;
  shipping: { price: Amount }[];
}

const subunitsOf = (amount: Amount | undefined) => Number(amount?.amountMicros) / 10_000;
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

describe('prices without tax', () => {
  const set = async (settings: object) =>
    data(await asAdmin().patch<unknown>('/admin/settings/admin', settings));
  const excluded = {
    'tax.prices_include_tax': false,
    'tax.default_lines': [{ type: 'GST', rate: 18 }],
    'merchant_feed.shipping_configured': false,
  };
  const included = {
    'tax.prices_include_tax': true,
    'tax.default_lines': [],
    'merchant_feed.shipping_configured': true,
  };
  afterEach(() => set(included));

  it.each([
    ['merchant', 'merchant-feed'],
    ['social', 'social-catalog'],
  ])('are a warning of the first bootstrap of %s', async (feed, slug) => {
    await set(excluded);
    const columns = { startedAt: null, startedTarget: null };
    await chaos.shop.container.knex('feeds_connections').where({ feed }).update(columns);
    const { status, body } = await asAdmin().post<Bootstrapped>(`/admin/${slug}/bootstrap`);
    expect([status, body.data]).toEqual([
      202,
      { enqueuedVariants: expect.any(Number), warnings: ['price_excludes_tax'] },
    ]);
    await set(included);
    expect(data(await asAdmin().post<Bootstrapped>(`/admin/${slug}/bootstrap`)).warnings).toEqual([]);
  });

  it('are sent as a buyer of one piece pays them, with tax and shipping, and listed as the catalog has them', async () => {
    await set(excluded);
    await chaos.shop.container.knex('settings_values').insert([
      { vendorId: chaos.shop.vendor.vendorId, key: 'vendor.shipping.flat_rate_subunit', value: '4933' },
      { vendorId: chaos.shop.vendor.vendorId, key: 'vendor.shipping.free_above_subunit', value: '90000' },
    ]);
    for (const [price, special] of [
      [49_903, null],
      [90_001, null],
      [120_007, 33_333],
    ] as const) {
      const { variants } = await chaos.shop.product({ variants: [{ price, specialPrice: special }] });
      const variantId = variants[0]?.id ?? '';
      await chaos.shop.container
        .knex('inventory_levels')
        .insert({ variantId, vendorId: chaos.shop.vendor.vendorId, onHand: 5 })
        .onConflict('variant_id')
        .merge();
      const { cart } = await readyCart(chaos.shop, [{ variantId }]);
      await send([variantId]);
      const { price: full, salePrice, shipping } = attributesOf(variantId) as unknown as Priced;
      expect({ price: subunitsOf(salePrice ?? full), shipping: subunitsOf(shipping[0]?.price) }).toEqual({
        price: cart.lines[0]?.total,
        shipping: cart.totals.grandTotal - (cart.lines[0]?.total ?? 0),
      });
      const listed = data(await asAdmin().get<{ price: number }[]>(`${path}/items?search=${variantId}`));
      expect(listed).toMatchObject([{ price }]);
      const { mappedProductInput } = data(
        await asAdmin().get<{ mappedProductInput: { price: string } }>(
          `/admin/social-catalog/items/${variantId}`,
        ),
      );
      expect(mappedProductInput.price).toBe(`${decimalPrice(subunitsOf(full))} INR`);
    }
    expect((await reasons()).reasons.map(({ code }) => code)).not.toContain('missing_shipping');
  });
});

it('skips a variant that costs nothing, which belongs into the feed all the same', async () => {
  const { variants } = await chaos.shop.product({ variants: [{ price: 0 }] });
  const id = variants[0]?.id ?? '';
  await send([id]);
  expect(data(await asAdmin().get<unknown>(`${path}/items/${id}`))).toMatchObject({
    syncStatus: 'skipped',
    lastError: 'zero_price',
    eligibility: { eligible: true, reason: 'zero_price' },
    mappedProductInput: null,
  });
});
