import { describe, expect, it } from '@jest/globals';
import { type Order, PAYMENT_WINDOW_ENDED } from '#domain/orders/order.js';
import { decideCapture } from '#domain/payments/decide-capture.js';
import type { PaymentState } from '#domain/payments/payment.js';
import { paymentStates } from '#domain/payments/payment.js';

type OrderFields = Pick<Order, 'status' | 'cancelReason'>;
const waiting: OrderFields = { status: 'pending_payment', cancelReason: null };

function decide(
  order: OrderFields,
  status: PaymentState,
  money: { amount?: number; currency?: string; id?: string } = {},
) {
  const payment = { status, amount: 50_000, currency: 'INR', providerPaymentId: 'pay_1' };
  const { amount = 50_000, currency = 'INR', id = 'pay_1' } = money;
  return decideCapture(order, payment, { providerPaymentId: id, amount, currency, at: new Date() }).kind;
}

describe('money that arrives', () => {
  it.each(['pending', 'accepted', 'failed', 'cancelled'] as const)(
    'confirms an order that waits, on a payment that is %s',
    (status) => expect(decide(waiting, status)).toBe('confirm'),
  );
  it('counts once', () => {
    for (const status of ['captured', 'refund_due', 'refunded'] as const) {
      expect(decide(waiting, status)).toBe('nothing');
      expect(decide(waiting, status, { id: 'pay_2' })).toBe('refund_extra');
    }
  });
  it('goes back when it is not what was asked for', () => {
    expect(decide(waiting, 'pending', { amount: 49_999 })).toBe('refund');
    expect(decide(waiting, 'pending', { amount: 50_001 })).toBe('refund');
    expect(decide(waiting, 'pending', { currency: 'USD' })).toBe('refund');
  });
  it('brings an order back whose time was over, but not one that the buyer gave up', () => {
    expect(decide({ status: 'cancelled', cancelReason: PAYMENT_WINDOW_ENDED }, 'cancelled')).toBe(
      'reinstate',
    );
    expect(decide({ status: 'cancelled', cancelReason: 'cancelled_by_buyer' }, 'cancelled')).toBe('refund');
  });
  it('goes back when another payment was there first', () => {
    for (const status of ['confirmed', 'partially_fulfilled', 'fulfilled', 'delivered'] as const)
      expect(decide({ status, cancelReason: null }, 'pending')).toBe('refund');
  });
  it('is never left undecided', () => {
    for (const status of paymentStates) expect(decide(waiting, status)).toEqual(expect.any(String));
  });
});
