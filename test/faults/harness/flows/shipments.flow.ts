import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { awaitsAwbSql, awaitsLabelSql } from '#db/shipping/awaiting-sql.js';
import { accountOf, CARRIER_SECRET } from '../../../_support/carrier-account.js';
import { createProduct } from '../../../_support/products.js';
import { createVendor } from '../../../_support/vendors.js';
import { parcelsAgree, scansAreStored, subOrdersStand } from '../checks/shipments.js';
import { type RetryingClient, RetriesExhausted } from '../clients/retrying-client.js';
import { createShopper, PLACE_ORDER } from '../clients/shopper.js';
import type { Fixtures, Flow } from '../flow.js';
import { setSandboxMode } from '../injection/sandbox-modes.js';
import type { Random } from '../random.js';

const TIMEOUT_MS = 180_000;
const FULFIL = 'fulfil';
const CANCEL = 'cancel shipment';
const SCAN = 'scan';
const scans = ['OM', 'OS', 'OT', 'OO', 'OD'];
/** A courier's own code that contradicts the aggregator's number: it is stored and moves nothing. */
const CONTRADICTION = { clickpost_status_code: 5, status: 'DEL' };

interface SubOrder {
  status: string;
  shipment: { status: string; awb: string | null } | null;
}

interface Seller {
  vendorId: string;
  token: string;
  variantId: string;
}

/** Vendors send orders with the carrier; parcels are scanned on their way, or cancelled before it. */
export function createFlow(): Flow {
  const sellers: Seller[] = [];
  const acknowledged: string[] = [];
  const expected = new Map<string, string>();

  /** Asks until the sub-order is fulfilled and its AWB is known; a refusal for an outage is followed by another try. */
  async function fulfil({ points }: Fixtures, http: RetryingClient, id: string): Promise<string> {
    const body = { providerId: 'carrier', courierCode: 'delhivery' };
    points.reach(FULFIL);
    for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await sleep(500)) {
      const { shipment, status } = (await http.call<SubOrder>('GET', `/vendor/orders/${id}`)).body.data;
      if (status === 'fulfilled' && shipment?.awb) return shipment.awb;
      if (status !== 'pending' || shipment?.status === 'creating') continue;
      const headers = { 'idempotency-key': randomUUID() };
      await http.call('POST', `/vendor/orders/${id}/fulfilled`, { body, headers, accept: [409, 502] });
    }
    throw new RetriesExhausted(`sub-order ${id} got no AWB`);
  }

  async function scan(
    { api, points }: Fixtures,
    random: Random,
    vendorId: string,
    awb: string,
  ): Promise<void> {
    const codes = scans.flatMap((status) =>
      random.chance(0.1) ? [CONTRADICTION, { status }] : [{ status }],
    );
    for (const [index, code] of codes.entries()) {
      const id = randomUUID();
      const timestamp = `2026-11-20T10:${String(index).padStart(2, '0')}:00`;
      const body = { event_id: id, waybill: awb, ...code, timestamp };
      const signature = createHmac('sha256', CARRIER_SECRET).update(JSON.stringify(body)).digest('hex');
      const headers = { 'x-carrier-signature': signature };
      points.reach(SCAN);
      for (let times = random.chance(0.3) ? 2 : 1; times > 0; times -= 1)
        await api.call('POST', `/webhooks/shipping/carrier/${vendorId}`, { body, headers });
      acknowledged.push(id);
      await sleep(random.int(0, 300));
    }
  }

  return {
    name: 'shipments',
    clients: 2,
    pauseMs: 400,
    points: [PLACE_ORDER, FULFIL, CANCEL, SCAN],
    rest: {
      // A parcel that has arrived before its label was fetched is owed none.
      'shipments on their way to the carrier': `shipping_shipments s where s.status = 'creating' or s.void_status = 'requested'
        or (${awaitsAwbSql('s')}) or (${awaitsLabelSql('s')})`,
    },

    async prepare({ container, api }) {
      for (let index = 0; index < 2; index += 1) {
        const { vendorId, token } = await createVendor(container);
        const product = await createProduct(container, vendorId, {
          variants: [{ options: { Size: 'S' }, stock: 100_000 }],
        });
        await api.as(token).call('PATCH', '/vendor/shipping/carrier/config', { body: accountOf(vendorId) });
        sellers.push({ vendorId, token, variantId: product.variants[0]?.id ?? '' });
      }
    },

    async round(fixtures, random) {
      const { vendorId, token, variantId } = random.pick(sellers);
      // Some parcels get their AWB later, by webhook or by asking.
      const mode = random.chance(0.3) ? 'async' : 'sync';
      // Some labels are printed late, or stand in the label call alone.
      const labels = random.pick(['order', 'order', 'late', 'call']);
      const wanted = { mode, asyncMs: 1_500, labels, labelMs: 2_000 };
      await setSandboxMode(fixtures.container.config.CARRIER_API_URL, wanted);
      const shopper = await createShopper(fixtures, random);
      const order = await shopper.order([variantId], 'cod');
      if (!order) throw new Error('an order of what there is plenty of was refused');
      await shopper.until(order.orderId, ['confirmed']);
      const { body } = await shopper.http.call<{ vendors: { id: string }[] }>(
        'GET',
        `/store/orders/${order.orderId}`,
      );
      const id = body.data.vendors[0]?.id ?? '';
      const http = fixtures.api.as(token);
      const awb = await fulfil(fixtures, http, id);
      if (random.chance(0.2)) {
        fixtures.points.reach(CANCEL);
        await http.call('POST', `/vendor/orders/${id}/cancelled`, {
          body: { reason: 'Out of stock after all' },
        });
        expected.set(id, 'cancelled');
        return;
      }
      await scan(fixtures, random, vendorId, awb);
      expected.set(id, 'delivered');
    },

    check: async (fixtures) => [
      await scansAreStored(fixtures, acknowledged),
      await subOrdersStand(fixtures, expected),
    ],
    invariants: parcelsAgree,
  };
}
