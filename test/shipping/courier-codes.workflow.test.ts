import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createWorkListMail } from '#operations/shipping/work-list-mail.js';
import { data } from '../_support/shop.js';
import { accountOf, type CarrierShop, startCarrierShop, type SubOrder } from './carrier-shop.js';
import { sendWebhook, waybillOf } from './carrier-webhook.js';

let shop: CarrierShop;
beforeAll(async () => {
  shop = await startCarrierShop();
  data(await asAdmin().patch('/admin/shipping/carrier/config', accountOf('platform')));
});
afterAll(() => shop.stop());
beforeEach(() => shop.carrier.resetControls());

const asAdmin = () => shop.http.as(shop.admin.token);
const asVendor = () => shop.http.as(shop.vendor.token);

interface Listed {
  orderVendorId: string;
  attention: string | null;
  attentionNote: string | null;
  foreignAwb: string | null;
  awb: string | null;
}

const listed = async (id: string, filter: string) =>
  data(await asAdmin().get<Listed[]>(`/admin/shipping/shipments?limit=100&filters[]=${filter}`)).find(
    ({ orderVendorId }) => orderVendorId === id,
  );
const subOrder = async (id: string) => data(await asVendor().get<SubOrder>(`/vendor/orders/${id}`));
const paymentOf = async (orderId: string) =>
  data(await asAdmin().get<{ paymentStatus: string }>(`/admin/orders/${orderId}`)).paymentStatus;
const post = (id: string, act: string, body?: object) =>
  asAdmin().post<unknown>(`/admin/orders/vendors/${id}/${act}`, body);

async function sent(options?: { paid?: boolean }): Promise<{ id: string; orderId: string; awb: string }> {
  const { id, orderId } = await shop.order(options);
  data(await shop.fulfil(id));
  return { id, orderId, awb: waybillOf(shop, id) };
}

async function scan(id: string, ...codes: string[]): Promise<void> {
  shop.carrier.scan(id, ...codes);
  await shop.carrier.settled();
}

let events = 0;
/** A scan as the carrier sends it, with fields of the test's choice. */
const report = (fields: object, options?: Parameters<typeof sendWebhook>[2]) =>
  sendWebhook(
    shop,
    JSON.stringify({ event_id: `report-${(events += 1)}`, timestamp: '2026-11-20T10:00:00', ...fields }),
    options,
  );

describe('a courier’s own code', () => {
  it('delivers no parcel that the aggregator sees in transit, and the cash of its order is not paid', async () => {
    const { id, orderId } = await sent({ paid: false });
    await scan(id, 'OT', '5:8', '5:DEL', '900:DEL');
    expect(await subOrder(id)).toMatchObject({
      status: 'fulfilled',
      shipment: { trackingStatus: 'in_transit' },
    });
    expect(await paymentOf(orderId)).toBe('unpaid');
    expect(await listed(id, 'attention:eq:contradicting_codes')).toMatchObject({
      attentionNote: expect.stringMatching(/(5|900) and DEL/),
    });
    const { body } = await asVendor().get<unknown[]>(`/vendor/shipping/orders/${id}/tracking`);
    expect(JSON.stringify(body)).toContain('DEL');
    await scan(id, '8:Delivered to neighbour');
    expect(await subOrder(id)).toMatchObject({ status: 'delivered' });
  });

  it('is dismissed by a person who has looked at it, once', async () => {
    const { id } = await sent();
    expect((await post(id, 'shipment/dismiss-attention')).status).toBe(409);
    await scan(id, '8:RTO');
    expect((await post(id, 'shipment/dismiss-attention')).status).toBe(200);
    expect(await listed(id, 'status:eq:created')).toMatchObject({ attention: null });
    expect((await post(id, 'shipment/dismiss-attention')).status).toBe(409);
  });

  it('tells two scans apart that have one time and different places', async () => {
    const { id, awb } = await sent();
    const same = { waybill: awb, clickpost_status_code: 5, timestamp: '2026-11-20T11:00:00' };
    const send = (location: string) => sendWebhook(shop, JSON.stringify({ ...same, location }));
    const responses = [await send('Pune'), await send('Pune'), await send('Delhi')];
    const duplicates = responses.map(
      ({ body }) => (JSON.parse(body.toString()) as { data: { duplicate: boolean } }).data.duplicate,
    );
    expect(duplicates).toEqual([false, true, false]);
    expect(await subOrder(id)).toMatchObject({ shipment: { trackingStatus: 'in_transit' } });
  });
});

