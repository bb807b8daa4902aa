import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import { matrix } from './product-bodies.js';
import { chosen, done, type ProductShop, refusal, startProductShop } from './product-shop.js';

let shop: ProductShop;
let made = 0;

beforeAll(async () => {
  shop = await startProductShop();
});
afterAll(() => shop.stop());

/** Two variants, S/Red and M/Red. */
function shirt(): Promise<VendorProduct> {
  made += 1;
  const variants = matrix.variants.map((variant) => ({ ...variant, sku: `${variant.sku}-${made}` }));
  return shop.create({ title: 'Shirt', ...matrix, variants });
}

const path = ({ id }: { id: string }, section: string) => `/vendor/products/${id}/${section}`;

const combinations = ({ options, variants }: VendorProduct) => {
  const names = new Map(options.flatMap(({ values }) => values.map(({ id, value }) => [id, value])));
  return variants.map(({ optionValueIds, detached }) => [
    optionValueIds
      .map((id) => names.get(id))
      .sort()
      .join(),
    detached,
  ]);
};

describe('media', () => {
  it('are replaced, each field by itself, with one event', async () => {
    const product = await shop.create({ title: 'Lamp', images: ['media/a.png'] });
    const changed = done(
      await shop.mine.patch<VendorProduct>(path(product, 'media'), { thumbnail: 'media/t.png' }),
    );
    expect(changed).toMatchObject({ thumbnail: 'media/t.png', images: ['media/a.png'] });
    const cleared = { thumbnail: null, images: [] };
    expect(done(await shop.mine.patch(path(product, 'media'), cleared))).toMatchObject(cleared);
    const before = await shop.dump();
    done(await shop.mine.patch(path(product, 'media'), cleared));
    expect(await shop.dump()).toBe(before);
    const changes = (await shop.eventsOf(product.id)).map(({ type, payload }) => [type, payload.change]);
    expect(changes).toEqual([
      ['catalog.product.created', undefined],
      ['catalog.product.updated', 'media'],
      ['catalog.product.updated', 'media'],
    ]);
    const bad = await shop.mine.patch(path(product, 'media'), { images: ['javascript:alert(1)'] });
    expect(refusal(bad)).toMatchObject({ status: 400, paths: ['body.images.0'] });
    expect((await shop.theirs.patch(path(product, 'media'), cleared)).status).toBe(404);
  });
});

describe('options', () => {
  it('of an equal name keep their ids, whatever the case; variants keep their combinations', async () => {
    const product = await shirt();
    const options = [
      { name: 'COLOUR', values: ['red', 'Blue'] },
      { name: 'Size', values: ['M', 'S', 'XL'] },
    ];
    const changed = done(await shop.mine.put<VendorProduct>(path(product, 'options'), { options }));
    const [size, colour] = product.options;
    expect(changed.options).toMatchObject([
      {
        id: colour?.id,
        name: 'COLOUR',
        sortOrder: 0,
        values: [{ id: colour?.values[0]?.id, value: 'red' }, { value: 'Blue' }],
      },
      {
        id: size?.id,
        name: 'Size',
        sortOrder: 1,
        values: [
          { id: size?.values[1]?.id, value: 'M' },
          { id: size?.values[0]?.id, value: 'S' },
          { value: 'XL' },
        ],
      },
    ]);
    expect(combinations(changed)).toEqual([
      ['S,red', false],
      ['M,red', false],
    ]);
    const before = await shop.dump();
    done(await shop.mine.put(path(product, 'options'), { options }));
    expect(await shop.dump()).toBe(before);
    const events = (await shop.eventsOf(product.id)).slice(1);
    expect(events.map(({ type, payload }) => [type, payload.change])).toEqual([
      ['catalog.product.updated', 'options'],
    ]);
  });

  it('detach what is left incomplete or double, and attach it again; nothing is lost', async () => {
    const product = await shirt();
    const put = async (options: object[]) =>
      done(await shop.mine.put<VendorProduct>(path(product, 'options'), { options }));
    const colour = { name: 'Colour', values: ['Red'] };
    expect(combinations(await put([colour]))).toEqual([
      ['Red', false],
      ['Red', true],
    ]);
    const both = await put([colour, { name: 'Size', values: ['S', 'M'] }]);
    expect(combinations(both)).toEqual([
      ['Red', true],
      ['Red', true],
    ]);
    expect(combinations(await put([colour]))).toEqual([
      ['Red', false],
      ['Red', true],
    ]);
    expect(combinations(await put([]))).toEqual([
      ['', false],
      ['', false],
    ]);
  });

  it('refuse two of a name, no values, and too many', async () => {
    const product = await shirt();
    const put = async (options: object[]) =>
      refusal(await shop.mine.put(path(product, 'options'), { options }));
    const before = await shop.dump();
    const bad = [
      { name: 'Size', values: ['S', 's'] },
      { name: 'SIZE', values: [] },
    ];
    expect(await put(bad)).toMatchObject({
      status: 400,
      paths: ['body.options.0.values.1', 'body.options.1.name', 'body.options.1.values'],
    });
    const many = Array.from({ length: 21 }, (_, index) => ({ name: `Option ${index}`, values: ['x'] }));
    expect(await put(many)).toMatchObject({ status: 400, paths: ['body.options'] });
    expect((await shop.theirs.put(path(product, 'options'), { options: [] })).status).toBe(404);
    expect(await shop.dump()).toBe(before);
  });
});

