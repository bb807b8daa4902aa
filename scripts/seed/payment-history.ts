import type { NewPayment } from '#db/payments/payments.repository.js';
import type { Actor } from '#domain/_shared/context.js';
import type { Order } from '#domain/orders/order.js';
import type { PaymentState } from '#domain/payments/payment.js';
import { minutesAfter } from './calendar.js';
import type { Draw } from './draw.js';

/** A payment as it ended. Amounts in subunits. */
export interface PastPayment extends NewPayment {
  status: PaymentState;
  providerOrderId: string | null;
  providerPaymentId: string | null;
  capturedAmount: number | null;
  capturedAt: Date | null;
  refundedTotal: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface PastRefund {
  id: string;
  paymentId: string;
  orderId: string;
  amount: number;
  reason: string;
  actor: Actor;
  /** `refund` where it is not said. */
  cause?: 'return' | 'cancellation';
  subOrderId?: string;
  byHand?: boolean;
  status: 'processed' | 'pending';
  providerRefundId: string | null;
  processedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const letters = [...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'];

/** How payment providers write their ids. */
const providerId = (draw: Draw, kind: string) =>
  `${kind}_${Array.from({ length: 14 }, () => draw.pick(letters)).join('')}`;

function attempt(order: Order, id: string) {
  const { grandTotal: amount, currency, placedAt, paymentProviderId, paymentMethod } = order;
  return {
    id,
    orderId: order.id,
    providerId: paymentProviderId,
    method: paymentMethod,
    amount,
    currency,
    providerOrderId: null,
    providerPaymentId: null,
    capturedAmount: null,
    capturedAt: null,
    refundedTotal: 0,
    storeCredit: 0,
    createdAt: placedAt,
    updatedAt: order.cancelledAt ?? order.confirmedAt ?? placedAt,
  };
}

export function unpaidPayment(
  order: Order,
  id: string,
  status: 'pending' | 'accepted' | 'cancelled',
): PastPayment {
  return { ...attempt(order, id), status };
}

/** Money that came, from the provider or at the door. */
export function paidPayment(order: Order, id: string, at: Date, draw: Draw): PastPayment {
  const online = order.paymentProviderId !== 'cod';
  return {
    ...attempt(order, id),
    status: 'captured',
    ...(online
      ? { providerOrderId: providerId(draw, 'order'), providerPaymentId: providerId(draw, 'pay') }
      : {}),
    capturedAmount: order.grandTotal,
    capturedAt: at,
    updatedAt: at,
  };
}

/** Gives money back, and says so on the payment and on the order. */
export function refundOf(
  order: Order,
  payment: PastPayment,
  details: { id: string; amount: number; at: Date; note: string },
): PastRefund {
  const { id, amount, at, note } = details;
  const processedAt = minutesAfter(at, 3);
  const whole = amount >= order.grandTotal;
  payment.refundedTotal = amount;
  payment.updatedAt = processedAt;
  if (whole) payment.status = 'refunded';
  Object.assign(order, { refundedTotal: amount, paymentStatus: whole ? 'refunded' : 'partially_refunded' });
  return {
    id,
    paymentId: payment.id,
    orderId: order.id,
    amount,
    reason: note,
    actor: { type: 'user', id: order.userId },
    status: 'processed',
    providerRefundId: `rfnd_${payment.providerPaymentId?.slice(4) ?? ''}`,
    processedAt,
    createdAt: at,
    updatedAt: processedAt,
  };
}
