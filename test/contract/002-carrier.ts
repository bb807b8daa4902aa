import { createHmac } from 'node:crypto';
import { accountOf, CARRIER_SECRET } from '../_support/carrier-account.js';
import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import type { Reply, Contract } from './contract.js';
import { control, firstVariant, mailTo, newOrder, newProduct, readOrder, unique } from './marketplace.js';
import { filled, int, iso, list, object, oneOf, orNull, text } from './shapes.js';
import { clientsOf, type Table } from './world.js';

const NOBODY = '0190aaaa-0000-7000-8000-000000000000';
const configShape = {
  apiKey: text,
  username: text,
  webhookSecret: text,
  pickupPincode: text,
  enabledCouriers: list,
  courierMap: object,
  pickupName: text,
  pickupAddress: text,
  pickupCity: text,
  pickupState: text,
  pickupPhone: text,
  pickupEmail: text,
  pickupTin: text,
  defaultParcel: orNull(object),
  webhookUrl: orNull(filled),
};

export const carrierConfig: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  const seller = await world.vendor();
  const vendor = t.http.as(seller.token);
  const { apiKey: _key, webhookSecret: _secret, ...open } = accountOf('platform');
  for (const [who, client, url] of [
    ['vendor', vendor, '/vendor/shipping/carrier/config'],
    ['administrator', admin, '/admin/shipping/carrier/config'],
  ] as const) {
    t.part(`002 4.2 carrier config of the ${who}`);
    t.shape('read', await t.ok(client, `GET ${url}`), configShape);
    t.has('without a public address there is no webhookUrl', await t.ok(client, `GET ${url}`), {
      webhookUrl: null,
    });
    t.has('as sent', await t.ok(client, `PATCH ${url}`, open), open);
    t.has('read', await t.ok(client, `GET ${url}`), open);
    t.has('is partial', await t.ok(client, `PATCH ${url}`, { pickupCity: ' Pune ' }), {
      ...open,
      pickupCity: 'Pune',
    });
    await t.bounds(client, `PATCH ${url}`, {}, [
      ['apiKey', ['k', 'k'.repeat(500)], ['', '   ', 'k'.repeat(501), null]],
      ['username', ['u', 'u'.repeat(200)], ['', 'u'.repeat(201), null]],
      [
        'webhookSecret',
        ['s'.repeat(32), 's'.repeat(500)],
        ['s'.repeat(8), 's'.repeat(31), 's'.repeat(501), ''],
      ],
      ['pickupPincode', ['560001', ' 400001 '], ['56000', '5600011', '56000a', '']],
      ['enabledCouriers', [[], ['delhivery']], [[''], 'delhivery']],
      [
        'courierMap',
        [{}, { delhivery: { cpId: 1, accountCode: 'a'.repeat(120) } }],
        [
          { delhivery: { cpId: 0, accountCode: 'A' } },
          { delhivery: { cpId: 1.5, accountCode: 'A' } },
          { delhivery: { cpId: 1, accountCode: '' } },
          { delhivery: { cpId: 1, accountCode: 'a'.repeat(121) } },
          { delhivery: { cpId: 1 } },
          { pigeon: { cpId: 1, accountCode: 'A' } },
        ],
      ],
      ['pickupName', ['n', 'n'.repeat(120)], ['', '  ', 'n'.repeat(121)]],
      ['pickupAddress', ['a', 'a'.repeat(500)], ['', 'a'.repeat(501)]],
      ['pickupCity', ['c', 'c'.repeat(120)], ['', 'c'.repeat(121)]],
      ['pickupState', ['s', 's'.repeat(120)], ['', 's'.repeat(121)]],
      ['pickupPhone', ['123456', '1'.repeat(20)], ['12345', '1'.repeat(21)]],
      ['pickupEmail', ['dock@example.com'], ['dock', `${'d'.repeat(190)}@example.com`, '']],
      ['pickupTin', ['t', 't'.repeat(40)], ['', 't'.repeat(41)]],
      [
        'defaultParcel',
        [{ weight: 1, length: 1, breadth: 1, height: 1 }],
        [
          { weight: 0, length: 1, breadth: 1, height: 1 },
          { weight: 1.5, length: 1, breadth: 1, height: 1 },
          { weight: 1, length: -1, breadth: 1, height: 1 },
          { weight: 1, length: 1, breadth: 1 },
        ],
      ],
    ]);
    const before = await t.ok(client, `GET ${url}`);
    await t.refused(client, 'an unknown key', `PATCH ${url}`, { pickupTown: 'Pune' }, 400);
    await t.refused(
      client,
      'a good key beside a bad one',
      `PATCH ${url}`,
      { pickupCity: 'Delhi', pickupPincode: '1' },
      400,
      { field: 'body.pickupPincode' },
    );
    t.is('which changes nothing', await t.ok(client, `GET ${url}`), before);
    t.has(
      'the courier map is replaced',
      await t.ok(client, `PATCH ${url}`, { courierMap: { bluedart: { cpId: 5, accountCode: 'B' } } }),
      { courierMap: { bluedart: { cpId: 5, accountCode: 'B' } } },
    );
  }

  t.part('002 4.2 audit of the config');
  const audited = async (query: string) =>
    data(
      await admin.get<{ key: string; before: unknown; after: unknown }[]>(`/admin/audit?limit=100&${query}`),
    );
  await t.ok(admin, 'PATCH /admin/shipping/carrier/config', {
    pickupCity: 'Nashik',
    pickupState: 'MH',
    apiKey: 'cp_test_secret_key_of_the_audit',
  });
  const rows = (await audited('filters[]=key:like:shipping.carrier')).slice(0, 3);
  t.is('a row for each key', rows.map(({ key }) => key.replace(/^.*shipping/, 'shipping')).sort(), [
    'shipping.carrier.api_key',
    'shipping.carrier.pickup_city',
    'shipping.carrier.pickup_state',
  ]);
  t.holds('secrets are not in it', !JSON.stringify(rows).includes('secret_key_of_the_audit'));

  t.part('002 4.2 active couriers');
  const couriers = '/admin/shipping/carrier/active-couriers';
  await t.ok(admin, 'PATCH /admin/shipping/carrier/config', accountOf('platform'));
  const active = await t.ok<{ code: string; accountCode: string }[]>(admin, `GET ${couriers}`);
  t.shape('one', active[0], { code: filled, courierName: filled, cpId: int, accountCode: filled });
  t.is(
    'active accounts of couriers that are known',
    active.map(({ code, accountCode }) => `${code} ${accountCode}`),
    [
      'delhivery DELHIVERY_SURFACE',
      'delhivery DELHIVERY_AIR',
      'bluedart BLUEDART_MAIN',
      'xpressbees XPRESSBEES_MAIN',
    ],
  );
  await t.ok(admin, 'PATCH /admin/shipping/carrier/config', { apiKey: 'a-key-that-is-not-known' });
  t.is('a key that is refused', await t.ok(admin, `GET ${couriers}`), []);
  await t.ok(admin, 'PATCH /admin/shipping/carrier/config', { apiKey: accountOf('platform').apiKey });
  await control(world.sandboxes.carrier, { failNext: 5 });
  t.is('an aggregator that is away', await t.ok(admin, `GET ${couriers}`), []);
  await control(world.sandboxes.carrier);
};

