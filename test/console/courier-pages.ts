import { createSession, type TestSession } from '../_support/accounts.js';
import type { TestOrder } from '../_support/orders.js';
import { data } from '../_support/shop.js';
import type { CarrierShop } from '../shipping/carrier-shop.js';
import { createHeldOrder } from '../shipping/held-order.js';

const courierMap = {
  delhivery: { cpId: 4, accountCode: 'DELHIVERY_SURFACE' },
  bluedart: { cpId: 5, accountCode: 'BLUEDART_MAIN' },
  xpressbees: { cpId: 6, accountCode: 'XPRESSBEES_MAIN' },
};

/** Gives the vendor of the shop three couriers; returns the session of its owner. */
export async function enableCouriers(shop: CarrierShop): Promise<TestSession> {
  const { vendorId, token } = shop.vendor;
  const enabledCouriers = Object.keys(courierMap);
  data(await shop.http.as(token).patch('/vendor/shipping/carrier/config', { courierMap, enabledCouriers }));
  return createSession(shop.container, { vendorId });
}

/** A paid order of two lamps at the vendor of the shop. */
export const orderLamps = ({ container, vendor }: CarrierShop): Promise<TestOrder> =>
  createHeldOrder(container, {
    paid: true,
    vendorIds: [vendor.vendorId],
    lines: [{ title: 'Brass diya lamp', unitPrice: 499_00, quantity: 2, hsnCode: '7419' }],
  });

/** A paid order above the value from which goods travel with an e-way bill; `complete` has its HSN code. */
export const orderBell = (
  { container, vendor }: CarrierShop,
  { complete = false } = {},
): Promise<TestOrder> =>
  createHeldOrder(container, {
    paid: true,
    vendorIds: [vendor.vendorId],
    lines: [
      {
        title: 'Bronze temple bell of eleven kilograms',
        unitPrice: 64_500_00,
        quantity: 2,
        hsnCode: complete ? '8306' : null,
      },
    ],
  });

/** A delivered order whose buyer sends a piece back, which its vendor has accepted. */
export async function acceptReturn(shop: CarrierShop): Promise<string> {
  const { orderId, buyer, subOrders, written } = await orderLamps(shop);
  const subOrderId = subOrders[0]?.subOrderId ?? '';
  await shop.container
    .knex('orders_sub_orders')
    .where({ id: subOrderId })
    .update({ status: 'delivered', deliveredAt: new Date() });
  const lines = [{ lineId: written.lines[0]?.id, quantity: 1 }];
  const path = `/store/orders/${orderId}/vendors/${subOrderId}/return-requests`;
  const body = { reason: 'The wick holder is bent', lines };
  const { id } = data(await shop.http.as(buyer.token).post<{ id: string }>(path, body));
  data(await shop.http.as(shop.vendor.token).post(`/vendor/return-requests/${id}/approve`, {}));
  return id;
}
