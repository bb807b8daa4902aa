import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemContext } from '#domain/_shared/context.js';
import { mailSettings } from '#domain/mail/mail.settings.js';
import type { PolledTracking } from '#workflows/shipping/shipping.contract.js';
import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { accountOf, type CarrierShop, startCarrierShop, type SubOrder } from './carrier-shop.js';
import { scanOf, sendWebhook, waybillOf } from './carrier-webhook.js';

const OPERATORS = 'operators@example.com';
const HOUR_MS = 3_600_000;

let shop: CarrierShop;
beforeAll(async () => {
  shop = await startCarrierShop();
  const settings = { [mailSettings.supportEmail.name]: OPERATORS };
  data(await shop.http.as(shop.admin.token).patch('/admin/settings/store', settings));
});
afterAll(() => shop.stop());
beforeEach(() => shop.carrier.resetControls());

const knex = () => shop.container.knex;
const asVendor = () => shop.http.as(shop.vendor.token);
const asAdmin = () => shop.http.as(shop.admin.token);
const mailsOf = (template: string, orderId: string) => knex()('mail_messages').where({ template, orderId });

async function sent(): Promise<{ id: string; orderId: string; awb: string }> {
  const { id, orderId } = await shop.order();
  data(await shop.fulfil(id));
  return { id, orderId, awb: waybillOf(shop, id) };
}

/** Runs the hourly poll now. */
function poll(): Promise<PolledTracking> {
  const options = { workflowId: 'shipping-poll-tracking', taskQueue: 'core', args: [{ limit: 500 }] };
  return shop.container.gateway.client.workflow.execute('pollTracking', options) as Promise<PolledTracking>;
}

describe('parcels whose webhooks are lost', () => {
  it('are found by the poll with all of their scans, five a call, and once', async () => {
    shop.carrier.control({ dropWebhooks: true });
    const parcels = [];
    for (let count = 0; count < 6; count += 1) parcels.push(await sent());
    for (const { id } of parcels) shop.carrier.scan(id, 'OT', 'OO', 'OD');
    const fresh = await sent();
    shop.carrier.scan(fresh.id, 'OT');
    const ids = parcels.map(({ id }) => id);
    const since = new Date(Date.now() - 7 * HOUR_MS);
    await knex()('shipping_shipments').whereIn('subOrderId', ids).update({ createdAt: since });
    const questions = () => shop.carrier.requests().filter(({ path }) => path.includes('track-order'));
    expect(questions()).toEqual([]);
    expect(await poll()).toEqual({ asked: 6, found: 18, unanswered: 0, status: 'ok', reason: null });
    expect(questions()).toHaveLength(2);
    const stands = await knex()('orders_sub_orders')
      .whereIn('id', [...ids, fresh.id])
      .orderBy('id')
      .select('status');
    expect(stands.filter(({ status }: { status: string }) => status === 'delivered')).toHaveLength(6);
    const events = await knex()('shipping_events').whereIn('subOrderId', ids).select('source');
    expect(events).toEqual(Array.from({ length: 18 }, () => ({ source: 'poll' })));
    expect(await poll()).toEqual({ asked: 0, found: 0, unanswered: 0, status: 'ok', reason: null });
  });
});

it('a parcel that goes back is shown and mailed to its vendor and the operators, and moves nothing', async () => {
  const { id, orderId } = await sent();
  shop.carrier.scan(id, 'OT', 'RTO', 'RTD');
  await shop.carrier.settled();
  const subOrder = data(await asVendor().get<SubOrder>(`/vendor/orders/${id}`));
  expect(subOrder).toMatchObject({ status: 'fulfilled', shipment: { trackingStatus: 'returned' } });
  const timeline = JSON.stringify(data(await asAdmin().get(`/admin/orders/${orderId}`)));
  expect(timeline).toContain('goes back to its sender');
  const mails = (await mailsOf('shipping.shipment.returning', orderId)) as { role: string }[];
  expect(mails.map(({ role }) => role).sort()).toEqual(['admin', 'vendor_member']);
});

it('a shipment without AWB for too long is reported once, as an event and a mail to the operators', async () => {
  shop.carrier.control({ mode: 'async', asyncMs: 600_000 });
  const { id, orderId } = await shop.order();
  expect(data(await shop.fulfil(id))).toMatchObject({ shipment: { awb: null } });
  const { id: shipmentId } = (await knex()('shipping_shipments').where({ subOrderId: id }).first()) as {
    id: string;
  };
  const { unitOfWork, operations } = shop.container;
  const ctx = systemContext({ name: 'test' }, new Date());
  const report = () =>
    unitOfWork.run(ctx, (tx) => operations.shipmentSteps.reportStuck(tx, ctx, shipmentId, 6));
  await report();
  await report();
  expect(await mailsOf('shipping.shipment.stuck', orderId)).toMatchObject([{ role: 'admin' }]);
  const events = await knex()('outbox_events').where({ type: 'shipping.shipment.stuck', entityId: id });
  expect(events[0]).toMatchObject({ payload: { shipmentId, hours: 6 } });
  const hanging = await asAdmin().get<{ orderVendorId: string }[]>(
    '/admin/shipping/shipments?filters[]=status:eq:created&filters[]=providerId:eq:carrier&limit=100',
  );
  expect(data(hanging).map((row) => row.orderVendorId)).toContain(id);
});

