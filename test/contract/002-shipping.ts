import { data } from '../_support/shop.js';
import { holdSessions } from './access.js';
import { firstVariant, move, newCart, newOrder, newProduct } from './marketplace.js';
import { filled, int, list, listOf, oneOf, orNull } from './shapes.js';
import { clientsOf, type Table } from './world.js';

const NOBODY = '0190aaaa-0000-7000-8000-000000000000';
const shape = { enabledProviders: listOf(filled), flatRateSubunit: int, freeAboveSubunit: orNull(int) };

interface Config {
  enabledProviders: string[];
  flatRateSubunit: number;
  freeAboveSubunit: number | null;
}
interface AuditRow {
  key: string;
  before: unknown;
  after: unknown;
}

export const shippingCharge: Table = async (t, world) => {
  const { admin, customer } = clientsOf(t, world);
  const seller = await world.vendor();
  const vendor = t.http.as(seller.token);
  const mine = '/vendor/shipping/config';
  const theirs = `/admin/vendors/${seller.vendorId}/shipping/config`;

  t.part('002 4.1 shipping config');
  const fresh = await t.ok<Config>(vendor, `GET ${mine}`);
  t.shape('read', fresh, shape);
  t.is('of a new vendor', fresh, {
    enabledProviders: ['carrier', 'self-handled'],
    flatRateSubunit: 0,
    freeAboveSubunit: null,
  });
  t.is('as the administrator sees it', await t.ok(admin, `GET ${theirs}`), fresh);
  for (const [who, client, url] of [
    ['vendor', vendor, mine],
    ['administrator', admin, theirs],
  ] as const) {
    t.is(`${who}: is partial`, await t.ok(client, `PATCH ${url}`, { flatRateSubunit: 4_900 }), {
      ...fresh,
      flatRateSubunit: 4_900,
    });
    t.has(`${who}: a threshold`, await t.ok(client, `PATCH ${url}`, { freeAboveSubunit: 100_000 }), {
      flatRateSubunit: 4_900,
      freeAboveSubunit: 100_000,
    });
    t.has(`${who}: nothing changes nothing`, await t.ok(client, `PATCH ${url}`, {}), {
      flatRateSubunit: 4_900,
      freeAboveSubunit: 100_000,
    });
    t.has(
      `${who}: null takes the threshold away`,
      await t.ok(client, `PATCH ${url}`, { freeAboveSubunit: null }),
      { freeAboveSubunit: null },
    );
    await t.bounds(client, `PATCH ${url}`, {}, [
      ['flatRateSubunit', [0, 1], [-1, 1.5, '1', null]],
      ['freeAboveSubunit', [0, 1, null], [-1, 1.5, '1']],
      [
        'enabledProviders',
        [['self-handled'], ['carrier', 'self-handled']],
        [[], ['pigeon'], 'carrier', [12]],
      ],
    ]);
    t.has(`${who}: read after that`, await t.ok(client, `GET ${url}`), {
      flatRateSubunit: 1,
      freeAboveSubunit: null,
    });
    await t.ok(client, `PATCH ${url}`, { flatRateSubunit: 0 });
  }
  await t.lines(admin, [
    ['an unknown vendor', `GET /admin/vendors/${NOBODY}/shipping/config`, 404],
    ['an unknown vendor', `PATCH /admin/vendors/${NOBODY}/shipping/config`, { flatRateSubunit: 1 }, 404],
  ]);

  t.part('002 4.1 audit of the config');
  const audited = async (entityId: string) =>
    data(await admin.get<AuditRow[]>(`/admin/audit?limit=100&filters[]=vendorId:eq:${entityId}`));
  const before = (await audited(seller.vendorId)).length;
  await t.ok(vendor, `PATCH ${mine}`, { flatRateSubunit: 700, freeAboveSubunit: 800 });
  const rows = await audited(seller.vendorId);
  t.is('a row for each changed key', rows.length - before, 2);
  t.is(
    'keys',
    rows
      .slice(0, 2)
      .map(({ key }) => key.replace(/^vendor\./, ''))
      .sort(),
    ['shipping.flat_rate_subunit', 'shipping.free_above_subunit'],
  );
  await t.ok(vendor, `PATCH ${mine}`, { flatRateSubunit: 700 });
  t.is('none for a value that stays', (await audited(seller.vendorId)).length, rows.length);

  t.part('002 4.1 providers');
  const providers = async () =>
    (await t.page<{ id: string; methods: string[] }>(vendor, 'GET /vendor/shipping/providers')).map(
      ({ id, methods }) => [id, methods],
    );
  t.is('all that are allowed', await providers(), [
    ['carrier', ['courier']],
    ['self-handled', ['self']],
  ]);
  t.has('always one page', (await t.send(vendor, 'GET /vendor/shipping/providers')).body.metadata, {
    total: 2,
    offset: 0,
    hasMore: false,
  });
  await t.ok(vendor, `PATCH ${mine}`, { enabledProviders: ['self-handled'] });
  t.is('those of the vendor', await providers(), [['self-handled', ['self']]]);
  await t.ok(vendor, `PATCH ${mine}`, { enabledProviders: ['carrier', 'self-handled'] });
  await t.ok(admin, 'PATCH /admin/settings/admin', { 'shipping.allowed_providers': ['self-handled'] });
  t.is('those that the operator allows', await providers(), [['self-handled', ['self']]]);
  await t.refused(
    vendor,
    'a provider that is not allowed',
    `PATCH ${mine}`,
    { enabledProviders: ['carrier'] },
    400,
    { field: 'body.enabledProviders' },
  );
  await t.ok(admin, 'PATCH /admin/settings/admin', {
    'shipping.allowed_providers': ['carrier', 'self-handled'],
  });
  t.is('and all again', (await providers()).length, 2);

  t.part('002 2.1 charge in the cart');
  const other = await world.vendor();
  const lamp = firstVariant(await newProduct(vendor));
  const shawl = firstVariant(await newProduct(t.http.as(other.token)));
  const charged = async (rate: number, above: number | null) => {
    await t.ok(vendor, `PATCH ${mine}`, { flatRateSubunit: rate, freeAboveSubunit: above });
    const cart = await newCart(customer, world.customer.email, [
      { variantId: lamp.id, quantity: 2 },
      { variantId: shawl.id },
    ]);
    return [
      cart.groups.find(({ vendorId }) => vendorId === seller.vendorId)?.shippingTotal,
      cart.groups.find(({ vendorId }) => vendorId === other.vendorId)?.shippingTotal,
      cart.totals.shippingTotal,
    ];
  };
  t.is('without a threshold', await charged(4_900, null), [4_900, 0, 4_900]);
  t.is('below the threshold', await charged(4_900, 100_001), [4_900, 0, 4_900]);
  t.is('at the threshold', await charged(4_900, 100_000), [0, 0, 0]);
  t.is('above the threshold', await charged(4_900, 99_999), [0, 0, 0]);
  t.is('the threshold is that of the vendor alone', await charged(4_900, 150_000), [4_900, 0, 4_900]);
  t.is('no charge', await charged(0, null), [0, 0, 0]);
};

