import { newId } from '#lib/ids.js';
import { createConfirmedOrder } from '../_support/orders.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

interface RefundBody {
  amount?: unknown;
  orderVendorId?: string;
  lines?: { lineId: string }[];
}

/** As many as a refund may name. */
const LINES = 500;

/** A paid and delivered order of as much money, as many pieces and lines as a refund may name. */
const refundableOrder: MakeFixture = async ({ container, fixtures }) => {
  const order = await createConfirmedOrder(container, {
    buyer: fixtures.customer,
    vendorIds: [fixtures.vendor.vendorId],
    paid: true,
    lines: [{ title: 'Brass diya lamp', unitPrice: 300_000, quantity: 1_000_000 }],
  });
  const orderVendorId = order.subOrders[0]?.subOrderId ?? '';
  await container.knex('orders_sub_orders').where({ id: orderVendorId }).update({ status: 'delivered' });
  const lineIds = order.written.lines.map(({ id }) => id);
  const line = (await container.knex('orders_lines').where({ id: lineIds[0] }).first()) as object;
  const free = {
    lineSubtotal: 0,
    taxTotal: 0,
    total: 0,
    taxes: '[]',
    discounts: '[]',
    shippingShare: 0,
    shippingTaxes: '[]',
  };
  const copies = Array.from({ length: LINES - 1 }, (_, index) => ({
    ...line,
    ...free,
    id: newId(),
    position: index + 1,
  }));
  await container.knex('orders_lines').insert(copies);
  lineIds.push(...copies.map(({ id }) => id));
  return {
    params: { orderId: order.orderId },
    body: { reason: 'Damaged', amount: 1_000 },
    fit: (json) => {
      const { orderVendorId: subOrder, lines, ...body } = json as RefundBody;
      // The provider refunds no less.
      if (body.amount === 1) body.amount = 100;
      return {
        ...body,
        ...(subOrder === undefined ? {} : { orderVendorId }),
        ...(lines === undefined
          ? {}
          : { lines: lines.map((line, index) => ({ ...line, lineId: lineIds[index] })) }),
      };
    },
  };
};

const failedRefund: MakeFixture = async (world) => {
  const id = await world.fixtures.make('refund');
  const { knex } = world.container;
  await knex('payments_refunds').where({ id }).update({ status: 'failed', byHand: false });
  // Sent again only while that much of its payment is left.
  const payment = knex('payments_refunds').where({ id }).select('paymentId');
  await knex('payments').whereIn('id', payment).update({ capturedAmount: 10_000_000 });
  return { params: { refundId: id } };
};

export const paymentsRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'POST /admin/payment/gateways/:providerId/check': () => Promise.resolve({ params: { providerId: 'cod' } }),
  'POST /admin/orders/:orderId/refunds': refundableOrder,
  'POST /admin/refunds/:refundId/give-up': failedRefund,
  'POST /admin/refunds/:refundId/retry': failedRefund,
};
