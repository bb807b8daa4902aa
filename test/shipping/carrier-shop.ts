import { type CarrierSandbox, startCarrierSandbox } from '../../sandboxes/carrier/carrier-sandbox.js';
import { createSession, type TestSession } from '../_support/accounts.js';
import { type PlatformOptions, startPlatform, type TestPlatform } from '../_support/platform.js';
import { accountOf, CARRIER_SECRET } from '../_support/carrier-account.js';
import { data } from '../_support/shop.js';
import { createVendor, type TestVendor } from '../_support/vendors.js';
import { createHeldOrder } from './held-order.js';

export { accountOf, CARRIER_SECRET };

export interface SubOrder {
  id: string;
  status: string;
  shipment: Record<string, unknown> | null;
}

/** A platform with the carrier sandbox beside it, a vendor with an account there, and an operator. */
export interface CarrierShop extends TestPlatform {
  carrier: CarrierSandbox;
  vendor: TestVendor;
  admin: TestSession;
  /** A held order of one sub-order. */
  order(options?: { paid?: boolean }): Promise<{ orderId: string; id: string; total: number; token: string }>;
  /** Moves a sub-order as its vendor. */
  move(id: string, move: string, body?: unknown, key?: string): ReturnType<TestPlatform['http']['post']>;
  fulfil(id: string, key?: string): ReturnType<TestPlatform['http']['post']>;
}

export async function startCarrierShop(options: PlatformOptions = {}): Promise<CarrierShop> {
  const carrier = await startCarrierSandbox({
    port: 0,
    webhookSecret: CARRIER_SECRET,
    retryDelaysMs: [50, 100, 200, 400, 800],
  });
  const platform = await startPlatform({
    workers: ['core', 'relay'],
    ...options,
    environment: { CARRIER_API_URL: carrier.url, ...options.environment },
  });
  carrier.sendWebhooksTo(platform.url);
  const { container, http } = platform;
  const vendor = await createVendor(container);
  const admin = await createSession(container, { roles: ['superAdmin'] });
  const asVendor = http.as(vendor.token);
  data(await asVendor.patch('/vendor/shipping/carrier/config', accountOf(vendor.vendorId)));
  const move: CarrierShop['move'] = (id, name, body, key) =>
    asVendor.post(`/vendor/orders/${id}/${name}`, body, key ? { 'idempotency-key': key } : {});
  return {
    ...platform,
    carrier,
    vendor,
    admin,
    move,
    fulfil: (id, key) => move(id, 'fulfilled', { providerId: 'carrier', courierCode: 'delhivery' }, key),
    async order({ paid = true } = {}) {
      const placed = await createHeldOrder(container, { vendorIds: [vendor.vendorId], paid });
      const [subOrder] = placed.subOrders;
      if (!subOrder) throw new Error('The order has no sub-order');
      const { orderId, buyer } = placed;
      return { orderId, id: subOrder.subOrderId, total: subOrder.total, token: buyer.token };
    },
    async stop() {
      await carrier.close();
      await platform.stop();
    },
  };
}