describe('an AWB that a courier gives out again', () => {
  const reissued = '555000111222';

  it('is of the live parcel once the earlier one has arrived', async () => {
    shop.carrier.control({ waybills: [reissued] });
    const first = await sent();
    await scan(first.id, 'OT', 'OO', 'OD');
    shop.carrier.control({ waybills: [reissued] });
    const second = await sent();
    const response = await report({ waybill: reissued, clickpost_status_code: 6 });
    expect(response.status).toBe(200);
    expect(await subOrder(second.id)).toMatchObject({ shipment: { trackingStatus: 'out_for_delivery' } });
    expect(await subOrder(first.id)).toMatchObject({ status: 'delivered' });
  });

  it('is of neither of two live parcels without the courier’s number, and of the named one with it', async () => {
    const awb = '555000333444';
    shop.carrier.control({ waybills: [awb, awb] });
    const [first, second] = [await sent(), await sent()];
    await shop.container.knex('shipping_shipments').where({ subOrderId: second.id }).update({ cpId: 5 });
    expect((await report({ waybill: awb, clickpost_status_code: 8 })).status).toBe(404);
    for (const { id } of [first, second]) {
      expect(await subOrder(id)).toMatchObject({
        status: 'fulfilled',
        shipment: { trackingStatus: 'pending' },
      });
      expect(await listed(id, 'attention:eq:ambiguous_awb')).toBeDefined();
    }
    expect((await report({ waybill: awb, clickpost_status_code: 8, cp_id: 5 })).status).toBe(200);
    expect(await subOrder(second.id)).toMatchObject({ status: 'delivered' });
    expect(await subOrder(first.id)).toMatchObject({ status: 'fulfilled' });
  });
});

it('an AWB that comes with the reference of a parcel with another one is taken over by a person alone', async () => {
  const { id, awb } = await sent();
  const other = '777000111222';
  const named = { waybill: other, reference_number: id };
  expect((await report({ ...named, clickpost_status_code: 8 })).status).toBe(200);
  expect(await subOrder(id)).toMatchObject({
    status: 'fulfilled',
    shipment: { awb, trackingStatus: 'pending' },
  });
  expect(await listed(id, 'attention:eq:foreign_awb')).toMatchObject({ foreignAwb: other, awb });
  expect((await post(id, 'shipment/take-over-awb', { awb: '1' })).status).toBe(409);
  expect((await post(id, 'shipment/take-over-awb', { awb: other })).status).toBe(200);
  expect(await listed(id, 'status:eq:created')).toMatchObject({ attention: null, awb: other });
  await report({ ...named, clickpost_status_code: 5 });
  expect(await subOrder(id)).toMatchObject({ shipment: { trackingStatus: 'in_transit' } });
});

it('a vendor’s webhook does not find a parcel that was sent with the platform’s account', async () => {
  const { id } = await shop.order();
  const body = { providerId: 'carrier', courierCode: 'delhivery', credentialSource: 'platform' };
  data(await post(id, 'fulfilled', body));
  const scanned = { waybill: waybillOf(shop, id), reference_number: id, clickpost_status_code: 8 };
  expect((await report(scanned)).status).toBe(404);
  expect(await subOrder(id)).toMatchObject({ status: 'fulfilled' });
  expect((await report(scanned, { account: 'platform' })).status).toBe(200);
  expect(await subOrder(id)).toMatchObject({ status: 'delivered' });
});

it('what waits for a person is mailed once a day to those who may act', async () => {
  const { container } = shop;
  const mails = () => container.knex('mail_messages').where({ template: 'shipping.work_list' });
  const at = (hour: number) => ({
    ...container,
    clock: { ...container.clock, now: () => new Date(Date.UTC(2026, 10, 24, hour - 6, 30)) },
  });
  await createWorkListMail(at(8))();
  expect(await mails()).toEqual([]);
  await createWorkListMail(at(9))();
  await createWorkListMail(at(17))();
  expect(await mails()).toMatchObject([{ role: 'admin' }]);
});
