import type { NewPayment } from '#db/payments/payments.repository.js';
import type { NewOrder } from '#domain/orders/order.js';
import type { OrderView } from '#db/orders/order.query.js';

/** An order as it was just written, as reading it would return it: the writer knows all of its fields. */
export function newOrderView(
  { order, subOrders, lines, discounts }: NewOrder,
  payment: NewPayment,
): OrderView {
  return {
    ...order,
    subOrders: subOrders.map((subOrder) => ({
      ...subOrder,
      fulfilledAt: null,
      deliveredAt: null,
      cancelledAt: null,
      lines: lines.filter((line) => line.subOrderId === subOrder.id),
    })),
    discounts,
    payments: [
      {
        ...payment,
        providerOrderId: null,
        providerPaymentId: null,
        action: { type: 'none' },
        failureReason: null,
        capturedAmount: null,
        returnUrl: null,
        surplus: false,
        refundedTotal: 0,
        capturedAt: null,
      },
    ],
  };
}
