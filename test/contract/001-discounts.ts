import { data, type CartResponse } from '../_support/shop.js';
import { firstVariant, newCart, newOrder, newProduct, unique } from './marketplace.js';
import { absent, bool, filled, int, iso, list, matching, oneOf, orNull } from './shapes.js';
import { clientsOf, type Table } from './world.js';

const NOBODY = '0190aaaa-0000-7000-8000-000000000000';
const url = '/admin/discounts';
const newCode = () => `C-${unique().toUpperCase()}`;

interface Discount {
  id: string;
  code: string;
  name: string;
  createdAt: string;
  endsAt: string | null;
  archivedAt: string | null;
  deletedAt: string | null;
}

const shape = {
  id: filled,
  name: filled,
  code: matching(/^[A-Z0-9_-]+$/),
  isActive: bool,
  archivedAt: orNull(iso),
  platform: oneOf('APP', 'WEB', 'BOTH'),
  discountType: oneOf('FIXED', 'PERCENTAGE'),
  value: int,
  minOrderAmount: orNull(int),
  maxOrderAmount: orNull(int),
  freeShipping: bool,
  requireCustomerLogin: bool,
  showOnCart: bool,
  totalUsageLimit: orNull(int),
  usageLimitPerCustomer: orNull(int),
  startsAt: orNull(iso),
  endsAt: orNull(iso),
  individualUsageOnly: bool,
  excludeSaleItems: bool,
  excludeSaleItemsOverPercent: orNull(int),
  purchaseHistoryMode: oneOf('DISABLED', 'FIRST_ORDER', 'MIN_ORDERS'),
  minOrderCount: orNull(int),
  customerScope: oneOf('ALL', 'INCLUDE', 'EXCLUDE'),
  customerUserIds: list,
  variants: list,
  categories: list,
  brands: list,
  tags: list,
  ingredients: list,
  vendors: list,
  createdAt: iso,
  updatedAt: iso,
  deletedAt: orNull(iso),
};
const defaults = {
  isActive: true,
  platform: 'BOTH',
  minOrderAmount: null,
  maxOrderAmount: null,
  freeShipping: false,
  requireCustomerLogin: false,
  showOnCart: false,
  totalUsageLimit: null,
  usageLimitPerCustomer: null,
  startsAt: null,
  endsAt: null,
  individualUsageOnly: false,
  excludeSaleItems: false,
  excludeSaleItemsOverPercent: null,
  purchaseHistoryMode: 'DISABLED',
  minOrderCount: null,
  customerScope: 'ALL',
  customerUserIds: [],
  variants: [],
  categories: [],
  brands: [],
  tags: [],
  ingredients: [],
  vendors: [],
  archivedAt: null,
  deletedAt: null,
};