interface Parcel {
  key: string;
  username: string;
  reference: string;
  waybill: string | null;
  cpId: number;
  order: {
    pickup_info: Record<string, unknown>;
    drop_info: Record<string, unknown>;
    shipment_details: Record<string, unknown> & { items: Record<string, unknown>[] };
  };
}
interface SubOrder {
  id: string;
  status: string;
  shipment: {
    providerId: string;
    status: string;
    awb: string | null;
    labelUrl: string | null;
    error: string | null;
  } | null;
}

/** A seller with an account at the sandbox, and sub-orders of theirs. */
async function shipper(t: Contract, world: Parameters<Table>[1]) {
  const seller = await world.vendor();
  const vendor = t.http.as(seller.token);
  const { customer } = clientsOf(t, world);
  data(await vendor.patch('/vendor/shipping/carrier/config', accountOf(seller.vendorId)));
  const variant = firstVariant(await newProduct(vendor));
  const place = async (payment = 'cod', quantity = 2) => {
    const order = await newOrder(
      customer,
      world.customer.email,
      [{ variantId: variant.id, quantity }],
      payment,
    );
    return { orderId: order.id, id: order.vendors[0]?.id ?? '', total: order.vendors[0]?.total ?? 0 };
  };
  const fulfil = (id: string, body: object = {}) =>
    t.send<SubOrder>(vendor, `POST /vendor/orders/${id}/fulfilled`, {
      providerId: 'carrier',
      courierCode: 'delhivery',
      ...body,
    });
  const parcelOf = async (id: string): Promise<Parcel> => {
    const parcels = (await (await fetch(`${world.sandboxes.carrier}/parcels`)).json()) as Parcel[];
    const found = parcels.find(({ reference }) => reference.startsWith(id));
    if (!found) throw new Error(`The sandbox has no parcel of ${id}`);
    return found;
  };
  return { seller, vendor, variant, place, fulfil, parcelOf };
}

