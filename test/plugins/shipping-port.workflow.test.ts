import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hmacSha256 } from '#lib/crypto.js';
import { accountOf, CARRIER_SECRET } from '../_support/carrier-account.js';
import { eventually } from '../_support/eventually.js';
import { data } from '../_support/shop.js';
import { type CarrierShop, startCarrierShop, type SubOrder } from '../shipping/carrier-shop.js';
import { createSampleProvider } from '../shipping/sample-provider.js';
import { shippingProviderContract } from '../shipping/shipping-provider-contract.js';

shippingProviderContract('of a plugin', async () => {
  const provider = createSampleProvider();
  return {
    provider,
    account: accountOf('platform'),
    courierCode: 'delhivery',
    report: (awb) => {
      for (const parcel of provider.parcels.values()) if (parcel.awb === awb) parcel.steps.push('collected');
    },
    stop: () => undefined,
  };
});

describe('a plugin with the port of shipping providers', () => {
  const provider = createSampleProvider();
  let shop: CarrierShop;
  beforeAll(async () => {
    shop = await startCarrierShop({
      ports: [{ plugin: 'sample', create: () => ({ shippingProvider: provider }) }],
    });
  });
  afterAll(() => shop.stop());

  it('books what vendors send by carrier, reads its webhooks, and the aggregator is not called', async () => {
    const { id } = await shop.order();
    const sent = data(await shop.fulfil(id)) as SubOrder;
    expect(sent).toMatchObject({
      status: 'fulfilled',
      shipment: { providerId: 'carrier', status: 'created' },
    });
    const [parcel] = [...provider.parcels.values()].filter(({ reference }) => reference.startsWith(id));
    expect(sent.shipment).toMatchObject({ awb: parcel?.awb });
    expect(shop.carrier.requests()).toEqual([]);

    const body = JSON.stringify({
      parcel: parcel?.awb,
      step: 'handed',
      id: 'e-1',
      at: new Date().toISOString(),
    });
    const response = await shop.http.raw('POST', `/webhooks/shipping/carrier/${shop.vendor.vendorId}`, {
      body,
      headers: {
        'content-type': 'application/json',
        'x-carrier-signature': hmacSha256(Buffer.from(body), CARRIER_SECRET),
      },
    });
    expect(response.status).toBe(200);
    const read = data(await shop.http.as(shop.vendor.token).get<SubOrder>(`/vendor/orders/${id}`));
    expect(read.status).toBe('delivered');
  });

  it('cancels its parcel with the sub-order', async () => {
    const { id } = await shop.order();
    data(await shop.fulfil(id));
    data(await shop.move(id, 'cancelled', { reason: 'Changed their mind' }));
    await eventually(async () => {
      const parcel = [...provider.parcels.values()].find(({ reference }) => reference.startsWith(id));
      expect(parcel?.cancelled).toBe(true);
    });
  });
});