export const discounts: Table = async (t, world) => {
  const { admin, vendor } = clientsOf(t, world);
  t.part('001 4.3 discount create');
  const body = () => ({ name: 'Diwali', code: newCode(), discountType: 'PERCENTAGE', value: 10 });
  const made = await t.ok<Discount>(admin, `POST ${url}`, body(), 201);
  t.shape('created', made, shape);
  t.has('defaults', made, defaults);
  const variant = firstVariant(await newProduct(vendor));
  const full = {
    ...body(),
    isActive: false,
    platform: 'APP',
    discountType: 'FIXED',
    value: 5_000,
    minOrderAmount: 10_000,
    maxOrderAmount: 90_000,
    freeShipping: true,
    requireCustomerLogin: true,
    showOnCart: true,
    totalUsageLimit: 5,
    usageLimitPerCustomer: 1,
    startsAt: '2026-01-01T00:00:00.000Z',
    endsAt: '2027-01-01T00:00:00.000Z',
    individualUsageOnly: true,
    excludeSaleItems: true,
    excludeSaleItemsOverPercent: 30,
    purchaseHistoryMode: 'MIN_ORDERS',
    minOrderCount: 2,
    customerScope: 'INCLUDE',
    customerUserIds: [world.customer.userId],
    variants: [{ id: variant.id, mode: 'INCLUDE' }],
    vendors: [{ id: world.owner.vendorId, mode: 'EXCLUDE' }],
  };
  const whole = await t.ok<Discount>(admin, `POST ${url}`, full, 201);
  t.has('as sent', whole, full);
  t.is('get', await t.ok(admin, `GET ${url}/${whole.id}`), whole);

  t.part('001 2.3 discount fields');
  for (const field of ['name', 'code', 'discountType', 'value'])
    await t.refused(admin, `without ${field}`, `POST ${url}`, { ...body(), [field]: undefined }, 400, {
      field: `body.${field}`,
    });
  await t.bounds(
    admin,
    `POST ${url}`,
    body(),
    [
      [
        'code',
        [
          `Z${unique().toUpperCase().slice(0, 1)}_-${unique().toUpperCase()}`,
          `9${unique().toUpperCase()}${'A'.repeat(39)}`,
        ],
        ['A', 'A'.repeat(51), 'diwali', 'DI WALI', 'DIWALI!', '', 12],
      ],
    ],
    201,
  );
  const cases: readonly (readonly [
    field: string,
    accepted: readonly unknown[],
    rejected: readonly unknown[],
    also?: object,
  ])[] = [
    ['name', ['x', 'x'.repeat(255)], ['', 'x'.repeat(256), null]],
    ['value', [1, 100], [0, 101, 12.5, -1, '10', null]],
    ['value', [1, 10_000_000], [0, 0.5, -1], { discountType: 'FIXED' }],
    ['discountType', ['PERCENTAGE'], ['percent', '', null]],
    ['platform', ['APP', 'WEB', 'BOTH'], ['web', 'IOS', null]],
    ['minOrderAmount', [0, 100, null], [-1, 1.5, '100']],
    ['maxOrderAmount', [0, 100, null], [-1, 1.5, '100']],
    ['totalUsageLimit', [1, null], [0, -1, 1.5]],
    ['usageLimitPerCustomer', [1, null], [0, -1, 1.5]],
    ['excludeSaleItemsOverPercent', [1, 100, null], [0, 101, 1.5], { excludeSaleItems: true }],
    ['isActive', [true, false], ['yes', 1]],
    ['freeShipping', [true], ['yes']],
    ['requireCustomerLogin', [true], ['yes']],
    ['showOnCart', [true], ['yes']],
    ['individualUsageOnly', [true], ['yes']],
    ['excludeSaleItems', [true], ['yes']],
    ['startsAt', ['2026-01-01T00:00:00.000Z', null], ['tomorrow', 12]],
    ['endsAt', ['2030-01-01T00:00:00.000Z', null], ['tomorrow', 12]],
    ['purchaseHistoryMode', ['DISABLED', 'FIRST_ORDER'], ['first_order', 'SOMETIMES']],
    ['customerScope', ['ALL'], ['all', 'SOME']],
    ['customerUserIds', [[], [world.customer.userId]], ['x', [12]]],
    [
      'variants',
      [[], [{ id: variant.id, mode: 'INCLUDE' }]],
      [[{ id: variant.id }], [{ id: variant.id, mode: 'MAYBE' }], [{ id: NOBODY, mode: 'INCLUDE' }]],
    ],
    ['vendors', [[{ id: world.owner.vendorId, mode: 'EXCLUDE' }]], [[{ id: NOBODY, mode: 'EXCLUDE' }]]],
    ['categories', [[]], [[{ id: NOBODY, mode: 'INCLUDE' }]]],
    ['brands', [[]], [[{ id: NOBODY, mode: 'INCLUDE' }]]],
    ['tags', [[]], [[{ id: NOBODY, mode: 'INCLUDE' }]]],
    ['ingredients', [[]], [[{ id: NOBODY, mode: 'INCLUDE' }]]],
  ];
  for (const [field, accepted, rejected, also] of cases) {
    for (const value of accepted) {
      const reply = await t.send(admin, `POST ${url}`, { ...body(), ...also, [field]: value });
      t.is(`takes ${field} ${JSON.stringify(value).slice(0, 40)}`, reply.status, 201);
    }
    for (const value of rejected)
      await t.refused(
        admin,
        `${field} ${JSON.stringify(value).slice(0, 40)}`,
        `POST ${url}`,
        { ...body(), ...also, [field]: value },
        400,
        { field: `body.${field}` },
      );
  }
  const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
  await t.lines(admin, [
    ['minimum above maximum', `POST ${url}`, { ...body(), minOrderAmount: 200, maxOrderAmount: 100 }, 400],
    ['the end before the start', `POST ${url}`, { ...body(), startsAt: late, endsAt: early }, 400],
    ['the end at the start', `POST ${url}`, { ...body(), startsAt: early, endsAt: early }, 400],
    ['MIN_ORDERS without a number', `POST ${url}`, { ...body(), purchaseHistoryMode: 'MIN_ORDERS' }, 400],
    [
      'MIN_ORDERS of 0',
      `POST ${url}`,
      { ...body(), purchaseHistoryMode: 'MIN_ORDERS', minOrderCount: 0 },
      400,
    ],
    ['INCLUDE nobody', `POST ${url}`, { ...body(), customerScope: 'INCLUDE' }, 400],
    ['EXCLUDE nobody', `POST ${url}`, { ...body(), customerScope: 'EXCLUDE', customerUserIds: [] }, 400],
    ['a code that is taken', `POST ${url}`, { ...body(), code: made.code }, 409, 'UNIQUE_VIOLATION'],
  ]);
  t.is(
    'minimum and maximum may be equal',
    (await t.send(admin, `POST ${url}`, { ...body(), minOrderAmount: 100, maxOrderAmount: 100 })).status,
    201,
  );

  t.part('001 4.3 discount update');
  const renamed = await t.ok<Discount>(admin, `PATCH ${url}/${whole.id}`, { name: 'Holi' });
  t.has('is partial', renamed, { name: 'Holi', code: whole.code, value: 5_000, minOrderAmount: 10_000 });
  t.is(
    'the code never changes',
    (await t.send<Discount>(admin, `PATCH ${url}/${whole.id}`, { code: newCode() })).status < 500,
    true,
  );
  t.has('the code never changes', await t.ok(admin, `GET ${url}/${whole.id}`), { code: whole.code });
  await t.lines(admin, [
    ['the merged dates', `PATCH ${url}/${whole.id}`, { endsAt: '2025-01-01T00:00:00.000Z' }, 400],
    ['the merged amounts', `PATCH ${url}/${whole.id}`, { minOrderAmount: 90_001 }, 400],
    ['the merged value', `PATCH ${url}/${whole.id}`, { discountType: 'PERCENTAGE' }, 400],
    ['the merged scope', `PATCH ${url}/${made.id}`, { customerScope: 'INCLUDE' }, 400],
    ['the merged history', `PATCH ${url}/${made.id}`, { purchaseHistoryMode: 'MIN_ORDERS' }, 400],
    ['a bad value', `PATCH ${url}/${made.id}`, { value: 101 }, 400],
    ['unknown', `GET ${url}/${NOBODY}`, 404],
    ['malformed', `GET ${url}/nonsense`, 404],
    ['unknown', `PATCH ${url}/${NOBODY}`, { name: 'N' }, 404],
    ['unknown', `PATCH ${url}/${NOBODY}/archive`, 404],
    ['unknown', `PATCH ${url}/${NOBODY}/unarchive`, 404],
    ['unknown', `DELETE ${url}/${NOBODY}`, 404],
    ['unknown', `POST ${url}/${NOBODY}/restore`, 404],
  ]);

  t.part('001 3 discount lifecycle');
  const inList = async (status: string) =>
    (await t.page<Discount>(admin, `GET ${url}?q=${made.code}${status && `&status=${status}`}`)).length;
  const where = async () => [
    await inList(''),
    await inList('active'),
    await inList('archived'),
    await inList('deleted'),
    await inList('all'),
  ];
  t.is('active', await where(), [1, 1, 0, 0, 1]);
  t.has('archive', await t.ok(admin, `PATCH ${url}/${made.id}/archive`), {
    archivedAt: iso,
    deletedAt: null,
  });
  t.is('archived', await where(), [0, 0, 1, 0, 1]);
  t.is('a repeat changes nothing', (await t.send(admin, `PATCH ${url}/${made.id}/archive`)).status, 200);
  t.has('delete', await t.ok(admin, `DELETE ${url}/${made.id}`), { id: made.id, deletedAt: iso });
  t.is('deleted', await where(), [0, 0, 0, 1, 1]);
  t.has('restore', await t.ok(admin, `POST ${url}/${made.id}/restore`), { deletedAt: null, archivedAt: iso });
  t.is('restored to what it was', await where(), [0, 0, 1, 0, 1]);
  t.has('unarchive', await t.ok(admin, `PATCH ${url}/${made.id}/unarchive`), { archivedAt: null });
  t.is('active again', await where(), [1, 1, 0, 0, 1]);

  t.part('001 4.3 discount list');
  const word = unique();
  const codes = ['B', 'A', 'C'].map((letter) => `${letter}-${word.toUpperCase()}`);
  for (const [n, code] of codes.entries())
    await t.ok(
      admin,
      `POST ${url}`,
      {
        ...body(),
        code,
        name: `List ${word} ${3 - n}`,
        platform: n === 0 ? 'APP' : 'WEB',
        isActive: n !== 1,
        endsAt: `2030-01-0${n + 1}T00:00:00.000Z`,
      },
      201,
    );
  const found = async (query: string) =>
    (await t.page<Discount>(admin, `GET ${url}?q=${word}${query}`)).map(({ code }) => code[0]).join('');
  t.is('newest first', await found(''), 'CAB');
  for (const [query, order] of [
    ['&sortBy=code', 'CBA'],
    ['&sortBy=code&sortDirection=asc', 'ABC'],
    ['&sortBy=name&sortDirection=asc', 'CAB'],
    ['&sortBy=endsAt&sortDirection=desc', 'CAB'],
    ['&sortBy=createdAt&sortDirection=asc', 'BAC'],
    ['&sortBy=updatedAt&sortDirection=asc', 'BAC'],
    ['&platform=APP', 'B'],
    ['&isActive=false', 'A'],
    ['&isActive=true&sortBy=code&sortDirection=asc', 'BC'],
  ] as const)
    t.is(query, await found(query), order);
  await t.page(admin, `GET ${url}`, { limit: 100 });
  await t.page(admin, `GET ${url}?limit=500`, { limit: 500 });
  await t.page(admin, `GET ${url}?limit=1&offset=2`, { limit: 1, offset: 2 });
  await t.lines(admin, [
    ['limit 0', `GET ${url}?limit=0`, 400, 'at:query.limit'],
    ['limit 501', `GET ${url}?limit=501`, 400, 'at:query.limit'],
    ['offset -1', `GET ${url}?offset=-1`, 400, 'at:query.offset'],
    ['a status that does not exist', `GET ${url}?status=lost`, 400, 'at:query.status'],
    ['nothing to look for', `GET ${url}?q=%20`, 400, 'at:query.q'],
    ['another order', `GET ${url}?sortBy=value`, 400, 'at:query.sortBy'],
    ['another direction', `GET ${url}?sortDirection=up`, 400, 'at:query.sortDirection'],
    ['another platform', `GET ${url}?platform=IOS`, 400, 'at:query.platform'],
    ['no boolean', `GET ${url}?isActive=maybe`, 400, 'at:query.isActive'],
  ]);
};

