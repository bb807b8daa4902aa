import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { eventually } from '../_support/eventually.js';
import { mailsTo } from '../_support/mails.js';
import { data } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { type CarrierShop, startCarrierShop, type SubOrder } from './carrier-shop.js';
import { scanOf, sendWebhook } from './carrier-webhook.js';
import { stockOf } from './held-order.js';

let shop: CarrierShop;
beforeAll(async () => {
  shop = await startCarrierShop();
});
afterAll(() => shop.stop());
beforeEach(() => shop.carrier.resetControls());

const read = async (id: string) =>
  data(await shop.http.as(shop.vendor.token).get<SubOrder>(`/vendor/orders/${id}`));
const parcelsOf = (id: string) => shop.carrier.parcels().filter(({ reference }) => reference.startsWith(id));
const posts = () =>
  shop.carrier.requests().filter(({ method, path }) => method === 'POST' && path.includes('create-order'));

describe('a shipment by carrier', () => {
  it('is created with its AWB before the response, says what the order says, and keeps its label', async () => {
    const { id, total } = await shop.order({ paid: false });
    const response = await shop.fulfil(id);
    const parcel = shop.carrier.parcel(id);
    expect(data(response)).toMatchObject({
      status: 'fulfilled',
      shipment: {
        providerId: 'carrier',
        status: 'created',
        awb: parcel.waybill,
        trackingCode: parcel.waybill,
      },
    });
    expect(parcel.order.shipment_details).toMatchObject({
      order_type: 'COD',
      cod_value: total / 100,
      weight: 3 * 350,
      length: 20,
      invoice_number: expect.stringMatching(/^INV\/\d{4}\/\d{6}$/),
    });
    await eventually(async () => {
      const row = (await shop.container.knex('shipping_shipments').where({ subOrderId: id }).first()) as {
        labelKey: string | null;
      };
      expect(row.labelKey).toContain('labels/');
    });
  });

  it('is refused with the words of the carrier, and goes under a new reference then', async () => {
    const { id } = await shop.order();
    shop.carrier.control({ respondNext: [319] });
    const refused = await shop.fulfil(id);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('not serviceable');
    expect(await read(id)).toMatchObject({ status: 'pending', shipment: { status: 'failed' } });
    expect(data(await shop.fulfil(id))).toMatchObject({ status: 'fulfilled' });
    expect(parcelsOf(id).map(({ reference }) => reference)).toEqual([`${id}-2`]);
  });

  it('is made once when the response is lost, and when the carrier is busy for a while', async () => {
    const { id } = await shop.order();
    shop.carrier.control({ loseNext: 1 });
    expect(data(await shop.fulfil(id))).toMatchObject({ status: 'fulfilled' });
    expect(parcelsOf(id)).toHaveLength(1);
    const second = await shop.order();
    shop.carrier.control({ respondNext: [322], htmlNext: [504] });
    expect(data(await shop.fulfil(second.id))).toMatchObject({ status: 'fulfilled' });
    expect(parcelsOf(second.id)).toHaveLength(1);
  });

  it('by another courier after an outage is its own parcel, and the unclear one is voided', async () => {
    const { id } = await shop.order();
    const courierMap = {
      delhivery: { cpId: 4, accountCode: 'DELHIVERY_SURFACE' },
      bluedart: { cpId: 5, accountCode: 'BLUEDART_MAIN' },
    };
    const asVendor = shop.http.as(shop.vendor.token);
    data(await asVendor.patch('/vendor/shipping/carrier/config', { courierMap }));
    // The parcel is made, and neither its response nor those of the questions about it arrive.
    shop.carrier.control({ loseNext: 1_000 });
    expect((await shop.fulfil(id)).status).toBe(502);
    shop.carrier.resetControls();
    const again = await shop.move(id, 'fulfilled', { providerId: 'carrier', courierCode: 'bluedart' });
    const parcels = () =>
      parcelsOf(id).map(({ reference, cpId, cancelled }) => ({ reference, cpId, cancelled }));
    expect(data(again)).toMatchObject({
      status: 'fulfilled',
      shipment: { awb: shop.carrier.parcel(`${id}-2`).waybill, courierCode: 'bluedart' },
    });
    await eventually(async () =>
      expect(parcels()).toEqual([
        { reference: id, cpId: 4, cancelled: true },
        { reference: `${id}-2`, cpId: 5, cancelled: false },
      ]),
    );
  });

  it('by twenty equal requests and a cancellation is one parcel at most', async () => {
    const { id } = await shop.order();
    const before = posts().length;
    const responses = await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => shop.fulfil(id, index < 10 ? 'same' : undefined)),
      shop.move(id, 'cancelled', { reason: 'Race' }),
    ]);
    const ok = responses.slice(0, 20).filter(({ status }) => status === 200).length;
    const stands = await read(id);
    if (stands.status === 'cancelled') expect(ok).toBe(0);
    else {
      expect(posts().length - before).toBe(1);
      expect(parcelsOf(id)).toHaveLength(1);
    }
    for (const { status } of responses) expect([200, 409]).toContain(status);
  });

  it('that is cancelled without a scan is voided and restocked', async () => {
    const { id } = await shop.order();
    data(await shop.fulfil(id));
    expect(await stockOf(shop.container, id)).toEqual({ onHand: 197, reserved: 0 });
    data(await shop.move(id, 'cancelled', { reason: 'Changed their mind' }));
    expect(await stockOf(shop.container, id)).toEqual({ onHand: 200, reserved: 0 });
    await eventually(async () => {
      expect((await read(id)).shipment).toMatchObject({ status: 'cancelled', voidStatus: 'voided' });
    });
    expect(shop.carrier.parcel(id).cancelled).toBe(true);
  });

  it('that the carrier does not cancel says so', async () => {
    const { id } = await shop.order();
    data(await shop.fulfil(id));
    shop.carrier.control({ voidStatus: 350 });
    data(await shop.move(id, 'cancelled', { reason: 'x' }));
    await eventually(async () => {
      expect((await read(id)).shipment).toMatchObject({
        voidStatus: 'refused',
        voidError: expect.any(String),
      });
    });
  });
});

