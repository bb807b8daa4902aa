import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { VendorProduct, VendorProductVariant } from '#domain/products/vendor-product.js';
import { newId } from '#lib/ids.js';
import { matrix } from './product-bodies.js';
import { done, type ProductShop, refusal, startProductShop } from './product-shop.js';

let shop: ProductShop;
let product: VendorProduct;
let base: string;
/** The id of a value of the product, by its text. */
let valueId: (value: string) => string;
let skus = 0;

beforeAll(async () => {
  shop = await startProductShop();
});
afterAll(() => shop.stop());

async function fresh(): Promise<void> {
  skus += 1;
  const variants = matrix.variants.map((variant) => ({ ...variant, sku: `${variant.sku}-${skus}` }));
  const options = [
    { name: 'Size', values: ['S', 'M', 'L'] },
    { name: 'Colour', values: ['Red', 'Blue'] },
  ];
  product = await shop.create({ title: 'Kurta', options, variants });
  base = `/vendor/products/${product.id}/variants`;
  const ids = new Map(product.options.flatMap(({ values }) => values.map(({ id, value }) => [value, id])));
  valueId = (value) => ids.get(value) ?? newId();
}

const list = async () => done(await shop.mine.get<VendorProductVariant[]>(base));
const updatedAt = async () =>
  done(await shop.mine.get<VendorProduct>(`/vendor/products/${product.id}`)).updatedAt;

describe('variants of a product', () => {
  beforeAll(fresh);

  it('are listed in their order, all fields read back', async () => {
    expect(await list()).toEqual(product.variants);
  });

  it('are added with their stock opened, raise updatedAt of the product, and one event tells of each', async () => {
    const before = await updatedAt();
    const added = done(
      await shop.mine.post<VendorProductVariant>(base, {
        price: 500,
        sku: ` NEW-${product.id} `,
        ean: '4006381333931',
        images: ['media/a.png'],
        weight: 10,
        optionValueIds: [valueId('Blue'), valueId('L')],
      }),
      201,
    );
    expect(added).toMatchObject({
      price: 500,
      sku: `NEW-${product.id}`,
      ean: '4006381333931',
      images: ['media/a.png'],
      weight: 10,
      sortOrder: 2,
      detached: false,
      deletedAt: null,
      productId: product.id,
    });
    expect((await list()).map(({ id }) => id)).toEqual([...product.variants.map(({ id }) => id), added.id]);
    expect((await updatedAt()) > before).toBe(true);
    const level = (await shop.container
      .knex('inventory_levels')
      .where({ variantId: added.id })
      .first()) as object;
    expect(level).toMatchObject({ onHand: 0, trackInventory: true });
    const events = (await shop.eventsOf(product.id)).slice(1);
    const payload = { productId: product.id, vendorId: shop.vendor.vendorId, variantId: added.id };
    expect(events).toEqual([{ type: 'catalog.variant.created', entityId: added.id, payload }]);
  });

  it.each([
    ['no combination', () => ({}), ['optionValueIds']],
    ['a value missing', () => ({ optionValueIds: [valueId('S')] }), ['optionValueIds']],
    [
      'two values of an option',
      () => ({ optionValueIds: [valueId('S'), valueId('M')] }),
      ['optionValueIds.1'],
    ],
    ['a value of no option', () => ({ optionValueIds: [valueId('S'), newId()] }), ['optionValueIds.1']],
    [
      'a special price above',
      () => ({ price: 5, specialPrice: 6, optionValueIds: [valueId('L'), valueId('Red')] }),
      ['specialPrice'],
    ],
  ])('refuses %s, naming the path', async (_what, body, paths) => {
    const before = await shop.dump();
    expect(refusal(await shop.mine.post(base, body()))).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      paths: paths.map((path) => `body.${path}`),
    });
    expect(await shop.dump()).toBe(before);
  });

  it('refuses an equal combination and a taken SKU', async () => {
    const [variant] = product.variants;
    const same = { optionValueIds: variant?.optionValueIds };
    expect(refusal(await shop.mine.post(base, same))).toMatchObject({ status: 409, code: 'CONFLICT' });
    const sku = { sku: variant?.sku, optionValueIds: [valueId('M'), valueId('Blue')] };
    const taken = { status: 409, code: 'UNIQUE_VIOLATION', paths: ['body.sku'] };
    expect(refusal(await shop.mine.post(base, sku))).toEqual(taken);
    const elsewhere = await shop.create({ title: 'Other' });
    const other = await shop.mine.post(`/vendor/products/${elsewhere.id}/variants`, { sku: variant?.sku });
    expect(refusal(other)).toEqual(taken);
  });
});

describe('changing a variant', () => {
  beforeAll(fresh);

  it('holds the merged values against the rules', async () => {
    const [variant] = product.variants;
    const path = `${base}/${variant?.id}`;
    expect(refusal(await shop.mine.patch(path, { price: 79_900 }))).toMatchObject({
      status: 400,
      paths: ['body.specialPrice'],
    });
    const changed = done(await shop.mine.patch<VendorProductVariant>(path, { price: 100, specialPrice: 99 }));
    expect(changed).toMatchObject({ price: 100, specialPrice: 99, sku: variant?.sku });
    expect(done(await shop.mine.patch<VendorProductVariant>(path, { hsnCode: null })).hsnCode).toBeNull();
  });

  it('writes nothing that is so already', async () => {
    const [variant] = await list();
    const before = await shop.dump();
    done(
      await shop.mine.patch(`${base}/${variant?.id}`, {
        price: 100,
        optionValueIds: variant?.optionValueIds,
      }),
    );
    expect(await shop.dump()).toBe(before);
  });

  it('attaches a detached one by a complete combination, and refuses that of another', async () => {
    const { id } = product.variants[1] ?? { id: '' };
    done(
      await shop.mine.put(`/vendor/products/${product.id}/options`, {
        options: [
          { name: 'size', values: ['S', 'L'] },
          { name: 'Colour', values: ['Red'] },
        ],
      }),
    );
    expect((await list()).map(({ detached }) => detached)).toEqual([false, true]);
    const taken = await shop.mine.patch(`${base}/${id}`, { optionValueIds: [valueId('S'), valueId('Red')] });
    expect(refusal(taken)).toMatchObject({ status: 409, code: 'CONFLICT' });
    const attached = await shop.mine.patch<VendorProductVariant>(`${base}/${id}`, {
      optionValueIds: [valueId('L'), valueId('Red')],
    });
    expect(done(attached)).toMatchObject({ detached: false });
  });
});