export const shipments: Table = async (t, world) => {
  const { admin } = clientsOf(t, world);
  const { seller, vendor, variant, place, fulfil, parcelOf } = await shipper(t, world);
  const config = accountOf(seller.vendorId);

  t.part('002 4.2 shipment creation');
  const cash = await place();
  const sent = await fulfil(cash.id);
  t.is('status', sent.status, 200);
  t.has('the sub-order', sent.body.data, {
    status: 'fulfilled',
    'shipment.providerId': 'carrier',
    'shipment.status': 'created',
    'shipment.awb': filled,
    'shipment.labelUrl': filled,
    'shipment.error': null,
  });
  const parcel = await parcelOf(cash.id);
  t.has('query', parcel, { key: config.apiKey, username: config.username });
  t.is('the AWB is that of the aggregator', sent.body.data.shipment?.awb, parcel.waybill);
  t.has('pickup', parcel.order.pickup_info, {
    pickup_name: config.pickupName,
    pickup_phone: config.pickupPhone,
    pickup_pincode: config.pickupPincode,
    pickup_address: config.pickupAddress,
    pickup_city: config.pickupCity,
    pickup_state: config.pickupState,
    email: config.pickupEmail,
    tin: config.pickupTin,
  });
  t.has('drop', parcel.order.drop_info, {
    drop_name: 'Asha Rao',
    drop_pincode: '400050',
    drop_city: 'Mumbai',
    drop_phone: filled,
    drop_address: filled,
  });
  t.has('details', parcel.order.shipment_details, {
    length: 20,
    breadth: 15,
    height: 10,
    weight: 700,
    cod_value: cash.total / 100,
    'items.length': 1,
  });
  t.is('courier_partner_id', Number(parcel.order.shipment_details['courier_partner_id']), 4);
  t.has('an item', parcel.order.shipment_details.items[0], {
    sku: variant.sku,
    description: filled,
    quantity: 2,
    price: 500,
    weight: 350,
  });
  t.is('nothing else of the variant', Object.keys(parcel.order.shipment_details.items[0] ?? {}).sort(), [
    'description',
    'price',
    'quantity',
    'sku',
    'weight',
  ]);
  const mail = await mailTo(world.sandboxes.mail, world.customer.email, 'on its way');
  t.holds('the customer is notified', mail.subject !== '', mail.subject);
  t.is('the order has moved', (await readOrder(admin, cash.orderId)).vendors[0]?.status, 'fulfilled');

  await t.ok(
    vendor,
    `PATCH /vendor/products/${(await t.ok<{ productId: string }[]>(vendor, 'GET /vendor/inventory')).find(Boolean)?.productId}/variants/${variant.id}`,
    { weight: null },
  );
  const light = await place();
  await fulfil(light.id);
  t.is(
    'without a weight the default parcel weighs',
    (await parcelOf(light.id)).order.shipment_details['weight'],
    500,
  );
  await t.refused(
    vendor,
    'once more',
    `POST /vendor/orders/${light.id}/fulfilled`,
    { providerId: 'carrier', courierCode: 'delhivery' },
    409,
  );

  t.part('002 4.2 shipment refusals');
  const refused = await place();
  await control(world.sandboxes.carrier, { respondNext: [319] });
  const business = await t.refused(
    vendor,
    'a business error',
    `POST /vendor/orders/${refused.id}/fulfilled`,
    { providerId: 'carrier', courierCode: 'delhivery' },
    400,
    { code: 'BAD_REQUEST' },
  );
  t.holds(
    'its message is passed on',
    business.body.message.includes('Pincode is not serviceable'),
    business.body.message,
  );
  t.is(
    'the sub-order stays pending',
    (await readOrder(admin, refused.orderId)).vendors[0]?.status,
    'pending',
  );
  await t.lines(vendor, [
    [
      'a courier without an entry of the map',
      `POST /vendor/orders/${refused.id}/fulfilled`,
      { providerId: 'carrier', courierCode: 'bluedart' },
      400,
    ],
    ['no courier', `POST /vendor/orders/${refused.id}/fulfilled`, { providerId: 'carrier' }, 400],
  ]);
  t.is('afterwards it can be sent', (await fulfil(refused.id)).status, 200);
  const bare = await world.vendor();
  const poor = t.http.as(bare.token);
  const goods = firstVariant(await newProduct(poor));
  const order = await newOrder(clientsOf(t, world).customer, world.customer.email, [{ variantId: goods.id }]);
  const missing = await t.refused(
    poor,
    'missing keys',
    `POST /vendor/orders/${order.vendors[0]?.id}/fulfilled`,
    { providerId: 'carrier', courierCode: 'delhivery' },
    400,
    { field: 'carrier.api_key' },
  );
  for (const key of [
    'api_key',
    'username',
    'pickup_pincode',
    'pickup_name',
    'pickup_address',
    'pickup_city',
    'pickup_state',
    'pickup_phone',
    'pickup_email',
    'pickup_tin',
    'default_parcel',
  ])
    t.holds(
      `names ${key}`,
      missing.body.errors?.some(({ path }) => path === `carrier.${key}`) === true,
      missing.body.errors,
    );
  t.is('it stays pending', (await readOrder(admin, order.id)).vendors[0]?.status, 'pending');

  t.part('002 4.2 asynchronous shipments');
  await control(world.sandboxes.carrier, { mode: 'async', asyncMs: 1_500 });
  const slow = await place();
  const accepted = await fulfil(slow.id);
  t.is('accepted is fulfilled', [accepted.status, accepted.body.data.status], [200, 'fulfilled']);
  const stamped = await eventually(async () => {
    const found = data(await vendor.get<SubOrder>(`/vendor/orders/${slow.id}`));
    if (!found.shipment?.awb) throw new Error('No AWB yet');
    return found;
  });
  t.has('AWB and label come by the webhook', stamped.shipment, { awb: filled, labelUrl: filled });
  await control(world.sandboxes.carrier);

  t.part('002 3.1 credential sources');
  data(
    await admin.patch('/admin/shipping/carrier/config', { ...accountOf('platform'), username: 'warehouse' }),
  );
  const central = await place();
  const options = await t.ok<
    {
      id: string;
      credentialSources: { source: string; configured: boolean; couriers: { code: string }[] }[];
    }[]
  >(admin, `GET /admin/orders/vendors/${central.id}/fulfillment-options`);
  t.is(
    'the couriers of the platform are those of its map',
    options[0]?.credentialSources.map(({ source, configured, couriers }) => [
      source,
      configured,
      couriers.map(({ code }) => code),
    ]),
    [
      ['platform', true, ['delhivery']],
      ['vendor', true, ['delhivery']],
    ],
  );
  await t.refused(
    admin,
    'a carrier needs a source',
    `POST /admin/orders/vendors/${central.id}/fulfilled`,
    { providerId: 'carrier', courierCode: 'delhivery' },
    400,
  );
  const byPlatform = await t.send<SubOrder>(admin, `POST /admin/orders/vendors/${central.id}/fulfilled`, {
    providerId: 'carrier',
    courierCode: 'delhivery',
    credentialSource: 'platform',
  });
  t.is(
    'by the account of the platform',
    [byPlatform.status, (await parcelOf(central.id)).username],
    [200, 'warehouse'],
  );
  const byVendor = await place();
  await t.send(admin, `POST /admin/orders/vendors/${byVendor.id}/fulfilled`, {
    providerId: 'carrier',
    courierCode: 'delhivery',
    credentialSource: 'vendor',
  });
  t.is('by the account of the vendor', (await parcelOf(byVendor.id)).key, config.apiKey);
};