/** Sub-orders that a vendor sends without a carrier, and who may read where they are. */
export const selfHandled: Table = async (t, world) => {
  const { admin, vendor, otherVendor, customer, otherCustomer } = clientsOf(t, world);
  const variant = firstVariant(await newProduct(vendor));
  const place = async () => {
    const order = await newOrder(customer, world.customer.email, [{ variantId: variant.id }]);
    return { orderId: order.id, id: order.vendors[0]?.id ?? '' };
  };
  t.part('002 3.1 self-handled sub-orders');
  const { id, orderId } = await place();
  interface SubOrder {
    status: string;
  }
  t.is(
    'fulfil',
    (
      await t.ok<SubOrder>(vendor, `POST /vendor/orders/${id}/fulfilled`, {
        providerId: 'self-handled',
        trackingCode: 'T-1',
      })
    ).status,
    'fulfilled',
  );
  await t.refused(
    vendor,
    'a second time',
    `POST /vendor/orders/${id}/fulfilled`,
    { providerId: 'self-handled' },
    409,
  );
  t.is(
    'deliver',
    (await t.ok<SubOrder>(vendor, `POST /vendor/orders/${id}/delivered`, {})).status,
    'delivered',
  );
  await t.refused(
    vendor,
    'cancel what was delivered',
    `POST /vendor/orders/${id}/cancelled`,
    { reason: 'Late' },
    409,
  );
  const second = await place();
  t.is(
    'as an administrator',
    (
      await t.ok<SubOrder>(admin, `POST /admin/orders/vendors/${second.id}/fulfilled`, {
        providerId: 'self-handled',
      })
    ).status,
    'fulfilled',
  );
  t.is(
    'deliver as an administrator',
    (await t.ok<SubOrder>(admin, `POST /admin/orders/vendors/${second.id}/delivered`, {})).status,
    'delivered',
  );
  const third = await place();
  await t.refused(vendor, 'deliver what was not sent', `POST /vendor/orders/${third.id}/delivered`, {}, 409);
  t.is(
    'cancel',
    (await t.ok<SubOrder>(vendor, `POST /vendor/orders/${third.id}/cancelled`, { reason: 'Broken' })).status,
    'cancelled',
  );
  await t.refused(
    vendor,
    'fulfil what was cancelled',
    `POST /vendor/orders/${third.id}/fulfilled`,
    { providerId: 'self-handled' },
    409,
  );
  const fourth = await place();
  await move(vendor, fourth.id, 'fulfilled');
  t.is(
    'cancel what was sent',
    (await t.ok<SubOrder>(vendor, `POST /vendor/orders/${fourth.id}/cancelled`, { reason: 'Lost' })).status,
    'cancelled',
  );
  await t.lines(vendor, [
    ['no provider', `POST /vendor/orders/${fourth.id}/fulfilled`, {}, 400, 'at:body.providerId'],
    ['an unknown provider', `POST /vendor/orders/${fourth.id}/fulfilled`, { providerId: 'pigeon' }, 400],
    ['an unknown sub-order', `POST /vendor/orders/${NOBODY}/fulfilled`, { providerId: 'self-handled' }, 404],
    ['an unknown sub-order', `POST /vendor/orders/${NOBODY}/delivered`, {}, 404],
  ]);
  const fifth = await place();
  await t.lines(otherVendor, [
    ['of another vendor', `POST /vendor/orders/${fifth.id}/fulfilled`, { providerId: 'self-handled' }, 404],
    ['of another vendor', `POST /vendor/orders/${fifth.id}/delivered`, {}, 404],
    ['of another vendor', `POST /vendor/orders/${fifth.id}/cancelled`, { reason: 'x' }, 404],
  ]);

  t.part('002 4.2 fulfilment options');
  interface Options {
    id: string;
    methods: string[];
    credentialSources: { source: string; configured: boolean; missingKeys: string[]; couriers: unknown[] }[];
  }
  const options = await t.ok<Options[]>(admin, `GET /admin/orders/vendors/${fifth.id}/fulfillment-options`);
  t.is(
    'providers',
    options.map(({ id: provider, methods }) => [provider, methods]),
    [
      ['carrier', ['courier']],
      ['self-handled', ['self']],
    ],
  );
  t.is(
    'sources',
    options[0]?.credentialSources.map(({ source }) => source),
    ['platform', 'vendor'],
  );
  t.shape('a source', options[0]?.credentialSources[0], {
    source: filled,
    configured: oneOf(true, false),
    missingKeys: list,
    couriers: list,
  });
  t.is('a provider without credentials', options[1]?.credentialSources, []);
  await t.refused(
    admin,
    'an unknown sub-order',
    `GET /admin/orders/vendors/${NOBODY}/fulfillment-options`,
    undefined,
    404,
  );

  t.part('002 4.1 tracking reads');
  for (const [client, stranger, base] of [
    [vendor, otherVendor, '/vendor'],
    [customer, otherCustomer, '/store'],
  ] as const) {
    const url = `${base}/shipping/orders/${id}/tracking`;
    t.is(`${base}: nothing yet`, await t.page(client, `GET ${url}`, { limit: 50 }), []);
    await t.page(client, `GET ${url}?limit=200`, { limit: 200 });
    await t.page(client, `GET ${url}?page=2&limit=1`, { limit: 1, offset: 1 });
    await t.lines(client, [
      ['limit 0', `GET ${url}?limit=0`, 400, 'at:query.limit'],
      ['limit 201', `GET ${url}?limit=201`, 400, 'at:query.limit'],
      ['page 0', `GET ${url}?page=0`, 400, 'at:query.page'],
      ['unknown', `GET ${base}/shipping/orders/${NOBODY}/tracking`, 404],
      ['malformed', `GET ${base}/shipping/orders/nonsense/tracking`, 404],
      ['the id of the order', `GET ${base}/shipping/orders/${orderId}/tracking`, 404],
    ]);
    await t.refused(stranger, 'of somebody else', `GET ${url}`, undefined, 404);
  }
  await holdSessions(t, [
    `GET /vendor/shipping/orders/${id}/tracking`,
    `GET /store/shipping/orders/${id}/tracking`,
  ]);
};