describe('tracking', () => {
  const tracking = async (id: string) =>
    data(
      await shop.http
        .as(shop.vendor.token)
        .get<{ statusCode: string; normalizedStatus: string }[]>(`/vendor/shipping/orders/${id}/tracking`),
    );

  it('follows a parcel to its buyer, each scan once, however it is repeated', async () => {
    const { id, orderId, token } = await shop.order({ paid: false });
    data(await shop.fulfil(id));
    shop.carrier.control({ duplicateWebhooks: true });
    for (let scans = 0; scans < 5; scans += 1) {
      shop.carrier.scan(id);
      await shop.carrier.settled();
    }
    expect((await tracking(id)).map((event) => event.normalizedStatus)).toEqual([
      'delivered',
      'out_for_delivery',
      'in_transit',
      'in_transit',
      'pending',
    ]);
    expect(await read(id)).toMatchObject({ status: 'delivered', shipment: { trackingStatus: 'delivered' } });
    const own = await shop.http.as(token).get<unknown[]>(`/store/shipping/orders/${id}/tracking?limit=2`);
    expect(data(own)).toHaveLength(2);
    expect(own.body.metadata).toMatchObject({ total: 5, limit: 2, hasMore: true });
    const order = (await shop.container.knex('orders').where({ id: orderId }).first()) as object;
    expect(order).toMatchObject({ status: 'delivered', paymentStatus: 'paid' });
    const other = await shop.order();
    const stranger = await shop.http.as(other.token).get(`/store/shipping/orders/${id}/tracking`);
    expect(stranger.status).toBe(404);
  });

  it('records a late scan without moving back, and keeps a parcel on the road out of the stock', async () => {
    const { id } = await shop.order();
    data(await shop.fulfil(id));
    shop.carrier.scan(id, 'OO');
    await shop.carrier.settled();
    shop.carrier.scan(id, 'OT', 'ZZ');
    await shop.carrier.settled();
    expect(await tracking(id)).toHaveLength(3);
    expect(await read(id)).toMatchObject({ shipment: { trackingStatus: 'out_for_delivery' } });
    expect(data(await shop.move(id, 'cancelled', { reason: 'x' }))).toMatchObject({ awaitingReturn: true });
    expect(await stockOf(shop.container, id)).toEqual({ onHand: 197, reserved: 0 });
  });
});

