import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { eventually } from '../_support/eventually.js';
import { mailsTo } from '../_support/mails.js';
import { data } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { type CarrierShop, startCarrierShop } from './carrier-shop.js';
import { scanOf, sendWebhook } from './carrier-webhook.js';

interface Pickup {
  id: string;
  status: string;
  pickupOn: string;
  confirmationNumber: string | null;
  error: string | null;
}

interface Return {
  id: string;
  status: string;
  pickup?: {
    status: string;
    awb: string | null;
    trackingStatus: string;
    failedAttempts: number;
    error: string | null;
  };
}

let shop: CarrierShop;
beforeAll(async () => {
  shop = await startCarrierShop();
  const courierMap = {
    delhivery: { cpId: 4, accountCode: 'DELHIVERY_SURFACE' },
    bluedart: { cpId: 5, accountCode: 'BLUEDART_MAIN' },
  };
  data(await seller().patch('/vendor/shipping/carrier/config', { courierMap }));
});
afterAll(() => shop.stop());
beforeEach(() => shop.carrier.resetControls());

const seller = () => shop.http.as(shop.vendor.token);
const DAY_MS = 86_400_000;
/** A day so many weeks and days after the next Monday. */
function weekday(days: number): string {
  const today = new Date(Date.now() + 5.5 * 3_600_000);
  const monday = today.getTime() + (8 - (today.getUTCDay() || 7)) * DAY_MS;
  return new Date(monday + days * DAY_MS).toISOString().slice(0, 10);
}
const calls = () => shop.carrier.requests().filter(({ path }) => path.includes('create-pickup')).length;
const request = (body: object) => seller().post<Pickup>('/vendor/pickups', body);
/** What the carrier said; the response waits for it some seconds only, and an equal request asks about the same pickup. */
const settled = async (body: object): Promise<Pickup> =>
  eventually(async () => {
    const pickup = data(await request(body));
    if (pickup.status === 'requested') throw new Error('The carrier has not responded yet');
    return pickup;
  });

describe('a pickup at the seller', () => {
  it('is confirmed with its number, once for each courier and day', async () => {
    const body = { courierCode: 'delhivery', pickupOn: weekday(0) };
    const before = calls();
    const [first, ...others] = await Promise.all([request(body), request(body), request(body)]);
    expect(await settled(body)).toMatchObject({
      status: 'confirmed',
      pickupOn: weekday(0),
      confirmationNumber: '5000',
    });
    expect(new Set(others.map((item) => data(item).id))).toEqual(new Set([data(first).id]));
    expect(calls() - before).toBe(1);
    const entries = await shop.container
      .knex('audit_entries')
      .where({ entity: 'pickup', entityId: data(first).id });
    expect(entries).toHaveLength(1);
    expect(data(await request({ ...body, courierCode: 'bluedart' })).id).not.toBe(data(first).id);
    const stranger = shop.http.as((await createVendor(shop.container)).token);
    expect(data(await stranger.get<Pickup[]>('/vendor/pickups'))).toEqual([]);
    expect(data(await seller().get<Pickup[]>('/vendor/pickups'))).toHaveLength(2);
  });

  it('has the day that the courier gives, and says why one is refused', async () => {
    shop.carrier.control({ pickupShiftDays: 1 });
    expect(await settled({ courierCode: 'delhivery', pickupOn: weekday(1) })).toMatchObject({
      status: 'confirmed',
      pickupOn: weekday(2),
    });
    shop.carrier.resetControls();
    const sunday = await settled({ courierCode: 'delhivery', pickupOn: weekday(6) });
    expect(sunday).toMatchObject({
      status: 'refused',
      error: 'No pickup on Sundays',
      confirmationNumber: null,
    });
    // What was refused is no pickup: the day can be asked for again.
    expect(data(await request({ courierCode: 'delhivery', pickupOn: weekday(6) })).id).not.toBe(sunday.id);
    const past = await request({ courierCode: 'delhivery', pickupOn: '2020-01-01' });
    expect([past.status, JSON.stringify(past.body)]).toEqual([400, expect.stringContaining('body.pickupOn')]);
    expect((await request({ courierCode: 'gati', pickupOn: weekday(0) })).status).toBe(400);
  });

  it('is known by its day when the response is lost, and asked for again after an outage', async () => {
    shop.carrier.control({ loseNext: 1 });
    const lost = await settled({ courierCode: 'delhivery', pickupOn: weekday(3) });
    expect(lost).toMatchObject({ status: 'confirmed', error: null });
    shop.carrier.control({ pickupNext: [322, 429, 500, 503] });
    const body = { courierCode: 'delhivery', pickupOn: weekday(4) };
    const outage = await settled(body);
    expect(outage).toMatchObject({ status: 'unclear', error: expect.any(String) });
    expect(await settled(body)).toMatchObject({ id: outage.id, status: 'confirmed', error: null });
  });
});

/** A delivered order whose buyer sends a piece back. */
async function approvedReturn({ approved = true } = {}) {
  const { id: subOrderId, orderId, token } = await shop.order();
  const { knex } = shop.container;
  await knex('orders_sub_orders')
    .where({ id: subOrderId })
    .update({ status: 'delivered', deliveredAt: new Date() });
  const line = (await knex('orders_lines').where({ subOrderId }).first()) as unknown as { id: string };
  const path = `/store/orders/${orderId}/vendors/${subOrderId}/return-requests`;
  const body = { reason: 'Too small', lines: [{ lineId: line.id, quantity: 1 }] };
  const { id } = data(await shop.http.as(token).post<Return>(path, body));
  if (approved) data(await seller().post(`/vendor/return-requests/${id}/approve`, {}));
  const { email } = (await knex('orders').where({ id: orderId }).first()) as { email: string };
  return { id, orderId, email };
}
const collect = (id: string, courierCode = 'delhivery') =>
  seller().post<Return>(`/vendor/return-requests/${id}/pickup`, { courierCode, pickupOn: weekday(0) });
