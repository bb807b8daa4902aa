import { data } from '../_support/shop.js';
import { firstVariant, newOrder, newProduct, unique } from './marketplace.js';
import { absent, bool, filled, int, iso, list, object, oneOf, orNull, text } from './shapes.js';
import { clientsOf, type Table } from './world.js';

const NOBODY = '0190aaaa-0000-7000-8000-000000000000';

interface Variant {
  id: string;
  sku: string;
  price: number;
  sortOrder: number;
  optionValueIds: string[];
}
interface Option {
  id: string;
  name: string;
  values: { id: string; value: string }[];
}
interface Detail {
  id: string;
  slug: string;
  title: string;
  status: string;
  categories: { id: string }[];
  options: Option[];
  variants: Variant[];
  tabs: { id: string; title: string }[];
  attributeAssignments?: Record<string, unknown>[];
  categoryIds?: string[];
}

const fields = {
  id: filled,
  vendorId: filled,
  title: filled,
  slug: filled,
  subtitle: orNull(text),
  brandId: orNull(filled),
  primaryCategoryId: orNull(filled),
  material: orNull(text),
  countryOfOrigin: orNull(text),
  hsCode: orNull(text),
  midCode: orNull(text),
  thumbnail: orNull(text),
  metaTitle: orNull(text),
  metaDescription: orNull(text),
  ogImage: orNull(text),
  status: oneOf('draft', 'active', 'archived'),
  visibility: oneOf('public', 'private'),
  publishedAt: orNull(iso),
  createdAt: iso,
  updatedAt: iso,
  deletedAt: orNull(iso),
};
const detailShape = {
  ...fields,
  description: orNull(text),
  images: list,
  categories: list,
  tags: list,
  ingredients: list,
  options: list,
  variants: list,
  tabs: list,
};
const variantShape = {
  id: filled,
  productId: filled,
  thumbnail: orNull(text),
  images: list,
  price: orNull(int),
  specialPrice: orNull(int),
  specialPriceStart: orNull(iso),
  specialPriceEnd: orNull(iso),
  sku: orNull(text),
  ean: orNull(text),
  upc: orNull(text),
  barcode: orNull(text),
  hsnCode: orNull(text),
  minQuantityPerCart: orNull(int),
  maxQuantityPerCart: orNull(int),
  sortOrder: int,
  optionValueIds: list,
  weight: orNull(int),
  createdAt: iso,
  updatedAt: iso,
  deletedAt: orNull(iso),
};
const tabShape = {
  id: filled,
  productId: filled,
  title: filled,
  body: orNull(text),
  isActive: bool,
  sortOrder: int,
};
const long = 'x'.repeat(255);