describe('an asynchronous AWB', () => {
  it('comes by a webhook with our reference', async () => {
    const { id } = await shop.order();
    shop.carrier.control({ mode: 'async', asyncMs: 3_600_000 });
    expect(data(await shop.fulfil(id))).toMatchObject({ status: 'fulfilled', shipment: { awb: null } });
    shop.carrier.workOff(id);
    await eventually(async () => {
      expect((await read(id)).shipment).toMatchObject({ awb: shop.carrier.parcel(id).waybill });
    });
    await eventually(async () => {
      const row = (await shop.container.knex('shipping_shipments').where({ subOrderId: id }).first()) as {
        labelKey: string | null;
      };
      expect(row.labelKey).not.toBeNull();
    });
  });

  it('that never came is waited for by the cancellation', async () => {
    const { id } = await shop.order();
    shop.carrier.control({ mode: 'async', asyncMs: 3_600_000, orderWebhooks: false });
    data(await shop.fulfil(id));
    data(await shop.move(id, 'cancelled', { reason: 'x' }));
    shop.carrier.workOff(id);
    await eventually(async () => expect((await read(id)).shipment).toMatchObject({ voidStatus: 'voided' }));
    expect(shop.carrier.parcel(id).cancelled).toBe(true);
  });
});

interface Couriers {
  couriers: {
    code: string;
    charge: number | null;
    expectedOn: string | null;
    cheapest: boolean;
    fastest: boolean;
  }[];
  reason: string | null;
}

describe('the couriers of a sub-order', () => {
  const ask = async (id: string) =>
    shop.http.as(shop.vendor.token).get<Couriers>(`/vendor/orders/${id}/couriers`);
  const asked = () =>
    shop.carrier.requests().filter(({ path }) => path.includes('serviceability_api')).length;
  const configure = async (patch: object) =>
    data(await shop.http.as(shop.vendor.token).patch('/vendor/shipping/carrier/config', patch));
  const sendTo = (orderId: string, postalCode: string, country = 'IN') =>
    shop.container
      .knex('orders')
      .where({ id: orderId })
      .update({
        shippingAddress: shop.container.knex.raw('shipping_address || ?::jsonb', [
          JSON.stringify({ postalCode, country }),
        ]),
      });
  const courierMap = {
    delhivery: { cpId: 4, accountCode: 'DELHIVERY_SURFACE' },
    bluedart: { cpId: 5, accountCode: 'BLUEDART_MAIN' },
    xpressbees: { cpId: 6, accountCode: 'XPRESSBEES_MAIN' },
  };

  it('are those of the account that serve its address, asked once in a while', async () => {
    await configure({ courierMap });
    const { id, orderId } = await shop.order({ paid: false });
    await sendTo(orderId, '560001');
    const before = asked();
    const [first, second] = [data(await ask(id)), data(await ask(id))];
    expect(asked() - before).toBe(1);
    expect(second).toEqual(first);
    expect(first.couriers.map(({ code, cheapest, fastest }) => [code, cheapest, fastest])).toEqual([
      ['xpressbees', true, false],
      ['delhivery', false, false],
      ['bluedart', false, true],
    ]);
    expect(first.couriers[0]?.charge).toBeGreaterThan(0);
    expect(first.couriers[0]?.expectedOn).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(first.reason).toBeNull();
    // Where nobody takes cash, nobody is left for an order that is paid at the door.
    await sendTo(orderId, '194101');
    expect(data(await ask(id))).toEqual({
      couriers: [],
      reason: 'No courier of your account serves 194101 with cash on delivery',
    });
    await sendTo(orderId, '10001', 'US');
    expect(data(await ask(id)).reason).toContain('PIN codes of India');
    const stranger = await createVendor(shop.container);
    expect((await shop.http.as(stranger.token).get(`/vendor/orders/${id}/couriers`)).status).toBe(404);
  });

  it('have a reason where no carrier is asked, and an error in the words of a carrier that refuses or is silent', async () => {
    const { id, orderId } = await shop.order();
    await sendTo(orderId, '560002');
    shop.carrier.control({ throttled: ['560002'] });
    const busy = await ask(id);
    expect([busy.status, JSON.stringify(busy.body)]).toEqual([
      502,
      expect.stringContaining('Too many requests'),
    ]);
    shop.carrier.control({ throttled: [] });
    await configure({ apiKey: 'wrong' });
    const refused = await ask(id);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('Invalid API key'),
    ]);
    await configure({ apiKey: `cp_test_${shop.vendor.vendorId}` });
    shop.carrier.control({ hold: true });
    const late = await ask(id);
    expect([late.status, JSON.stringify(late.body)]).toEqual([
      502,
      expect.stringContaining('no response within 6000 ms'),
    ]);
    shop.carrier.resetControls();
    expect(data(await ask(id)).couriers).toHaveLength(3);
    const settings = shop.http.as(shop.vendor.token);
    data(await settings.patch('/vendor/shipping/config', { enabledProviders: ['self-handled'] }));
    expect(data(await ask(id))).toMatchObject({
      couriers: [],
      reason: expect.stringContaining('without a carrier'),
    });
    data(await settings.patch('/vendor/shipping/config', { enabledProviders: ['self-handled', 'carrier'] }));
  });

  it('an expected day is asked for only where it is wanted, is mailed, and follows what the courier reports', async () => {
    const shipmentOf = async (id: string) => (await read(id)).shipment ?? {};
    const quiet = await shop.order();
    data(await shop.fulfil(quiet.id));
    expect(await shipmentOf(quiet.id)).not.toHaveProperty('expectedOn');
    data(
      await shop.http.as(shop.admin.token).patch('/admin/settings/admin', { 'shipping.expected_day': true }),
    );
    const { id, orderId } = await shop.order();
    await sendTo(orderId, '560003');
    data(await shop.fulfil(id));
    const day = String((await shipmentOf(id))['expectedOn']);
    expect(Date.parse(day) - Date.now()).toBeGreaterThan(2 * 86_400_000);
    const { email } = (await shop.container.knex('orders').where({ id: orderId }).first()) as {
      email: string;
    };
    const sent = (await mailsTo(shop.container, email)).find(
      ({ template, variables }) =>
        template === 'shipping.shipment.created' && variables?.['orderId'] === orderId,
    );
    expect(sent?.variables?.['expectedOn']).toBe(`${day}T15:00:00+05:30`);
    const awb = String((await shipmentOf(id))['awb']);
    const later = {
      ...(JSON.parse(scanOf(awb, 'OT', `edd-${id}`)) as object),
      additional: { courier_partner_edd: '2031-03-25' },
    };
    expect((await sendWebhook(shop, JSON.stringify(later))).status).toBe(200);
    expect(await shipmentOf(id)).toMatchObject({ expectedOn: '2031-03-25', trackingStatus: 'in_transit' });
    // An estimate that does not come holds no parcel up.
    const silent = await shop.order();
    await sendTo(silent.orderId, '560004');
    shop.carrier.control({ throttled: ['560004'] });
    expect(data(await shop.fulfil(silent.id))).toMatchObject({ status: 'fulfilled' });
    expect(await shipmentOf(silent.id)).not.toHaveProperty('expectedOn');
  });
});