it('labels and the manifest of a day are PDFs for the vendor and the operator, and for nobody else', async () => {
  const { id, awb } = await sent();
  await eventually(async () => {
    for (const [http, path] of [
      [asVendor(), `/vendor/orders/${id}/label`],
      [asAdmin(), `/admin/orders/vendors/${id}/label`],
      [asVendor(), '/vendor/shipping/manifest'],
    ] as const) {
      const response = await http.raw('GET', path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(
        Buffer.from(await response.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
      if (path.endsWith('/label')) expect(response.headers.get('content-disposition')).toContain(awb);
    }
  });
  const other = shop.http.as((await createVendor(shop.container)).token);
  expect((await other.raw('GET', `/vendor/orders/${id}/label`)).status).toBe(404);
});

it('a label whose download fails at first is stored later', async () => {
  shop.carrier.control({ mode: 'sync' });
  const { storage } = shop.container;
  const put = storage.put.bind(storage);
  let failures = 0;
  storage.put = (...args) => {
    if (!args[0].startsWith('labels/') || failures >= 4) return put(...args);
    failures += 1;
    return Promise.reject(new Error('the storage is away'));
  };
  try {
    const { id } = await sent();
    expect((await asVendor().get(`/vendor/orders/${id}/label`)).status).toBe(409);
    await eventually(async () => {
      expect((await asVendor().raw('GET', `/vendor/orders/${id}/label`)).status).toBe(200);
    });
    expect(failures).toBe(4);
  } finally {
    storage.put = put;
  }
});

it('a parcel of the platform’s account is tracked by the platform’s webhook', async () => {
  data(await asAdmin().patch('/admin/shipping/carrier/config', accountOf('platform')));
  const { id } = await shop.order();
  const body = { providerId: 'carrier', courierCode: 'delhivery', credentialSource: 'platform' };
  const fulfilled = data(await asAdmin().post<SubOrder>(`/admin/orders/vendors/${id}/fulfilled`, body));
  expect(fulfilled).toMatchObject({ status: 'fulfilled', shipment: { awb: waybillOf(shop, id) } });
  shop.carrier.scan(id, 'OT', 'OO', 'OD');
  await shop.carrier.settled();
  expect(shop.carrier.webhooks().at(-1)).toMatchObject({
    url: `${shop.url}/webhooks/shipping/carrier/platform`,
  });
  expect(data(await asVendor().get<SubOrder>(`/vendor/orders/${id}`))).toMatchObject({ status: 'delivered' });
});

it('an AWB of another vendor is unknown to a vendor’s webhook, and counted', async () => {
  const { id, awb } = await sent();
  const neighbour = await createVendor(shop.container);
  data(
    await shop.http
      .as(neighbour.token)
      .patch('/vendor/shipping/carrier/config', accountOf(neighbour.vendorId)),
  );
  const unknown = async () => {
    const { values } = await shop.container.metrics.shipping.webhooks.get();
    return values.find(({ labels }) => labels['outcome'] === 'unknown_awb')?.value ?? 0;
  };
  const before = await unknown();
  const response = await sendWebhook(shop, scanOf(awb, 'OD', 'neighbour-1'), { account: neighbour.vendorId });
  expect(response.status).toBe(404);
  expect(response.body.toString()).not.toContain(awb);
  expect(await unknown()).toBe(before + 1);
  expect(await knex()('shipping_events').where({ subOrderId: id })).toEqual([]);
});

it('a carrier that hangs leaves the list of couriers empty within seconds, and the webhook address unset', async () => {
  data(await asAdmin().patch('/admin/shipping/carrier/config', accountOf('platform')));
  shop.carrier.control({ hold: true });
  expect(data(await asAdmin().get('/admin/shipping/carrier/active-couriers'))).toEqual([]);
  const tested = data(await asAdmin().post<{ ok: boolean; reason: string }>('/admin/shipping/carrier/test'));
  expect(tested.ok).toBe(false);
  expect(tested.reason).not.toContain(accountOf('platform').apiKey);
  const own = data(await asVendor().get<{ webhookUrl: string | null }>('/vendor/shipping/carrier/config'));
  expect(own.webhookUrl).toBeNull();
});