const read = async (id: string) => data(await seller().get<Return>(`/vendor/return-requests/${id}`));
const booked = (id: string) =>
  shop.carrier.parcels().filter(({ reference }) => reference.startsWith(`return-${id}`));
const noon = { timestamp: '2026-11-27T12:00:00' };
let scans = 0;
async function scan(awb: string, status: string, eventId = `rvp-${++scans}`, more: object = {}) {
  const body = {
    ...(JSON.parse(scanOf(awb, status, eventId)) as object),
    timestamp: new Date().toISOString(),
    ...more,
  };
  return sendWebhook(shop, JSON.stringify({ ...body, additional: { is_rvp: true } }));
}
const templates = async (email: string) =>
  (await mailsTo(shop.container, email)).map(({ template }) => template);

describe('a return that a courier collects', () => {
  it('gets an AWB, follows the scans, and waits for its seller when it has arrived', async () => {
    const { id, email } = await approvedReturn();
    expect(await read(id)).not.toHaveProperty('pickup');
    const { pickup } = data(await collect(id));
    const awb = pickup?.awb ?? '';
    expect(pickup).toMatchObject({
      status: 'confirmed',
      awb: booked(id)[0]?.waybill,
      trackingStatus: 'pending',
    });
    expect(booked(id)[0]?.order).toMatchObject({
      additional: { delivery_type: 'RVP', rvp_reason: 'Too small' },
      shipment_details: { order_type: 'PREPAID', cod_value: 0 },
      pickup_info: { pickup_pincode: expect.not.stringMatching('400001') },
      drop_info: { drop_pincode: '400001' },
    });
    data(await collect(id));
    expect(booked(id)).toHaveLength(1);
    expect(await templates(email)).toContain('return.pickup_booked');

    expect((await scan(awb, 'OP')).status).toBe(200);
    expect((await scan(awb, 'OND', 'failing-1', { clickpost_status_code: 3, ...noon })).status).toBe(200);
    expect((await scan(awb, 'OND', 'failing-1', { clickpost_status_code: 3, ...noon })).status).toBe(200);
    // Another attempt.
    expect(
      (await scan(awb, 'OND', 'failing-2', { clickpost_status_code: 3, ...noon, location: 'Pune' })).status,
    ).toBe(200);
    expect((await read(id)).pickup).toMatchObject({ trackingStatus: 'failed', failedAttempts: 2 });
    expect((await templates(email)).filter((name) => name === 'return.pickup_failed')).toHaveLength(2);
    await scan(awb, 'OS');
    await scan(awb, 'OD');
    expect(await read(id)).toMatchObject({
      status: 'approved',
      pickup: { trackingStatus: 'delivered', failedAttempts: 2 },
    });
    // Late: nothing comes after an arrival.
    await scan(awb, 'OT');
    expect((await read(id)).pickup).toMatchObject({ trackingStatus: 'delivered' });
    const toSeller = await templates(shop.vendor.email);
    expect(toSeller.filter((name) => name === 'return.arrived')).toHaveLength(1);
    expect(toSeller).toContain('return.pickup_failed');
    expect((await scan('no-such-awb', 'OD')).status).toBe(404);
  });

  it('goes with another courier after a refusal, once where the response was lost, and again when a pickup has ended', async () => {
    const refused = await approvedReturn();
    expect(data(await collect(refused.id, 'bluedart')).pickup).toMatchObject({
      status: 'refused',
      error: 'RVP is not supported by the courier',
    });
    expect(data(await collect(refused.id)).pickup).toMatchObject({ status: 'confirmed' });
    const lost = await approvedReturn();
    shop.carrier.control({ loseNext: 1 });
    const { pickup } = data(await collect(lost.id));
    expect(pickup).toMatchObject({ status: 'confirmed', awb: expect.any(String) });
    expect(booked(lost.id)).toHaveLength(1);
    await scan(pickup?.awb ?? '', 'OC');
    expect((await read(lost.id)).pickup).toMatchObject({ status: 'cancelled' });
    data(await collect(lost.id));
    expect(booked(lost.id).map(({ reference }) => reference)).toEqual([
      `return-${lost.id}`,
      `return-${lost.id}-2`,
    ]);
  });

  it('gets an AWB that comes later by our reference, and is received on arrival where the operator wants it', async () => {
    const { id } = await approvedReturn();
    shop.carrier.control({ mode: 'async', asyncMs: 60_000 });
    expect(data(await collect(id)).pickup).toMatchObject({ status: 'confirmed', awb: null });
    const awb = `RVP${Date.now()}`;
    expect((await scan(awb, 'OM', undefined, { reference_number: `return-${id}` })).status).toBe(200);
    expect((await read(id)).pickup).toMatchObject({ awb });
    data(
      await shop.http
        .as(shop.admin.token)
        .patch('/admin/settings/admin', { 'returns.receive_on_arrival': true }),
    );
    await scan(awb, 'OD');
    await scan(awb, 'OD', undefined, { location: 'Mumbai' });
    expect(['received', 'refunded']).toContain((await read(id)).status);
  });

  it('is collected only while it is approved, and by its seller alone', async () => {
    const { id } = await approvedReturn({ approved: false });
    expect((await collect(id)).status).toBe(409);
    const stranger = shop.http.as((await createVendor(shop.container)).token);
    const body = { courierCode: 'delhivery' };
    expect((await stranger.post(`/vendor/return-requests/${id}/pickup`, body)).status).toBe(404);
    expect((await seller().post(`/vendor/return-requests/${newId()}/pickup`, body)).status).toBe(404);
  });
});
