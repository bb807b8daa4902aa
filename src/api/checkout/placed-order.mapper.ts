import type { z } from 'zod';
import { orderResponse } from '#api/orders/orders.mapper.js';
import type { OrderView } from '#db/orders/order.query.js';
import type { placedOrderSchema } from './checkout.schemas.js';

/** An order with the payment that was started for it, and what the buyer has to do about it. */
export interface PlacedOrder {
  order: OrderView;
  paymentId: string;
}

export function placedOrderResponse({ order, paymentId }: PlacedOrder): z.input<typeof placedOrderSchema> {
  const payment = order.payments.find((item) => item.id === paymentId);
  if (!payment) throw new Error(`Order ${order.id} has no payment ${paymentId}`);
  const { id, providerId, status, action } = payment;
  const open = status === 'pending' || status === 'failed';
  return {
    order: orderResponse(order),
    payment: { id, providerId, status, action: open ? action : { type: 'none' } },
  };
}