describe('the entity tag', () => {
  it('is strong, the same wherever the whole product gets a response, and changes with every change', async () => {
    const response = await shop.mine.post<VendorProduct>('/vendor/products', {
      title: 'Tagged',
      variants: [{}],
      tabs: [{ title: 'x' }],
    });
    const product = done(response, 201);
    const tags = [response.headers.get('etag')];
    const current = async () => (await shop.mine.get(path(product, 'detail'))).headers.get('etag');
    expect(tags[0]).toMatch(/^"[0-9a-f]{32}"$/);
    expect(await current()).toBe(tags[0]);
    const steps = [
      () => shop.mine.patch(path(product, 'basics'), { subtitle: 'new' }),
      () => shop.mine.patch(path(product, 'media'), { images: ['media/a.png'] }),
      () => shop.mine.put(path(product, 'options'), { options: [{ name: 'Size', values: ['S'] }] }),
      () => shop.mine.put(path(product, 'sync'), { basics: { material: 'Brass' } }),
    ];
    for (const step of steps) {
      const tag = (await step()).headers.get('etag');
      expect(tags).not.toContain(tag);
      expect(await current()).toBe(tag);
      tags.push(tag);
    }
    done(await shop.mine.patch(path(product, `tabs/${product.tabs[0]?.id}`), { title: 'y' }));
    expect(tags).not.toContain(await current());
  });

  it('keeps a change from overwriting that of a colleague', async () => {
    const product = await shirt();
    const stale = { 'if-match': (await shop.mine.get(path(product, 'detail'))).headers.get('etag') ?? '' };
    const first = await shop.mine.patch(path(product, 'basics'), { subtitle: 'mine' }, stale);
    done(first);
    const before = await shop.dump();
    const refused = { status: 412, code: 'PRECONDITION_FAILED', paths: [] };
    expect(refusal(await shop.mine.patch(path(product, 'basics'), { subtitle: 'too' }, stale))).toEqual(
      refused,
    );
    expect(refusal(await shop.mine.patch(path(product, 'media'), { images: [] }, stale))).toEqual(refused);
    expect(refusal(await shop.mine.put(path(product, 'options'), { options: [] }, stale))).toEqual(refused);
    expect(refusal(await shop.mine.put(path(product, 'sync'), {}, stale))).toEqual(refused);
    expect(await shop.dump()).toBe(before);
    const current = first.headers.get('etag') ?? '';
    const weak = { 'if-match': `W/${current}` };
    expect((await shop.mine.put(path(product, 'sync'), {}, weak)).status).toBe(412);
    for (const match of ['*', current, `"other", ${current}`])
      expect((await shop.mine.put(path(product, 'sync'), {}, { 'if-match': match })).status).toBe(200);
  });
});