export const flatTax: Table = async (t, world) => {
  const { admin, customer } = clientsOf(t, world);
  const seller = await world.vendor();
  const vendor = t.http.as(seller.token);
  const url = `/admin/vendors/${seller.vendorId}/tax/config`;
  t.part('002 4.3 flat tax');
  t.is('of a new vendor', await t.ok(admin, `GET ${url}`), { taxes: [] });
  const taxes = [
    { type: 'GST', rate: 18 },
    { type: 'Cess', rate: 1.5 },
  ];
  t.is('set', await t.ok(admin, `PATCH ${url}`, { taxes }), { taxes });
  t.is('read', await t.ok(admin, `GET ${url}`), { taxes });
  t.is('left out it stays', await t.ok(admin, `PATCH ${url}`, {}), { taxes });
  t.is('a type is trimmed', await t.ok(admin, `PATCH ${url}`, { taxes: [{ type: '  VAT  ', rate: 5 }] }), {
    taxes: [{ type: 'VAT', rate: 5 }],
  });
  for (const rate of [0, 100, 12.5, 0.25])
    t.is(`rate ${rate}`, await t.ok(admin, `PATCH ${url}`, { taxes: [{ type: 'X', rate }] }), {
      taxes: [{ type: 'X', rate }],
    });
  t.is(
    'a type of 50',
    (await t.send(admin, `PATCH ${url}`, { taxes: [{ type: 'x'.repeat(50), rate: 1 }] })).status,
    200,
  );
  await t.lines(admin, [
    ['an unknown field', `PATCH ${url}`, { tax: [] }, 400],
    [
      'an unknown field of a line',
      `PATCH ${url}`,
      { taxes: [{ type: 'X', rate: 1, name: 'x' }] },
      400,
      'at:body.taxes',
    ],
    ['a rate of -1', `PATCH ${url}`, { taxes: [{ type: 'X', rate: -1 }] }, 400, 'at:body.taxes'],
    ['a rate of 100.5', `PATCH ${url}`, { taxes: [{ type: 'X', rate: 100.5 }] }, 400, 'at:body.taxes'],
    ['a rate in words', `PATCH ${url}`, { taxes: [{ type: 'X', rate: '18' }] }, 400, 'at:body.taxes'],
    ['no rate', `PATCH ${url}`, { taxes: [{ type: 'X' }] }, 400, 'at:body.taxes'],
    ['an empty type', `PATCH ${url}`, { taxes: [{ type: '', rate: 1 }] }, 400, 'at:body.taxes'],
    ['a type of spaces', `PATCH ${url}`, { taxes: [{ type: '   ', rate: 1 }] }, 400, 'at:body.taxes'],
    ['a type of 51', `PATCH ${url}`, { taxes: [{ type: 'x'.repeat(51), rate: 1 }] }, 400, 'at:body.taxes'],
    ['no list', `PATCH ${url}`, { taxes: 'GST' }, 400, 'at:body.taxes'],
    ['an unknown vendor', `GET /admin/vendors/${NOBODY}/tax/config`, 404],
    ['an unknown vendor', `PATCH /admin/vendors/${NOBODY}/tax/config`, { taxes }, 404],
  ]);

  t.part('002 4.3 tax in the cart');
  await t.ok(admin, `PATCH ${url}`, { taxes });
  const variant = firstVariant(await newProduct(vendor, { variants: [{ price: 33_333, sku: null }] }));
  const cart = await newCart(customer, world.customer.email, [{ variantId: variant.id }]);
  const amounts = (lines: { type: string; rate: number; amount: number }[] | undefined) =>
    lines?.map(({ type, rate, amount }) => [type, rate, amount]);
  const wanted = [
    ['GST', 18, 6_000],
    ['Cess', 1.5, 500],
  ];
  t.is('each line by itself, half up', amounts(cart.lines[0]?.taxes), wanted);
  t.is('the total', cart.totals.grandTotal, 33_333 + 6_000 + 500);
  const order = await newOrder(customer, world.customer.email, [{ variantId: variant.id }]);
  t.is('clears the list', await t.ok(admin, `PATCH ${url}`, { taxes: [] }), { taxes: [] });
  const kept = await t.ok<{
    vendors: { lines: { taxes: { type: string; rate: number; amount: number }[] }[] }[];
  }>(customer, `GET /store/orders/${order.id}`);
  t.is('the order keeps its taxes', amounts(kept.vendors[0]?.lines[0]?.taxes), wanted);
  t.is(
    'a later cart has none',
    (await newCart(customer, world.customer.email, [{ variantId: variant.id }])).totals.taxTotal,
    0,
  );
};