export const vendorProducts: Table = async (t, world) => {
  const { admin, vendor, otherVendor } = clientsOf(t, world);
  const url = '/vendor/products';
  const word = unique();
  const entry = async (kind: string) =>
    data(await admin.post<{ id: string }>(`/admin/${kind}`, { title: `${kind} ${unique()}` }));
  const [brand, category, tag, oil] = [
    await entry('brands'),
    await entry('categories'),
    await entry('tags'),
    await entry('ingredients'),
  ];
  const attribute = (type: string, values?: string[]) =>
    admin
      .post<{ id: string; values: { id: string }[] }>('/admin/product-attributes', {
        title: type,
        code: `${type.replace('_', '-')}-${unique()}`,
        type,
        isRequired: type === 'text',
        ...(values && { values: values.map((value, sortOrder) => ({ value, sortOrder })) }),
      })
      .then(data);
  const [choice, many] = [
    await attribute('select', ['S', 'M']),
    await attribute('multi_select', ['Red', 'Blue']),
  ];
  const [words, count, flag] = [
    await attribute('text'),
    await attribute('number'),
    await attribute('boolean'),
  ];
  const group = data(
    await admin.post<{ id: string }>('/admin/product-attribute-groups', {
      title: 'G',
      code: `g-${word}`,
      attributes: [{ attributeId: words.id, sortOrder: 0 }],
    }),
  );

  t.part('001 4.9 product create');
  const plain = await t.ok<Detail>(vendor, `POST ${url}`, { title: `Brass Diya ${word}` }, 201);
  t.shape('created', plain, detailShape);
  t.has('defaults', plain, {
    status: 'draft',
    visibility: 'public',
    slug: `brass-diya-${word}`,
    publishedAt: null,
    vendorId: world.owner.vendorId,
    deletedAt: null,
  });
  const body = {
    title: `Kurta ${word}`,
    subtitle: 'S',
    description: 'D',
    brandId: brand.id,
    primaryCategoryId: category.id,
    material: 'cotton',
    countryOfOrigin: 'IN',
    hsCode: '6109',
    midCode: 'M',
    thumbnail: 'media/t.png',
    images: ['media/1.png'],
    metaTitle: 'MT',
    metaDescription: 'MD',
    ogImage: 'media/og.png',
    status: 'active',
    visibility: 'private',
    publishedAt: '2026-01-01T00:00:00.000Z',
  };
  const parts = {
    categoryIds: [category.id],
    tagIds: [tag.id],
    ingredientIds: [oil.id],
    attributeGroupId: group.id,
    attributeAssignments: [
      { attributeId: choice.id, attributeValueId: choice.values[1]?.id, sortOrder: 0 },
      { attributeId: many.id, attributeValueId: many.values[0]?.id, sortOrder: 1 },
      { attributeId: many.id, attributeValueId: many.values[1]?.id, sortOrder: 2 },
      { attributeId: words.id, value: 'soft', sortOrder: 3 },
      { attributeId: count.id, value: '12.5', sortOrder: 4 },
      { attributeId: flag.id, value: 'true', sortOrder: 5 },
    ],
    options: [
      {
        name: 'Size',
        sortOrder: 0,
        values: [
          { value: 'S', sortOrder: 0 },
          { value: 'M', sortOrder: 1 },
        ],
      },
      { name: 'Colour', sortOrder: 1, values: [{ value: 'Red', sortOrder: 0 }] },
    ],
    variants: [
      {
        price: 1_000,
        sku: `S-${word}`,
        sortOrder: 0,
        optionValues: [
          { optionName: 'Size', value: 'S' },
          { optionName: 'Colour', value: 'Red' },
        ],
      },
      {
        price: 2_000,
        sku: `M-${word}`,
        sortOrder: 1,
        optionValues: [
          { optionName: 'Size', value: 'M' },
          { optionName: 'Colour', value: 'Red' },
        ],
      },
    ],
    tabs: [{ title: 'Care', body: 'Wash cold', sortOrder: 0 }],
  };
  const whole = await t.ok<Detail>(vendor, `POST ${url}`, { ...body, ...parts }, 201);
  t.shape('whole', whole, detailShape);
  t.has('as sent', whole, body);
  t.is(
    'categories are items',
    whole.categories.map(({ id }) => id),
    [category.id],
  );
  t.shape('a category', whole.categories[0], { id: filled, title: filled, slug: filled });
  t.shape('a variant', whole.variants[0], variantShape);
  t.shape('a tab', whole.tabs[0], tabShape);
  t.shape('an option', whole.options[0], {
    id: filled,
    productId: filled,
    name: filled,
    sortOrder: int,
    values: list,
  });
  t.shape('a value of an option', whole.options[0]?.values[0], { id: filled, value: filled, sortOrder: int });
  t.is(
    'one value of each option',
    whole.variants.map(({ optionValueIds }) => optionValueIds.length),
    [2, 2],
  );
  const valueIds = whole.options.flatMap(({ values }) => values.map(({ id }) => id));
  t.is(
    'values of the product',
    whole.variants.every(({ optionValueIds }) => optionValueIds.every((id) => valueIds.includes(id))),
    true,
  );

  await t.bounds(
    vendor,
    `POST ${url}`,
    { title: 'T' },
    [['slug', [`a-${unique()}`, `9${unique()}`], ['A', 'a_b', '-a', 'a-', 'a--b', 'a b', '']]],
    201,
  );
  await t.lines(vendor, [
    ['no title', `POST ${url}`, {}, 400, 'at:body.title'],
    ['an empty title', `POST ${url}`, { title: '' }, 400, 'at:body.title'],
    ['a title of 256', `POST ${url}`, { title: `${long}x` }, 400, 'at:body.title'],
    ['another status', `POST ${url}`, { title: 'T', status: 'live' }, 400, 'at:body.status'],
    ['another visibility', `POST ${url}`, { title: 'T', visibility: 'hidden' }, 400, 'at:body.visibility'],
    ['an unknown brand', `POST ${url}`, { title: 'T', brandId: NOBODY }, 400, 'at:body.brandId'],
    [
      'an unknown main category',
      `POST ${url}`,
      { title: 'T', primaryCategoryId: NOBODY },
      400,
      'at:body.primaryCategoryId',
    ],
    ['an unknown category', `POST ${url}`, { title: 'T', categoryIds: [NOBODY] }, 400, 'at:body.categoryIds'],
    ['an unknown tag', `POST ${url}`, { title: 'T', tagIds: [NOBODY] }, 400, 'at:body.tagIds'],
    [
      'an unknown ingredient',
      `POST ${url}`,
      { title: 'T', ingredientIds: [NOBODY] },
      400,
      'at:body.ingredientIds',
    ],
    [
      'an unknown group',
      `POST ${url}`,
      { title: 'T', attributeGroupId: NOBODY },
      400,
      'at:body.attributeGroupId',
    ],
    ['a slug that is taken', `POST ${url}`, { title: 'T', slug: plain.slug }, 409, 'UNIQUE_VIOLATION'],
  ]);
  const derived = await t.ok<Detail>(
    vendor,
    `POST ${url}`,
    { title: `Brass Diya ${word}`, status: 'archived' },
    201,
  );
  t.is('a derived slug that is taken becomes another one', derived.slug, `brass-diya-${word}-2`);
  await t.ok(vendor, `DELETE ${url}/${derived.id}`);
  await t.refused(
    otherVendor,
    'a slug of another vendor',
    `POST ${url}`,
    { title: 'T', slug: plain.slug },
    409,
    { code: 'UNIQUE_VIOLATION' },
  );
  t.is(
    'a title of 255',
    (await t.send(vendor, `POST ${url}`, { title: long, slug: `long-${unique()}` })).status,
    201,
  );
  const slug = `ghost-${word}`;
  await t.refused(
    vendor,
    'a variant of an unknown option',
    `POST ${url}`,
    { title: 'T', slug, variants: [{ price: 1, optionValues: [{ optionName: 'Size', value: 'S' }] }] },
    400,
    { field: 'body.variants' },
  );
  t.is('leaves no product behind', (await t.page(vendor, `GET ${url}?search=${slug}`)).length, 0);

  t.part('001 4.9 attribute assignments');
  const assigning = (row: object) => ({
    title: 'T',
    slug: `assign-${unique()}`,
    attributeAssignments: [row],
  });
  await t.lines(vendor, [
    [
      'an unknown attribute',
      `POST ${url}`,
      assigning({ attributeId: NOBODY, value: 'x' }),
      400,
      'at:body.attributeAssignments',
    ],
    [
      'a select without a value',
      `POST ${url}`,
      assigning({ attributeId: choice.id }),
      400,
      'at:body.attributeAssignments',
    ],
    [
      'a value of another attribute',
      `POST ${url}`,
      assigning({ attributeId: choice.id, attributeValueId: many.values[0]?.id }),
      400,
      'at:body.attributeAssignments',
    ],
    [
      'two values of a select',
      `POST ${url}`,
      {
        ...assigning({}),
        attributeAssignments: choice.values.map(({ id }) => ({
          attributeId: choice.id,
          attributeValueId: id,
        })),
      },
      400,
      'at:body.attributeAssignments',
    ],
    [
      'a number in words',
      `POST ${url}`,
      assigning({ attributeId: count.id, value: 'twelve' }),
      400,
      'at:body.attributeAssignments',
    ],
    [
      'a boolean in words',
      `POST ${url}`,
      assigning({ attributeId: flag.id, value: 'yes' }),
      400,
      'at:body.attributeAssignments',
    ],
    [
      'a text without a value',
      `POST ${url}`,
      assigning({ attributeId: words.id }),
      400,
      'at:body.attributeAssignments',
    ],
    [
      'a group whose required attribute is missing',
      `POST ${url}`,
      { title: 'T', slug: `assign-${unique()}`, attributeGroupId: group.id },
      400,
    ],
  ]);

  t.part('001 4.9 product reads');
  const detail = await t.ok<Detail>(vendor, `GET ${url}/${whole.id}/detail`);
  t.has('ids of the entries', detail, {
    categoryIds: [category.id],
    tagIds: [tag.id],
    ingredientIds: [oil.id],
    attributeGroupId: group.id,
  });
  t.is(
    'assignments',
    detail.attributeAssignments?.map(({ attributeId, attributeValueId, value, sortOrder }) => [
      attributeId,
      attributeValueId,
      value,
      sortOrder,
    ]),
    [
      [choice.id, choice.values[1]?.id, null, 0],
      [many.id, many.values[0]?.id, null, 1],
      [many.id, many.values[1]?.id, null, 2],
      [words.id, null, 'soft', 3],
      [count.id, null, '12.5', 4],
      [flag.id, null, 'true', 5],
    ].map(([attributeId, valueId, value, sortOrder], n) => [
      attributeId,
      valueId,
      detail.attributeAssignments?.[n]?.['value'] ?? value,
      sortOrder,
    ]),
  );
  t.shape('an assignment', detail.attributeAssignments?.[0], {
    id: filled,
    attributeId: filled,
    attributeValueId: orNull(filled),
    value: orNull(text),
    sortOrder: int,
  });
  t.is(
    'free values',
    [3, 4, 5].map((n) => detail.attributeAssignments?.[n]?.['value']),
    ['soft', '12.5', 'true'],
  );
  t.shape('a summary', await t.ok(vendor, `GET ${url}/${whole.id}`), {
    ...fields,
    options: absent,
    variants: absent,
    tabs: absent,
  });
  const listed = await t.page<Detail>(vendor, `GET ${url}?search=${word}&sort=title:asc`, { limit: 20 });
  t.is(
    'found and sorted',
    listed.map(({ title }) => title),
    [`Brass Diya ${word}`, `Kurta ${word}`],
  );
  t.shape('a row', listed[0], { ...fields, options: absent, variants: absent, tabs: absent });
  await t.page(vendor, `GET ${url}?page=2&limit=1`, { limit: 1, offset: 1 });
  t.is('of another vendor', await t.page(otherVendor, `GET ${url}?search=${word}`), []);
  await t.lines(vendor, [
    ['limit 101', `GET ${url}?limit=101`, 400, 'at:query.limit'],
    ['page 0', `GET ${url}?page=0`, 400, 'at:query.page'],
    ['another order', `GET ${url}?sort=colour:asc`, 400, 'at:query.sort'],
  ]);

  t.part('001 4.9 product basics and media');
  const basics = await t.ok<Detail>(vendor, `PATCH ${url}/${whole.id}/basics`, {
    title: `Kurta two ${word}`,
    status: 'archived',
  });
  t.has('is partial', basics, { ...body, title: `Kurta two ${word}`, status: 'archived' });
  t.is(
    'options, variants and tabs stay',
    [basics.options.length, basics.variants.length, basics.tabs.length],
    [2, 2, 1],
  );
  const before = await t.ok<Detail>(vendor, `GET ${url}/${whole.id}/detail`);
  t.is('assignments stay where they are left out', before.attributeAssignments?.length, 6);
  await t.ok(vendor, `PATCH ${url}/${whole.id}/basics`, {
    categoryIds: [],
    primaryCategoryId: null,
    attributeAssignments: [{ attributeId: words.id, value: 'rough' }],
  });
  const after = await t.ok<Detail>(vendor, `GET ${url}/${whole.id}/detail`);
  t.is(
    'sets are replaced',
    [after.categoryIds, after.attributeAssignments?.map(({ value }) => value)],
    [[], ['rough']],
  );
  for (const status of ['draft', 'active', 'archived', 'active'])
    t.is(
      `may become ${status}`,
      (await t.ok<Detail>(vendor, `PATCH ${url}/${whole.id}/basics`, { status })).status,
      status,
    );
  const media = await t.ok(vendor, `PATCH ${url}/${whole.id}/media`, {
    thumbnail: null,
    images: ['media/2.png', 'media/1.png'],
  });
  t.has('media', media, {
    thumbnail: null,
    images: ['media/2.png', 'media/1.png'],
    title: `Kurta two ${word}`,
  });
  await t.lines(vendor, [
    [
      'a slug that is taken',
      `PATCH ${url}/${whole.id}/basics`,
      { slug: plain.slug },
      409,
      'UNIQUE_VIOLATION',
    ],
    ['a slug that is none', `PATCH ${url}/${whole.id}/basics`, { slug: 'A B' }, 400, 'at:body.slug'],
    ['a title of 256', `PATCH ${url}/${whole.id}/basics`, { title: `${long}x` }, 400, 'at:body.title'],
    ['an unknown brand', `PATCH ${url}/${whole.id}/basics`, { brandId: NOBODY }, 400, 'at:body.brandId'],
    [
      'images that are no list',
      `PATCH ${url}/${whole.id}/media`,
      { thumbnail: null, images: 'x' },
      400,
      'at:body.images',
    ],
  ]);

  t.part('001 4.9 product options');
  const replaced = await t.ok<Detail>(vendor, `PUT ${url}/${whole.id}/options`, {
    options: [
      {
        name: 'Size',
        sortOrder: 0,
        values: [
          { value: 'S', sortOrder: 0 },
          { value: 'L', sortOrder: 1 },
        ],
      },
      { name: 'Colour', sortOrder: 1, values: [{ value: 'Red', sortOrder: 0 }] },
    ],
  });
  t.is(
    'the set is replaced',
    replaced.options.map(({ name, values }) => [name, values.map(({ value }) => value)]),
    [
      ['Size', ['S', 'L']],
      ['Colour', ['Red']],
    ],
  );
  const bySku = (product: Detail, sku: string) =>
    product.variants.find((item) => item.sku === `${sku}-${word}`);
  t.is('what still resolves stays', bySku(replaced, 'S')?.optionValueIds, bySku(whole, 'S')?.optionValueIds);
  t.is('what does not is detached', bySku(replaced, 'M')?.optionValueIds.length, 1);
  await t.refused(
    vendor,
    'two options of one name',
    `PUT ${url}/${whole.id}/options`,
    {
      options: [1, 2].map((sortOrder) => ({
        name: 'Size',
        sortOrder,
        values: [{ value: 'S', sortOrder: 0 }],
      })),
    },
    400,
  );

  t.part('001 4.9 product sync');
  const [kept] = replaced.variants;
  const synced = await t.ok<Detail>(vendor, `PUT ${url}/${whole.id}/sync`, {
    basics: { subtitle: 'Synced' },
    media: { thumbnail: 'media/s.png', images: [] },
    variants: [
      { id: kept?.id, price: 1_500 },
      {
        price: 3_000,
        sku: `L-${word}`,
        optionValues: [
          { optionName: 'Size', value: 'L' },
          { optionName: 'Colour', value: 'Red' },
        ],
      },
    ],
    tabs: [
      { id: whole.tabs[0]?.id, title: 'Washing' },
      { title: 'Size guide', body: null },
    ],
  });
  t.has('basics and media', synced, { subtitle: 'Synced', thumbnail: 'media/s.png' });
  t.is(
    'variants are changed in place or added',
    synced.variants.map(({ sku, price }) => [sku, price]).sort(),
    [
      [`L-${word}`, 3_000],
      [`M-${word}`, 2_000],
      [`S-${word}`, 1_500],
    ],
  );
  t.is('tabs are changed in place or added', synced.tabs.map(({ title }) => title).sort(), [
    'Size guide',
    'Washing',
  ]);
  const stable = await t.ok<Detail>(vendor, `GET ${url}/${whole.id}/detail`);
  await t.lines(vendor, [
    [
      'an unknown variant',
      `PUT ${url}/${whole.id}/sync`,
      { basics: { subtitle: 'No' }, variants: [{ id: NOBODY, price: 1 }] },
      404,
      'at:body.variants.0.id',
    ],
    [
      'a bad price',
      `PUT ${url}/${whole.id}/sync`,
      { basics: { subtitle: 'No' }, variants: [{ id: kept?.id, price: -1 }] },
      400,
    ],
    [
      'a slug that is taken',
      `PUT ${url}/${whole.id}/sync`,
      { basics: { slug: plain.slug }, variants: [{ id: kept?.id, price: 9 }] },
      409,
      'UNIQUE_VIOLATION',
    ],
  ]);
  t.is('all or nothing', await t.ok(vendor, `GET ${url}/${whole.id}/detail`), stable);

  t.part('001 5 vendor scope');
  for (const [request, change] of [
    ['GET ', undefined],
    ['GET detail', undefined],
    ['PATCH basics', { title: 'Mine' }],
    ['PATCH media', { thumbnail: null, images: [] }],
    ['PUT options', { options: [] }],
    ['PUT sync', { basics: { title: 'Mine' } }],
    ['DELETE ', undefined],
    ['GET variants', undefined],
    ['POST variants', { price: 1 }],
    ['GET tabs', undefined],
    ['POST tabs', { title: 'T' }],
    ['PUT variants/reorder', { variants: [{ variantId: kept?.id, sortOrder: 0 }] }],
    ['PUT tabs/reorder', { tabs: [{ tabId: whole.tabs[0]?.id, sortOrder: 0 }] }],
    [`PATCH variants/${kept?.id}`, { price: 1 }],
    [`DELETE variants/${kept?.id}`, undefined],
    [`PATCH tabs/${whole.tabs[0]?.id}`, { title: 'T' }],
    [`DELETE tabs/${whole.tabs[0]?.id}`, undefined],
  ] as const) {
    const [method, rest] = request.split(' ');
    for (const id of [whole.id, NOBODY])
      await t.refused(
        otherVendor,
        id === whole.id ? 'of another vendor' : 'of nobody',
        `${method} ${url}/${id}${rest && `/${rest}`}`,
        change,
        404,
      );
  }
  t.is('nothing changed', await t.ok(vendor, `GET ${url}/${whole.id}/detail`), stable);

  t.part('001 3 product delete');
  t.is('delete', (await t.send(vendor, `DELETE ${url}/${whole.id}`)).status, 200);
  await t.lines(vendor, [
    ['deleted', `GET ${url}/${whole.id}`, 404],
    ['deleted', `GET ${url}/${whole.id}/detail`, 404],
    ['no restore of products', `POST ${url}/${whole.id}/restore`, 404],
  ]);
  const reused = await t.ok<Detail>(vendor, `POST ${url}`, { title: 'Again', slug: whole.slug }, 201);
  t.is('its slug is free', reused.slug, whole.slug);
};