it('the data of an e-way bill is for the vendor of a dear order, by parcel, and for nobody else', async () => {
  const { id } = await shop.order();
  const asVendor = shop.http.as(shop.vendor.token);
  interface Bills {
    consignments: {
      parcelId: string | null;
      value: number;
      required: boolean;
      missing: { field: string }[];
    }[];
  }
  const bills = async () => data(await asVendor.get<Bills>(`/vendor/orders/${id}/e-way-bills`)).consignments;
  expect(await bills()).toMatchObject([{ parcelId: null, required: false }]);
  const limits = {
    'shipping.eway_bill_limit_subunit': 1_00,
    'shipping.transporter_ids': { delhivery: '06AAPCS9575E1ZR' },
  };
  data(await shop.http.as(shop.admin.token).patch('/admin/settings/admin', limits));
  expect(await bills()).toMatchObject([
    {
      parcelId: null,
      required: true,
      missing: expect.arrayContaining([expect.objectContaining({ field: 'invoice' })]),
    },
  ]);
  const { shipment } = data(await shop.fulfil(id)) as unknown as SubOrder;
  const [sent] = await bills();
  expect(sent?.missing.map(({ field }) => field)).not.toContain('invoice');
  expect(sent?.missing.map(({ field }) => field)).not.toContain('transporter');
  const download = (token: string, query = '') =>
    fetch(`${shop.url}/vendor/orders/${id}/e-way-bills/download${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  const file = await download(shop.vendor.token);
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="e-way-bill-.+\.json"$/);
  expect(await file.json()).toMatchObject({
    billLists: [{ transDocNo: shipment?.['awb'], totInvValue: (sent?.value ?? 0) / 100 }],
  });
  expect((await download(shop.vendor.token, `?parcelId=${newId()}`)).status).toBe(404);
  const stranger = await createVendor(shop.container);
  expect((await download(stranger.token)).status).toBe(404);
  expect((await shop.http.as(stranger.token).get(`/vendor/orders/${id}/e-way-bills`)).status).toBe(404);
});
