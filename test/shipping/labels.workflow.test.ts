import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { createVendor } from '../_support/vendors.js';
import { type CarrierShop, startCarrierShop } from './carrier-shop.js';
import { sendWebhook, waybillOf } from './carrier-webhook.js';

let shop: CarrierShop;
beforeAll(async () => {
  shop = await startCarrierShop();
});
afterAll(() => shop.stop());
beforeEach(() => shop.carrier.resetControls());

const asAdmin = () => shop.http.as(shop.admin.token);
const asVendor = () => shop.http.as(shop.vendor.token);
const isDownloadable = (id: string) =>
  eventually(async () =>
    expect((await asVendor().raw('GET', `/vendor/orders/${id}/label`)).status).toBe(200),
  );

async function sent(): Promise<string> {
  const { id } = await shop.order();
  data(await shop.fulfil(id));
  return id;
}

describe('a label', () => {
  it('that stands in the label call alone is fetched', async () => {
    shop.carrier.control({ labels: 'call' });
    await isDownloadable(await sent());
    expect(shop.carrier.requests().some(({ path }) => path.includes('fetch/shippinglabel'))).toBe(true);
  });

  it('is fetched after an AWB that came by a tracking webhook', async () => {
    shop.carrier.control({ mode: 'async', asyncMs: 300, orderWebhooks: false });
    const id = await sent();
    await eventually(() => Promise.resolve(waybillOf(shop, id)));
    const scan = { waybill: waybillOf(shop, id), reference_number: id, clickpost_status_code: 1 };
    expect((await sendWebhook(shop, JSON.stringify(scan))).status).toBe(200);
    await isDownloadable(id);
  });

  it('that the courier has not printed is waited for, listed and asked for again by a button', async () => {
    shop.carrier.control({ labels: 'none' });
    const id = await sent();
    const list = async () =>
      data(
        await asAdmin().get<{ orderVendorId: string; labelError: string; labelSince: string }[]>(
          '/admin/shipping/shipments?filters[]=awaiting:eq:label&limit=100',
        ),
      ).find(({ orderVendorId }) => orderVendorId === id);
    await eventually(async () =>
      expect(await list()).toMatchObject({
        labelError: 'The carrier has not printed the label yet',
        labelSince: expect.any(String),
      }),
    );
    expect((await asVendor().get(`/vendor/orders/${id}/label`)).status).toBe(409);
    const { id: shipmentId } = (await shop.container
      .knex('shipping_shipments')
      .where({ subOrderId: id })
      .first()) as { id: string };
    const run = shop.container.gateway.client.workflow.getHandle(`shipping-create-${shipmentId}`);
    await eventually(async () =>
      expect(await run.query('step')).toMatch(/^waiting for the label since .*, until /),
    );
    shop.carrier.resetControls();
    const other = shop.http.as((await createVendor(shop.container)).token);
    expect((await other.post(`/vendor/orders/${id}/label/fetch`)).status).toBe(404);
    expect((await asVendor().post(`/vendor/orders/${id}/label/fetch`)).status).toBe(202);
    const { knex } = shop.container;
    const [shipment] = await knex('shipping_shipments').where({ subOrderId: id });
    expect(await knex('audit_entries').where({ entityId: shipment?.id, action: 'fetch_label' })).toHaveLength(
      1,
    );
    await isDownloadable(id);
    expect(await list()).toBeUndefined();
  });

  it('is fetched again long after the run that stored none has ended', async () => {
    const id = await sent();
    await isDownloadable(id);
    const { knex, gateway } = shop.container;
    const shipment = (await knex('shipping_shipments').where({ subOrderId: id }).first()) as { id: string };
    await gateway.client.workflow.getHandle(`shipping-create-${shipment.id}`).result();
    await knex('shipping_shipments').where({ subOrderId: id }).update({ labelKey: null, labelUrl: null });
    expect((await asAdmin().post(`/admin/orders/vendors/${id}/label/fetch`)).status).toBe(202);
    await isDownloadable(id);
  });
});

it('no label is fetched for a sub-order that no carrier has', async () => {
  const { id } = await shop.order();
  expect((await asVendor().post(`/vendor/orders/${id}/label/fetch`)).status).toBe(409);
});