/** What a coupon does in a cart, and what an order keeps of it. */
export const coupons: Table = async (t, world) => {
  const { admin, vendor, otherVendor, customer } = clientsOf(t, world);
  const email = world.customer.email;
  const lamp = firstVariant(await newProduct(vendor));
  const shawl = firstVariant(
    await newProduct(otherVendor, { variants: [{ price: 80_000, specialPrice: 60_000 }] }),
  );
  const items = [{ variantId: lamp.id, quantity: 2 }, { variantId: shawl.id }];
  const create = async (fields: object) => {
    const code = newCode();
    await t.ok(
      admin,
      `POST ${url}`,
      { name: 'Coupon', code, discountType: 'PERCENTAGE', value: 10, ...fields },
      201,
    );
    return code;
  };
  const cart = await newCart(customer, email, items);
  const add = async (code: string) =>
    t.send<CartResponse>(customer, `POST /store/carts/${cart.id}/coupons`, { code });
  const takeOff = (code: string) => t.send(customer, `DELETE /store/carts/${cart.id}/coupons/${code}`);

  t.part('001 2.3 coupon in a cart');
  for (const [what, fields, amount] of [
    ['10 % of 1,600.00', {}, 16_000],
    ['a fixed amount', { discountType: 'FIXED', value: 5_000 }, 5_000],
    ['a fixed amount is capped at what it applies to', { discountType: 'FIXED', value: 9_999_999 }, 160_000],
    ['one vendor', { vendors: [{ id: world.owner.vendorId, mode: 'INCLUDE' }] }, 10_000],
    ['all but one vendor', { vendors: [{ id: world.owner.vendorId, mode: 'EXCLUDE' }] }, 6_000],
    ['one variant', { variants: [{ id: shawl.id, mode: 'INCLUDE' }] }, 6_000],
    ['no sale items', { excludeSaleItems: true }, 10_000],
    ['sale items up to a percentage', { excludeSaleItems: true, excludeSaleItemsOverPercent: 25 }, 16_000],
    ['a cart of its minimum', { minOrderAmount: 160_000 }, 16_000],
    [
      'a customer who is named',
      { customerScope: 'INCLUDE', customerUserIds: [world.customer.userId] },
      16_000,
    ],
  ] as const) {
    const code = await create(fields);
    const reply = await add(code);
    t.is(`${what}: is added`, reply.status, 201);
    t.is(`${what}: takes off`, reply.body.data.totals.discountTotal, amount);
    t.has(
      `${what}: stands in the cart`,
      reply.body.data.coupons.find((item) => item.code === code),
      { amount, applied: true },
    );
    await takeOff(code);
  }
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const ago = new Date(Date.now() - 3_600_000).toISOString();
  for (const [what, fields] of [
    ['below its minimum', { minOrderAmount: 160_001 }],
    ['above its maximum', { maxOrderAmount: 159_999 }],
    ['not yet', { startsAt: soon }],
    ['no longer', { endsAt: ago }],
    ['another platform', { platform: 'APP' }],
    ['another customer', { customerScope: 'INCLUDE', customerUserIds: [world.otherCustomer.userId] }],
    ['an excluded customer', { customerScope: 'EXCLUDE', customerUserIds: [world.customer.userId] }],
    ['too few orders', { purchaseHistoryMode: 'MIN_ORDERS', minOrderCount: 9_999 }],
  ] as const)
    await t.refused(
      customer,
      what,
      `POST /store/carts/${cart.id}/coupons`,
      { code: await create(fields) },
      409,
    );
  const archived = await create({});
  const row = (await t.page<Discount>(admin, `GET ${url}?q=${archived}`))[0];
  await t.ok(admin, `PATCH ${url}/${row?.id}/archive`);
  await t.lines(customer, [
    ['an archived one', `POST /store/carts/${cart.id}/coupons`, { code: archived }, 404],
    ['an unknown one', `POST /store/carts/${cart.id}/coupons`, { code: 'NOTHING-LIKE-IT' }, 404],
    [
      'an inactive one',
      `POST /store/carts/${cart.id}/coupons`,
      { code: await create({ isActive: false }) },
      404,
    ],
  ]);
  const alone = await create({ individualUsageOnly: true });
  const plain = await create({});
  t.is('codes are read in capitals', (await add(plain.toLowerCase())).status, 201);
  await t.refused(
    customer,
    'cannot be combined',
    `POST /store/carts/${cart.id}/coupons`,
    { code: alone },
    409,
  );

  t.part('001 2.3 coupon customers');
  const newcomer = await world.account();
  const http = t.http.as(newcomer.token);
  const firstOrder = await create({ purchaseHistoryMode: 'FIRST_ORDER' });
  const afterOne = await create({ purchaseHistoryMode: 'MIN_ORDERS', minOrderCount: 1 });
  const perCustomer = await create({ usageLimitPerCustomer: 1 });
  const theirs = await newCart(http, newcomer.email, items);
  const attempt = (code: string) => t.send(http, `POST /store/carts/${theirs.id}/coupons`, { code });
  t.is('a first order', (await attempt(firstOrder)).status, 201);
  await t.refused(http, 'no order yet', `POST /store/carts/${theirs.id}/coupons`, { code: afterOne }, 409);
  await newOrder(http, newcomer.email, items, 'cod', perCustomer);
  await t.refused(
    http,
    'once a customer',
    `POST /store/carts/${theirs.id}/coupons`,
    { code: perCustomer },
    409,
  );
  t.is('another customer', (await add(perCustomer)).status, 201);
  t.is('after one order', (await attempt(afterOne)).status, 201);
  const second = await newCart(http, newcomer.email, items);
  await t.refused(
    http,
    'no first order any more',
    `POST /store/carts/${second.id}/coupons`,
    { code: firstOrder },
    409,
  );
  const guest = t.http.as((await world.account({ anonymous: true })).token);
  const guestCart = await newCart(guest, `guest-${unique()}@example.com`, items);
  await t.refused(
    guest,
    'guests have to sign in',
    `POST /store/carts/${guestCart.id}/coupons`,
    { code: await create({ requireCustomerLogin: true }) },
    409,
  );

  t.part('001 2.3 coupons on display and free shipping');
  const displayed = await create({ showOnCart: true });
  const suggested = await t.ok<{ code: string }[]>(http, `GET /store/carts/${second.id}/coupons/suggested`);
  t.is(
    'shown on carts',
    suggested.some(({ code }) => code === displayed),
    true,
  );
  t.is(
    'or not',
    suggested.some(({ code }) => code === perCustomer),
    false,
  );
  data(await vendor.patch('/vendor/shipping/config', { flatRateSubunit: 4_900, freeAboveSubunit: null }));
  const waived = await create({ freeShipping: true });
  const before = (await t.ok<CartResponse>(http, `GET /store/carts/${second.id}`)).totals.shippingTotal;
  const free = (await t.send<CartResponse>(http, `POST /store/carts/${second.id}/coupons`, { code: waived }))
    .body.data;
  t.is('shipping is waived', [before, free.totals.shippingTotal], [4_900, 0]);
  data(await vendor.patch('/vendor/shipping/config', { flatRateSubunit: 0 }));

  t.part('001 2.3 coupon snapshots');
  const limited = await create({ totalUsageLimit: 1, name: 'Once' });
  const order = await newOrder(customer, email, items, 'cod', limited);
  const path = `/store/orders/${order.id}`;
  interface Kept {
    coupons: Record<string, unknown>[];
    discountTotal: number;
  }
  const kept = await t.ok<Kept>(customer, `GET ${path}`);
  t.has('the order keeps its coupon', kept.coupons[0], { code: limited, name: 'Once' });
  const used = (await t.page<Discount>(admin, `GET ${url}?q=${limited}`))[0];
  await t.ok(admin, `PATCH ${url}/${used?.id}`, { name: 'Twice', value: 50 });
  t.is('a later change does not touch it', await t.ok<Kept>(customer, `GET ${path}`), kept);
  const other = data(await t.http.as(world.otherCustomer.token).post<{ id: string }>('/store/carts'));
  await t.http
    .as(world.otherCustomer.token)
    .post(`/store/carts/${other.id}/items`, { variantId: lamp.id, quantity: 4 });
  await t.refused(
    t.http.as(world.otherCustomer.token),
    'its one use is taken',
    `POST /store/carts/${other.id}/coupons`,
    { code: limited },
    409,
  );
  t.has('the cart is as it was', (await t.send(customer, `GET /store/carts/${cart.id}`)).body, {
    errorCode: absent,
  });
};
