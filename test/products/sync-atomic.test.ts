import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { VendorProduct } from '#domain/products/vendor-product.js';
import { newId } from '#lib/ids.js';
import { matrix } from './product-bodies.js';
import { chosen, done, type ProductShop, refusal, startProductShop } from './product-shop.js';

let shop: ProductShop;
let product: VendorProduct;
let elsewhere: VendorProduct;

beforeAll(async () => {
  shop = await startProductShop();
  product = await shop.create({ title: 'Shirt', ...matrix, tabs: [{ title: 'Care' }] });
  elsewhere = await shop.create({ title: 'Other', variants: [{ sku: 'TAKEN' }], tabs: [{ title: 'x' }] });
});
afterAll(() => shop.stop());

/** Every section changes something. */
const good = () => ({
  basics: { title: 'Changed', categoryIds: [] as string[] },
  media: { images: ['media/new.png'] },
  options: [
    { name: 'Size', values: ['S', 'M', 'L'] },
    { name: 'Colour', values: ['Red'] },
  ],
  variants: [
    { id: product.variants[0]?.id, delete: true },
    { id: product.variants[1]?.id, price: 1 },
    { price: 5, optionValues: chosen({ Size: 'L', Colour: 'Red' }) },
  ] as object[],
  tabs: [{ id: product.tabs[0]?.id, title: 'Changed' }, { title: 'New' }] as object[],
});

type Body = ReturnType<typeof good>;

describe('sync-atomic', () => {
  const failures: [what: string, spoil: (body: Body) => unknown, expected: object][] = [
    [
      'a dead reference',
      (body) => body.basics.categoryIds.push(newId()),
      { status: 400, paths: ['body.basics.categoryIds.0'] },
    ],
    [
      'a bad picture',
      (body) => body.media.images.push('file:///etc/passwd'),
      { status: 400, paths: ['body.media.images.1'] },
    ],
    ['two options of a name', (body) => body.options.push({ name: 'size', values: ['S'] }), { status: 400 }],
    [
      'an unknown value',
      (body) => body.variants.push({ optionValues: chosen({ Size: 'Huge', Colour: 'Red' }) }),
      { status: 400, paths: ['body.variants.3.optionValues.0.value'] },
    ],
    [
      'the SKU of another product',
      (body) => body.variants.push({ sku: 'TAKEN', optionValues: chosen({ Size: 'S', Colour: 'Red' }) }),
      { status: 409, code: 'UNIQUE_VIOLATION', paths: ['body.variants.3.sku'] },
    ],
    [
      'two variants of a combination',
      (body) => body.variants.push({ optionValues: chosen({ Size: 'L', Colour: 'Red' }) }),
      { status: 409, code: 'CONFLICT', paths: ['body.variants.3.optionValues'] },
    ],
    [
      'a foreign variant',
      (body) => body.variants.push({ id: elsewhere.variants[0]?.id, price: 1 }),
      { status: 404, paths: ['body.variants.3.id'] },
    ],
    [
      'a foreign tab',
      (body) => body.tabs.push({ id: elsewhere.tabs[0]?.id, title: 'Mine' }),
      { status: 404, paths: ['body.tabs.2.id'] },
    ],
    [
      'a tab without a title',
      (body) => body.tabs.push({ body: 'x' }),
      { status: 400, paths: ['body.tabs.2.title'] },
    ],
  ];

  it.each(failures)(
    '%s at the end of its section changes nothing anywhere',
    async (_what, spoil, expected) => {
      const before = await shop.dump();
      const body = good();
      spoil(body);
      expect(refusal(await shop.mine.put(`/vendor/products/${product.id}/sync`, body))).toMatchObject(
        expected,
      );
      expect(await shop.dump()).toBe(before);
    },
  );

  it('and without the failure all of it is written', async () => {
    const before = await shop.dump();
    done(await shop.mine.put(`/vendor/products/${product.id}/sync`, good()));
    expect(await shop.dump()).not.toBe(before);
  });
});

describe('sync-race', () => {
  const sections = (index: number) => ({
    basics: { title: `Title ${index}` },
    media: { images: [`media/${index}.png`] },
    options: [{ name: 'Round', values: [`Value ${index}`] }],
    variants: [
      { id: elsewhere.variants[0]?.id, price: index, optionValues: chosen({ Round: `Value ${index}` }) },
    ],
    tabs: [{ id: elsewhere.tabs[0]?.id, title: `Tab ${index}` }],
  });
  const path = () => `/vendor/products/${elsewhere.id}`;
  const numbers = ({ title, images, options, variants, tabs }: VendorProduct) =>
    [title, images[0], options[0]?.values[0]?.value, String(variants[0]?.price), tabs[0]?.title].map(
      (text) => /\d+/.exec(text ?? '')?.[0],
    );

  it('twenty at once leave exactly one of their bodies', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        shop.mine.put<VendorProduct>(`${path()}/sync`, sections(index)),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    for (const [index, { body }] of responses.entries())
      expect(new Set(numbers(body.data))).toEqual(new Set([String(index)]));
    const end = done(await shop.mine.get<VendorProduct>(`${path()}/detail`));
    expect(new Set(numbers(end)).size).toBe(1);
  });

  it('with one If-Match one is taken and the others are told', async () => {
    const tag = (await shop.mine.get(`${path()}/detail`)).headers.get('etag') ?? '';
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        shop.mine.put(`${path()}/sync`, sections(100 + index), { 'if-match': tag }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(412)]);
  });
});