describe('sync', () => {
  it('changes, adds and deletes in all sections at once, with one event', async () => {
    const product = await shirt();
    const [small, medium] = product.variants;
    const body = {
      basics: { title: 'Kurta', material: 'Cotton' },
      media: { thumbnail: 'media/t.png' },
      options: [
        { name: 'Size', values: ['S', 'M', 'L'] },
        { name: 'Colour', values: ['Red', 'Blue'] },
      ],
      variants: [
        { id: small?.id, price: 1000, specialPrice: null },
        { id: medium?.id, delete: true },
        { sku: `L-${product.id}`, price: 2000, optionValues: chosen({ size: 'l', colour: 'blue' }) },
      ],
      tabs: [{ title: 'Care' }, { title: 'Size guide', sortOrder: 0 }],
    };
    const synced = done(await shop.mine.put<VendorProduct>(path(product, 'sync'), body));
    expect(synced).toMatchObject({
      title: 'Kurta',
      material: 'Cotton',
      thumbnail: 'media/t.png',
      slug: product.slug,
      variants: [
        { id: small?.id, price: 1000, specialPrice: null, weight: 250 },
        { price: 2000, sortOrder: 2 },
      ],
      tabs: [{ title: 'Care' }, { title: 'Size guide' }],
    });
    expect(combinations(synced)).toEqual([
      ['Red,S', false],
      ['Blue,L', false],
    ]);
    const events = (await shop.eventsOf(product.id)).slice(1);
    expect(events.map(({ type, payload }) => [type, payload.change])).toEqual([
      ['catalog.product.updated', 'sync'],
    ]);
    const levels = await shop.container.knex('inventory_levels').whereIn(
      'variantId',
      synced.variants.map(({ id }) => id),
    );
    expect(levels).toHaveLength(2);
  });

  it('sync-unchanged: writes no row for what is so already', async () => {
    const product = await shirt();
    const before = await shop.dump();
    const { options, variants, tabs, title, description } = product;
    const body = {
      basics: { title, description },
      options,
      variants,
      tabs,
      media: { images: product.images },
    };
    expect(done(await shop.mine.put(path(product, 'sync'), body))).toEqual(product);
    done(await shop.mine.put(path(product, 'sync'), {}));
    expect(await shop.dump()).toBe(before);
  });

  it('sync-swap: two variants exchange their SKUs and their combinations', async () => {
    const product = await shirt();
    const [item, two] = product.variants;
    const variants = [
      { id: item?.id, sku: two?.sku, optionValueIds: two?.optionValueIds },
      { id: two?.id, sku: item?.sku, optionValueIds: item?.optionValueIds },
    ];
    const synced = done(await shop.mine.put<VendorProduct>(path(product, 'sync'), { variants }));
    expect(synced.variants).toMatchObject(variants);
    const third = [
      { id: item?.id, delete: true },
      { sku: two?.sku, optionValueIds: two?.optionValueIds },
    ];
    expect(
      done(await shop.mine.put<VendorProduct>(path(product, 'sync'), { variants: third })).variants,
    ).toHaveLength(2);
  });

  it('prefers the variant that is named where options collapse', async () => {
    const product = await shirt();
    const options = [{ name: 'Colour', values: ['Red'] }];
    const variants = [{ id: product.variants[1]?.id, optionValues: chosen({ Colour: 'Red' }) }];
    const synced = done(await shop.mine.put<VendorProduct>(path(product, 'sync'), { options, variants }));
    expect(combinations(synced)).toEqual([
      ['Red', true],
      ['Red', false],
    ]);
  });

  it.each([
    [
      'both ways of naming values',
      { optionValues: chosen({ Size: 'S', Colour: 'Red' }), optionValueIds: [] },
      ['0.optionValues'],
    ],
    ['delete without an id', { delete: true }, ['0']],
    [
      'an unknown value',
      { optionValues: chosen({ Size: 'XXL', Colour: 'Red' }) },
      ['0.optionValues.0.value'],
    ],
    ['no combination', { price: 1 }, ['0.optionValues']],
  ])('refuses %s', async (_what, variant, paths) => {
    const product = await shirt();
    const response = await shop.mine.put(path(product, 'sync'), { variants: [variant] });
    expect(refusal(response)).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      paths: paths.map((place) => `body.variants.${place}`),
    });
  });

  it('holds the bounds of a product', async () => {
    const product = await shop.create({ title: 'Big', variants: Array.from({ length: 2047 }, () => ({})) });
    const two = await shop.mine.put(path(product, 'sync'), { variants: [{}, {}] });
    expect(refusal(two)).toMatchObject({ status: 400, paths: ['body.variants'] });
    done(
      await shop.mine.put(path(product, 'sync'), {
        variants: [{}, {}, { id: product.variants[0]?.id, delete: true }],
      }),
    );
    expect((await shop.mine.post(path(product, 'variants'), {})).status).toBe(400);
  });
});
