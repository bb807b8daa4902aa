import type { NewPayment } from '#db/payments/payments.repository.js';
import type { NewOrder } from '#domain/orders/order.js';
import type { OrderView } from '#db/orders/order.query.js';

/** An order as it was just written, as reading it would return it: the writer knows all of its fields. */
export function newOrderView({ order, parts, lines, discounts }: NewOrder, payment: NewPayment): OrderView {
  return {
    ...order,
    parts: parts.map((part) => ({
      ...part,
      fulfilledAt: null,
      deliveredAt: null,
      cancelledAt: null,
      lines: lines.filter((line) => line.orderVendorId === part.id),
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