export const vendorVariants: Table = async (t, world) => {
  const { vendor } = clientsOf(t, world);
  const word = unique();
  const product = data(
    await vendor.post<Detail>('/vendor/products', {
      title: `Vase ${word}`,
      options: [
        {
          name: 'Size',
          sortOrder: 0,
          values: ['S', 'M', 'L', 'XL'].map((value, sortOrder) => ({ value, sortOrder })),
        },
      ],
    }),
  );
  const values = product.options[0]?.values.map(({ id }) => id) ?? [];
  const url = `/vendor/products/${product.id}/variants`;

  t.part('001 4.9 variant create');
  const body = {
    thumbnail: 'media/v.png',
    images: ['media/v.png'],
    price: 10_000,
    specialPrice: 8_000,
    specialPriceStart: '2026-01-01T00:00:00.000Z',
    specialPriceEnd: '2026-02-01T00:00:00.000Z',
    sku: `V-${word}`,
    ean: '4006381333931',
    upc: '036000291452',
    barcode: 'B1',
    hsnCode: '7419',
    minQuantityPerCart: 1,
    maxQuantityPerCart: 5,
    sortOrder: 3,
    optionValueIds: [values[0]],
  };
  const made = await t.ok<Variant>(vendor, `POST ${url}`, body, 201);
  t.shape('created', made, variantShape);
  t.has('as sent', made, body);
  const other = await t.ok<Variant>(
    vendor,
    `POST ${url}`,
    { price: 1, sku: `W-${word}`, sortOrder: 1, optionValueIds: [values[1]] },
    201,
  );
  const third = await t.ok<Variant>(
    vendor,
    `POST ${url}`,
    { price: null, sortOrder: 2, optionValueIds: [values[2]] },
    201,
  );
  t.has('nulls', third, {
    price: null,
    specialPrice: null,
    hsnCode: null,
    sku: null,
    minQuantityPerCart: null,
    maxQuantityPerCart: null,
  });
  await t.lines(vendor, [
    [
      'a special price at the price',
      `POST ${url}`,
      { price: 100, specialPrice: 100, optionValueIds: [values[3]] },
      400,
    ],
    [
      'a special price above it',
      `POST ${url}`,
      { price: 100, specialPrice: 101, optionValueIds: [values[3]] },
      400,
    ],
    [
      'an end at the start',
      `POST ${url}`,
      {
        price: 9,
        specialPriceStart: body.specialPriceStart,
        specialPriceEnd: body.specialPriceStart,
        optionValueIds: [values[3]],
      },
      400,
    ],
    [
      'a maximum below the minimum',
      `POST ${url}`,
      { price: 9, minQuantityPerCart: 3, maxQuantityPerCart: 2, optionValueIds: [values[3]] },
      400,
    ],
    [
      'the same combination',
      `POST ${url}`,
      { price: 9, optionValueIds: [values[0]] },
      409,
      'at:body.optionValueIds',
    ],
    [
      'the same SKU',
      `POST ${url}`,
      { price: 9, sku: body.sku, optionValueIds: [values[3]] },
      409,
      'UNIQUE_VIOLATION',
      'at:body.sku',
    ],
    [
      'a value of nothing',
      `POST ${url}`,
      { price: 9, optionValueIds: [NOBODY] },
      400,
      'at:body.optionValueIds',
    ],
    ['no value of an option', `POST ${url}`, { price: 9, optionValueIds: [] }, 400, 'at:body.optionValueIds'],
    [
      'two values of one option',
      `POST ${url}`,
      { price: 9, optionValueIds: values },
      400,
      'at:body.optionValueIds',
    ],
  ]);
  await t.bounds(vendor, `PATCH ${url}/${third.id}`, {}, [
    ['price', [0, 1, null], [-1, 1.5, '1']],
    ['hsnCode', ['7419', 'x'.repeat(32), null], ['', '   ', 'x'.repeat(33)]],
    ['minQuantityPerCart', [1, null], [-1, 1.5]],
    ['maxQuantityPerCart', [1, null], [-1, 1.5]],
    ['sortOrder', [0, 2], [1.5, 'x']],
    ['weight', [1, 500, null], [0, -1, 1.5]],
  ]);

  t.part('001 4.9 variant change');
  t.has('is partial', await t.ok(vendor, `PATCH ${url}/${made.id}`, { price: 11_000 }), {
    ...body,
    price: 11_000,
  });
  await t.lines(vendor, [
    ['the merged special price', `PATCH ${url}/${made.id}`, { specialPrice: 11_000 }, 400],
    ['the merged price', `PATCH ${url}/${made.id}`, { price: 8_000 }, 400],
    ['the merged quantities', `PATCH ${url}/${made.id}`, { minQuantityPerCart: 6 }, 400],
    ['the merged dates', `PATCH ${url}/${made.id}`, { specialPriceEnd: '2025-01-01T00:00:00.000Z' }, 400],
    ['unknown', `PATCH ${url}/${NOBODY}`, { price: 1 }, 404],
    ['unknown', `DELETE ${url}/${NOBODY}`, 404],
  ]);
  t.has('the code is trimmed', await t.ok(vendor, `PATCH ${url}/${made.id}`, { hsnCode: ' 7419 ' }), {
    hsnCode: '7419',
  });
  t.has('null clears it', await t.ok(vendor, `PATCH ${url}/${made.id}`, { hsnCode: null }), {
    hsnCode: null,
  });
  const ids = async () => (await t.ok<Variant[]>(vendor, `GET ${url}`)).map(({ id }) => id);
  t.is('by sortOrder', await ids(), [other.id, third.id, made.id]);
  const reordered = await t.ok<Variant[]>(vendor, `PUT ${url}/reorder`, {
    variants: [made, third, other].map(({ id }, sortOrder) => ({ variantId: id, sortOrder })),
  });
  t.is(
    'reorder',
    reordered.map(({ id }) => id),
    [made.id, third.id, other.id],
  );
  t.is('and they stay so', await ids(), [made.id, third.id, other.id]);
  await t.lines(vendor, [
    ['no entries', `PUT ${url}/reorder`, { variants: [] }, 400, 'at:body.variants'],
    ['no list', `PUT ${url}/reorder`, {}, 400, 'at:body.variants'],
    [
      'an unknown variant',
      `PUT ${url}/reorder`,
      { variants: [{ variantId: NOBODY, sortOrder: 0 }] },
      404,
      'at:body.variants.0.variantId',
    ],
  ]);
  t.is('delete', (await t.send(vendor, `DELETE ${url}/${other.id}`)).status, 200);
  t.is('and it is gone', await ids(), [made.id, third.id]);

  t.part('001 2.9 HSN code of order lines');
  const { customer } = clientsOf(t, world);
  const sold = await newProduct(vendor);
  const soldVariant = firstVariant(sold);
  const order = await newOrder(customer, world.customer.email, [{ variantId: soldVariant.id }]);
  await t.ok(vendor, `PATCH /vendor/products/${sold.id}/variants/${soldVariant.id}`, {
    hsnCode: '9405',
    weight: 900,
  });
  const kept = await t.ok<{ vendors: { lines: object[] }[] }>(customer, `GET /store/orders/${order.id}`);
  t.has('as it was when the order was placed', kept.vendors[0]?.lines[0], { hsnCode: '7419', weight: 350 });

  t.part('001 4.9 tabs');
  const tabs = `/vendor/products/${product.id}/tabs`;
  interface Tab {
    id: string;
  }
  const first = await t.ok<Tab>(vendor, `POST ${tabs}`, { title: 'Care', body: 'Dry', sortOrder: 2 }, 201);
  t.shape('created', first, tabShape);
  t.has('active', first, { isActive: true, title: 'Care', body: 'Dry', sortOrder: 2 });
  const second = await t.ok<Tab>(
    vendor,
    `POST ${tabs}`,
    { title: 'Story', body: null, isActive: false, sortOrder: 1 },
    201,
  );
  t.has('inactive and empty', second, { isActive: false, body: null });
  const tabIds = async () => (await t.ok<Tab[]>(vendor, `GET ${tabs}`)).map(({ id }) => id);
  t.is('active and inactive, by sortOrder', await tabIds(), [second.id, first.id]);
  t.is(
    'reorder',
    (
      await t.send(vendor, `PUT ${tabs}/reorder`, {
        tabs: [
          { tabId: first.id, sortOrder: 0 },
          { tabId: second.id, sortOrder: 1 },
        ],
      })
    ).status,
    200,
  );
  t.is('reordered', await tabIds(), [first.id, second.id]);
  t.has(
    'change',
    await t.ok(vendor, `PATCH ${tabs}/${second.id}`, {
      title: 'Our story',
      body: 'Long',
      isActive: true,
      sortOrder: 5,
    }),
    { title: 'Our story', body: 'Long', isActive: true, sortOrder: 5 },
  );
  await t.lines(vendor, [
    ['no title', `POST ${tabs}`, { body: 'x' }, 400, 'at:body.title'],
    ['an empty title', `PATCH ${tabs}/${first.id}`, { title: '' }, 400, 'at:body.title'],
    ['no boolean', `PATCH ${tabs}/${first.id}`, { isActive: 'yes' }, 400, 'at:body.isActive'],
    ['unknown', `PATCH ${tabs}/${NOBODY}`, { title: 'T' }, 404],
    ['unknown', `DELETE ${tabs}/${NOBODY}`, 404],
    [
      'an unknown tab',
      `PUT ${tabs}/reorder`,
      { tabs: [{ tabId: NOBODY, sortOrder: 0 }] },
      404,
      'at:body.tabs.0.tabId',
    ],
  ]);
  t.is('delete', (await t.send(vendor, `DELETE ${tabs}/${first.id}`)).status, 200);
  t.is('and it is gone', await tabIds(), [second.id]);
};