const letters: readonly (readonly [status: string, ...codes: string[]])[] = [
  ['pending', 'OM', 'OP', 'XYZ'],
  ['in_transit', 'OS', 'OT', 'INT'],
  ['out_for_delivery', 'OO', 'OFD'],
  ['returned', 'OR', 'RTO', 'RTD'],
  ['failed', 'OND', 'OUD', 'OC'],
  ['delivered', 'DEL', 'OD'],
];

export const carrierWebhooks: Table = async (t, world) => {
  const { admin, customer, otherVendor } = clientsOf(t, world);
  const { seller, vendor, place, fulfil } = await shipper(t, world);
  const shipped = async () => {
    const subOrder = await place();
    const { body } = await fulfil(subOrder.id);
    return { ...subOrder, awb: body.data.shipment?.awb ?? '' };
  };
  interface Accepted {
    accepted: boolean;
    eventId: string;
    normalizedStatus: string;
    duplicate: boolean;
  }
  async function webhook(
    body: string,
    {
      account = seller.vendorId,
      signature,
      secret = CARRIER_SECRET,
    }: { account?: string; signature?: string | null; secret?: string } = {},
  ): Promise<Reply<Accepted>> {
    const signed =
      signature === undefined ? createHmac('sha256', secret).update(body).digest('hex') : signature;
    const response = await t.http.raw('POST', `/webhooks/shipping/carrier/${account}`, {
      body,
      headers: {
        'content-type': 'application/json',
        ...(signed !== null && { 'x-carrier-signature': signed }),
      },
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as never };
  }
  const scan = (awb: string, status: string, eventId = unique()) =>
    JSON.stringify({ event_id: eventId, waybill: awb, status, timestamp: '2026-11-20T10:00:00' });
  const errorOf = ({ status, body }: Reply) => [status, body.errorCode];

  t.part('002 3.1 carrier statuses');
  for (const [wanted, ...codes] of letters)
    for (const code of codes) {
      const { awb } = await shipped();
      const event = unique();
      const { status, body } = await webhook(scan(awb, code, event));
      t.is(`${code}: status`, status, 200);
      t.is(`${code}: is ${wanted}`, body.data, {
        accepted: true,
        eventId: event,
        normalizedStatus: wanted,
        duplicate: false,
      });
    }

  t.part('002 4.2 carrier webhook');
  const { awb, id, orderId } = await shipped();
  const body = scan(awb, 'OS', `event-${unique()}`);
  const first = await webhook(body);
  t.is('envelope', [first.body.message, first.body.statusCode], ['Success', 200]);
  t.has('a repeat', (await webhook(body)).body.data, {
    accepted: true,
    duplicate: true,
    normalizedStatus: 'in_transit',
  });
  t.is(
    'a prefix of the signature is taken',
    (
      await webhook(scan(awb, 'OT'), {
        signature: `sha256=${createHmac('sha256', CARRIER_SECRET)
          .update(scan(awb, 'OT', 'x'))
          .digest('hex')}`,
      })
    ).status,
    401,
  );
  const prefixed = scan(awb, 'OT');
  t.is(
    'with its own body',
    (
      await webhook(prefixed, {
        signature: `sha256=${createHmac('sha256', CARRIER_SECRET).update(prefixed).digest('hex')}`,
      })
    ).status,
    200,
  );
  t.is(
    'no event id',
    (await webhook(JSON.stringify({ waybill: awb, status: 'OO', timestamp: '2026-11-20T12:00:00' }))).body
      .data.duplicate,
    false,
  );
  t.is(
    'no event id, once more',
    (await webhook(JSON.stringify({ waybill: awb, status: 'OO', timestamp: '2026-11-20T12:00:00' }))).body
      .data.duplicate,
    true,
  );
  const spaced = `${body.slice(0, -1)} }`;
  t.is(
    'the signature is of the very bytes',
    errorOf(
      await webhook(spaced, { signature: createHmac('sha256', CARRIER_SECRET).update(body).digest('hex') }),
    ),
    [401, 'UNAUTHORIZED'],
  );
  const other = await world.vendor();
  data(await t.http.as(other.token).patch('/vendor/shipping/carrier/config', accountOf(other.vendorId)));
  for (const [what, reply, wanted] of [
    ['no body', await webhook(''), [400, 'BAD_REQUEST']],
    ['no JSON', await webhook('{"waybill":'), [400, 'BAD_REQUEST']],
    ['no AWB', await webhook(JSON.stringify({ event_id: 'e', status: 'OS' })), [400, 'BAD_REQUEST']],
    ['no status', await webhook(JSON.stringify({ event_id: 'e', waybill: awb })), [400, 'BAD_REQUEST']],
    ['another secret', await webhook(body, { secret: 'x'.repeat(32) }), [401, 'UNAUTHORIZED']],
    ['no signature', await webhook(body, { signature: null }), [401, 'UNAUTHORIZED']],
    ['a signature that is none', await webhook(body, { signature: 'nonsense' }), [401, 'UNAUTHORIZED']],
    ['an unknown vendor', await webhook(body, { account: NOBODY }), [404, 'NOT_FOUND']],
    [
      'a vendor without a secret',
      await webhook(body, { account: world.otherOwner.vendorId }),
      [404, 'NOT_FOUND'],
    ],
    ['an AWB of nobody', await webhook(scan('NOTHING-LIKE-IT', 'OS')), [404, 'NOT_FOUND']],
    ['an AWB of another vendor', await webhook(body, { account: other.vendorId }), [404, 'NOT_FOUND']],
  ] as const)
    t.is(what, errorOf(reply), wanted);
  t.holds(
    'what is said outside is generic',
    !JSON.stringify((await webhook(scan('NOTHING-LIKE-IT', 'OS'))).body).includes('NOTHING-LIKE-IT'),
  );

  t.part('002 4.1 tracking');
  const eventShape = {
    id: filled,
    providerId: filled,
    externalEventId: orNull(filled),
    statusCode: filled,
    normalizedStatus: oneOf('pending', 'in_transit', 'out_for_delivery', 'delivered', 'failed', 'returned'),
    payload: object,
    receivedAt: iso,
  };
  interface Event {
    statusCode: string;
    receivedAt: string;
    normalizedStatus: string;
  }
  for (const [who, client, base] of [
    ['vendor', vendor, '/vendor'],
    ['customer', customer, '/store'],
  ] as const) {
    const events = await t.page<Event>(client, `GET ${base}/shipping/orders/${id}/tracking`, { limit: 50 });
    t.shape(who, events[0], eventShape);
    t.is(`${who}: each event once`, events.map(({ statusCode }) => statusCode).slice(0, 3), [
      'OO',
      'OT',
      'OS',
    ]);
    t.ordered(
      `${who}: newest first`,
      events.map(({ receivedAt }) => receivedAt),
      'descending',
    );
    t.has(
      `${who}: the payload is whole`,
      events.find(({ statusCode }) => statusCode === 'OS'),
      { 'payload.waybill': awb, 'payload.status': 'OS', providerId: 'carrier' },
    );
    t.is(
      `${who}: pages`,
      (
        await t.page<Event>(client, `GET ${base}/shipping/orders/${id}/tracking?page=2&limit=1`, {
          limit: 1,
          offset: 1,
        })
      ).map(({ statusCode }) => statusCode),
      ['OT'],
    );
  }
  await t.refused(
    otherVendor,
    'another vendor',
    `GET /vendor/shipping/orders/${id}/tracking`,
    undefined,
    404,
  );

  t.part('002 3.1 automatic delivery');
  t.is('before', (await readOrder(admin, orderId)).vendors[0]?.status, 'fulfilled');
  const delivered = scan(awb, 'DEL');
  t.has('delivered', (await webhook(delivered)).body.data, {
    normalizedStatus: 'delivered',
    duplicate: false,
  });
  const order = await readOrder(admin, orderId);
  t.is('the sub-order is delivered', order.vendors[0]?.status, 'delivered');
  t.is(
    'by the webhook',
    order.timeline.find(({ toStatus, event }) => toStatus === 'delivered' && event.includes('deliver'))?.actor
      .type,
    'webhook',
  );
  t.has('a repeat', (await webhook(delivered)).body.data, { duplicate: true });
  t.is('a second one of its own', (await webhook(scan(awb, 'OD'))).status, 200);
  const moved = await shipped();
  await vendor.post(`/vendor/orders/${moved.id}/delivered`, {});
  t.is('what was delivered by hand before', (await webhook(scan(moved.awb, 'DEL'))).status, 200);
  t.is('stays so', (await readOrder(admin, moved.orderId)).vendors[0]?.status, 'delivered');

  t.part('002 4.2 webhook of the platform');
  data(await admin.patch('/admin/shipping/carrier/config', accountOf('platform')));
  const central = await place();
  const sent = await t.send<SubOrder>(admin, `POST /admin/orders/vendors/${central.id}/fulfilled`, {
    providerId: 'carrier',
    courierCode: 'delhivery',
    credentialSource: 'platform',
  });
  const centralAwb = sent.body.data.shipment?.awb ?? '';
  t.has('an AWB of the account', (await webhook(scan(centralAwb, 'OS'), { account: 'platform' })).body.data, {
    accepted: true,
    normalizedStatus: 'in_transit',
  });
  t.is(
    'another secret',
    errorOf(await webhook(scan(centralAwb, 'OS'), { account: 'platform', secret: 'x'.repeat(32) })),
    [401, 'UNAUTHORIZED'],
  );
  t.is('an AWB of nobody', errorOf(await webhook(scan('NOTHING-LIKE-IT', 'OS'), { account: 'platform' })), [
    404,
    'NOT_FOUND',
  ]);
  await control(world.sandboxes.carrier);
};