describe('order and deletion', () => {
  beforeAll(fresh);

  it('keeps the place of those that are not named, and tells of those that moved', async () => {
    const [first, second] = product.variants;
    const variants = [{ variantId: first?.id, sortOrder: 5 }];
    const response = done(await shop.mine.put<VendorProductVariant[]>(`${base}/reorder`, { variants }));
    expect(response.map(({ id, sortOrder }) => [id, sortOrder])).toEqual([
      [second?.id, 1],
      [first?.id, 5],
    ]);
    const events = (await shop.eventsOf(product.id)).slice(1);
    expect(events.map(({ type, entityId }) => [type, entityId])).toEqual([
      ['catalog.variant.updated', first?.id],
    ]);
    const before = await shop.dump();
    done(await shop.mine.put(`${base}/reorder`, { variants }));
    expect(await shop.dump()).toBe(before);
  });

  it('refuses no entries, an id twice, and a variant of another product', async () => {
    const variantId = product.variants[0]?.id;
    const foreign = (await shop.create({ title: 'Other', variants: [{}] })).variants[0]?.id;
    const reorder = async (variants: object[]) =>
      refusal(await shop.mine.put(`${base}/reorder`, { variants }));
    expect(await reorder([])).toMatchObject({ status: 400, paths: ['body.variants'] });
    const twice = [
      { variantId, sortOrder: 1 },
      { variantId, sortOrder: 2 },
    ];
    expect(await reorder(twice)).toMatchObject({ status: 400, paths: ['body.variants.1.variantId'] });
    expect(await reorder([{ variantId: foreign, sortOrder: 1 }])).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      paths: ['body.variants.0.variantId'],
    });
  });

  it('deletes softly, frees SKU and combination, and repeats without effect', async () => {
    const [variant] = product.variants;
    const gone = done(await shop.mine.delete<VendorProductVariant>(`${base}/${variant?.id}`));
    expect(gone.deletedAt).not.toBeNull();
    const before = await shop.dump();
    expect(done(await shop.mine.delete<VendorProductVariant>(`${base}/${variant?.id}`))).toEqual(gone);
    expect(await shop.dump()).toBe(before);
    expect((await shop.mine.patch(`${base}/${variant?.id}`, { price: 1 })).status).toBe(404);
    const { sku, optionValueIds } = variant ?? {};
    done(await shop.mine.post(base, { sku, optionValueIds }), 201);
  });
});

describe('isolation', () => {
  beforeAll(fresh);

  it('knows neither a foreign variant under an own product nor an own one under a foreign product', async () => {
    const theirs = done(
      await shop.theirs.post<VendorProduct>('/vendor/products', { title: 'Theirs', variants: [{}] }),
      201,
    );
    const before = await shop.dump();
    const own = product.variants[0]?.id;
    const foreign = theirs.variants[0]?.id;
    for (const path of [`${base}/${foreign}`, `/vendor/products/${theirs.id}/variants/${own}`]) {
      expect((await shop.mine.patch(path, { price: 1 })).status).toBe(404);
      expect((await shop.mine.delete(path)).status).toBe(404);
    }
    const variants = [{ variantId: own, sortOrder: 9 }];
    expect((await shop.mine.put(`/vendor/products/${theirs.id}/variants/reorder`, { variants })).status).toBe(
      404,
    );
    expect((await shop.mine.get(`/vendor/products/${theirs.id}/variants`)).status).toBe(404);
    expect((await shop.mine.post(`/vendor/products/${theirs.id}/variants`, {})).status).toBe(404);
    expect(await shop.dump()).toBe(before);
  });
});

describe('variant-race', () => {
  beforeAll(fresh);

  it('gives one of twenty equal combinations and one of twenty equal SKUs', async () => {
    const race = async (body: (index: number) => object) => {
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) => shop.mine.post(base, body(index))),
      );
      return responses.map(({ status, body: { errorCode } }) => `${status} ${errorCode ?? ''}`).sort();
    };
    const optionValueIds = [valueId('L'), valueId('Blue')];
    expect(await race(() => ({ optionValueIds }))).toEqual([
      '201 ',
      ...Array<string>(19).fill('409 CONFLICT'),
    ]);
    const targets = await Promise.all(
      Array.from({ length: 20 }, (_, index) => shop.create({ title: `Race ${index}` })),
    );
    const responses = await Promise.all(
      targets.map(({ id }) => shop.mine.post(`/vendor/products/${id}/variants`, { sku: 'RACED' })),
    );
    const outcomes = responses
      .map(({ status, body: { errorCode } }) => `${status} ${errorCode ?? ''}`)
      .sort();
    expect(outcomes).toEqual(['201 ', ...Array<string>(19).fill('409 UNIQUE_VIOLATION')]);
  });
});