export const catalogRequests: Table = async (t, world) => {
  const { admin, vendor, otherVendor } = clientsOf(t, world);
  t.part('001 4.9 catalog requests');
  interface Asked {
    id: string;
    slug: string;
  }
  const shape = {
    id: filled,
    title: filled,
    description: orNull(text),
    slug: filled,
    image: orNull(text),
    metadata: orNull(object),
    status: oneOf('pending', 'approved', 'rejected'),
    vendorId: filled,
    requestedByUserId: filled,
    rejectionReason: orNull(text),
    approvedAt: orNull(iso),
    rejectedAt: orNull(iso),
    resultingItemId: orNull(filled),
    createdAt: iso,
    updatedAt: iso,
  };
  for (const taxonomy of ['categories', 'brands', 'tags', 'ingredients']) {
    const url = `/vendor/catalog/requests/${taxonomy}`;
    const body = {
      title: `New ${unique()}`,
      description: 'Please',
      slug: `new-${unique()}`,
      image: null,
      metadata: { a: 1 },
    };
    const asked = await t.ok<Asked>(vendor, `POST ${url}`, body, 201);
    t.shape(taxonomy, asked, { ...shape, parentId: taxonomy === 'categories' ? orNull(filled) : absent });
    t.has(taxonomy, asked, {
      ...body,
      status: 'pending',
      vendorId: world.owner.vendorId,
      requestedByUserId: world.owner.userId,
      approvedAt: null,
      rejectedAt: null,
      resultingItemId: null,
      rejectionReason: null,
    });
    t.has(`${taxonomy}: changed`, await t.ok(vendor, `PUT ${url}/${asked.id}`, { title: 'Newer' }), {
      title: 'Newer',
      slug: body.slug,
      status: 'pending',
    });
    await t.refused(otherVendor, 'of another vendor', `PUT ${url}/${asked.id}`, { title: 'Mine' }, 404);
    await t.refused(vendor, 'of nobody', `PUT ${url}/${NOBODY}`, { title: 'Mine' }, 404);
    await t.bounds(
      vendor,
      `POST ${url}`,
      body,
      [
        ['slug', [`b-${unique()}`], ['A', 'a_b', '-a', 'a--b', '', 12]],
        ['title', [], ['', null, undefined]],
        ['metadata', [], ['x']],
      ],
      201,
    );
    const approved = await t.ok<{ resultingItemId: string }>(
      admin,
      `POST /admin/catalog/requests/${taxonomy}/${asked.id}/approve`,
    );
    t.has(`${taxonomy}: approved`, approved, {
      status: 'approved',
      approvedAt: iso,
      resultingItemId: filled,
    });
    t.has(`${taxonomy}: the row`, await t.ok(admin, `GET /admin/${taxonomy}/${approved.resultingItemId}`), {
      title: 'Newer',
      slug: body.slug,
    });
    await t.refused(vendor, 'approved by now', `PUT ${url}/${asked.id}`, { title: 'Late' }, 409);
    const refused = await t.ok<Asked>(vendor, `POST ${url}`, { ...body, slug: `no-${unique()}` }, 201);
    t.has(
      `${taxonomy}: rejected`,
      await t.ok(admin, `POST /admin/catalog/requests/${taxonomy}/${refused.id}/reject`, {
        reason: 'We have it',
      }),
      { status: 'rejected', rejectedAt: iso, rejectionReason: 'We have it', resultingItemId: null },
    );
    await t.refused(vendor, 'rejected by now', `PUT ${url}/${refused.id}`, { title: 'Late' }, 409);
  }
  const parent = data(await admin.post<{ id: string }>('/admin/categories', { title: `Parent ${unique()}` }));
  t.has(
    'below a category',
    await t.ok(
      vendor,
      'POST /vendor/catalog/requests/categories',
      { title: 'Child', slug: `child-${unique()}`, parentId: parent.id },
      201,
    ),
    { parentId: parent.id },
  );
  await t.refused(
    vendor,
    'another taxonomy',
    'POST /vendor/catalog/requests/vendors',
    { title: 'x', slug: 'x' },
    400,
    { field: 'path.taxonomy' },
  );
};
