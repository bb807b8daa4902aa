import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CarrierConfig } from '#domain/shipping/carrier-config.js';
import type { CarrierOrderSource } from '#domain/shipping/carrier-order.js';
import type { ShippingClient, ShippingProvider } from '#integrations/shipping/shipping-provider.js';
import { newId } from '#lib/ids.js';

export interface ProviderUnderTest {
  provider: ShippingProvider;
  /** An account that ships with the courier of `courierCode`. */
  account: CarrierConfig;
  courierCode: string;
  /** Has the provider report something of a parcel that it took. */
  report(awb: string): Promise<void> | void;
  stop(): Promise<void> | void;
}

/** An order of one piece, as the platform books it. */
function orderOf(reference: string, { account, courierCode }: ProviderUnderTest): CarrierOrderSource {
  const mapped = account.courierMap[courierCode];
  if (!mapped) throw new Error(`The account has no courier ${courierCode}`);
  return {
    reference,
    orderNumber: 'HT-7K3QX9MZ',
    config: account,
    account: mapped,
    email: 'asha@example.com',
    total: 499_00,
    cash: false,
    shippingAddress: {
      name: 'Asha Rao',
      phone: '+919820012345',
      line1: '12 Hill Road',
      line2: null,
      city: 'Mumbai',
      stateCode: '27',
      postalCode: '400050',
      country: 'IN',
      gstin: null,
    },
    invoice: { number: 'INV/2627/000001', date: '2026-11-23' },
    pickupAt: new Date('2026-11-24T10:00:00Z'),
    lines: [
      {
        variantId: newId(),
        sku: 'LAMP',
        title: 'Lamp',
        variantTitle: null,
        quantity: 1,
        unitPrice: 499_00,
        weight: 700,
      },
    ],
  };
}

/** What the platform relies on, whoever ships: call it in a test file with a provider and its sandbox. */
export function shippingProviderContract(name: string, start: () => Promise<ProviderUnderTest>): void {
  describe(`the shipping provider ${name}`, () => {
    let tested: ProviderUnderTest;
    let client: ShippingClient;
    beforeAll(async () => {
      tested = await start();
      client = tested.provider.connect(tested.account);
    });
    afterAll(() => tested.stop());

    /** Books a shipment and waits for its AWB. */
    async function book(reference: string): Promise<string> {
      let outcome = await client.createOrder(orderOf(reference, tested));
      for (let tries = 0; outcome.kind === 'accepted' && tries < 20; tries += 1)
        outcome = (await client.findOrder(reference)) ?? outcome;
      if (outcome.kind !== 'created') throw new Error(`The shipment is ${outcome.kind}`);
      return outcome.awb;
    }

    it('names the settings that a shipment needs, and none for an account that has them', () => {
      const { provider, account, courierCode } = tested;
      expect(provider.missingKeys(account, courierCode)).toEqual([]);
      const empty = { ...account, apiKey: '', courierMap: {} };
      expect(provider.missingKeys(empty, courierCode)).not.toEqual([]);
      for (const key of provider.missingKeys(empty, courierCode)) expect(key).toMatch(/^carrier\.[a-z_.-]+$/);
    });

    it('books a shipment once for each reference, and finds it by that', async () => {
      const reference = `${newId()}-1`;
      expect(await client.findOrder(reference)).toBeNull();
      const awb = await book(reference);
      expect(await client.findOrder(reference)).toMatchObject({ kind: 'created', awb });
      expect(await book(reference)).toBe(awb);
      expect(await book(`${newId()}-1`)).not.toBe(awb);
    });

    it('reports of a parcel what it reads itself', async () => {
      const awb = await book(`${newId()}-1`);
      await tested.report(awb);
      const cpId = tested.account.courierMap[tested.courierCode]?.cpId ?? null;
      const reports = await client.track([awb], cpId);
      expect(reports.length).toBeGreaterThan(0);
      for (const { raw } of reports)
        expect(tested.provider.readScan({ cp_id: cpId, ...raw })).toMatchObject({ awb });
      expect(tested.provider.parcelsPerCall).toBeGreaterThanOrEqual(1);
    });

    it.each([{}, { awb: '' }, { awb: ['1'], status: {} }, { status_code: 'OM' }])(
      'reads nothing out of %j',
      (payload) => {
        expect(tested.provider.readScan(payload)).toBeNull();
      },
    );

    it('cancels a shipment, and once more', async () => {
      const reference = `${newId()}-1`;
      const parcel = { awb: await book(reference), ...orderOf(reference, tested).account };
      const cancelled = async () => (await client.cancelOrder(parcel)).kind;
      expect(['voided', 'pending']).toContain(await cancelled());
      expect(['voided', 'pending']).toContain(await cancelled());
    });

    it('has an address of a label, or none yet', async () => {
      const awb = await book(`${newId()}-1`);
      const cpId = tested.account.courierMap[tested.courierCode]?.cpId ?? null;
      const label = await client.label({ awb, cpId });
      expect(label === null || URL.canParse(label)).toBe(true);
    });

    it('lists the couriers of its account, and ends calls that are cancelled', async () => {
      for (const item of await client.accounts())
        expect(item).toMatchObject({ courierName: expect.any(String), cpId: expect.any(Number) });
      const order = orderOf(`${newId()}-1`, tested);
      await expect(client.createOrder(order, AbortSignal.abort())).rejects.toThrow();
    });
  });
}
