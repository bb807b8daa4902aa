import {
  entityId,
  epochSeconds,
  type Notes,
  type OrderEntity,
  type PaymentEntity,
  type RefundEntity,
} from './entities.js';
import { GatewayError, notFound } from './gateway-error.js';

export type GatewayEntity = OrderEntity | PaymentEntity | RefundEntity;

/** What a refund was first asked for under a key. */
export interface RefundKey {
  key: string;
  fingerprint: string;
  refundId: string;
}

/** Epoch seconds, both inclusive. */
export interface Span {
  from: number;
  to: number;
}

export interface NewOrder {
  amount: number;
  currency: string;
  receipt: string | null;
  notes: Notes;
}

export interface Ledger {
  createOrder(order: NewOrder): OrderEntity;
  order(id: string): OrderEntity;
  /** The newest first. */
  orders(count: number): OrderEntity[];
  payments(orderId: string): PaymentEntity[];
  payment(id: string): PaymentEntity;
  refunds(paymentId: string): RefundEntity[];
  /** Of all orders, created in a span, the newest first. */
  listPayments(span: Span): PaymentEntity[];
  listRefunds(span: Span): RefundEntity[];
  /** The buyer pays. @throws GatewayError when the order is paid already. */
  pay(orderId: string, options: { capture: boolean }): PaymentEntity;
  decline(orderId: string): PaymentEntity;
  capture(paymentId: string, amount: number): PaymentEntity;
  /** Repeating a key with the same body gives the first refund again. */
  refund(paymentId: string, request: RefundRequest): RefundEntity;
  /** Ends a refund, or ends it otherwise than before. */
  settleRefund(id: string, status: 'processed' | 'failed'): RefundEntity;
  /** All payments whose money came in, and all refunds, the oldest first. */
  captured(): PaymentEntity[];
  refunded(): RefundEntity[];
  /** Puts back what a journal remembers. */
  restore(entity: GatewayEntity | RefundKey): void;
}

export interface RefundRequest {
  /** Undefined refunds what is left. */
  amount?: number;
  notes: Notes;
  receipt: string | null;
  speed: string;
  key?: string;
  fingerprint: string;
  status: 'processed' | 'pending';
}

/** The gateway's books. `remember` receives every change. */
export function createLedger(
  now: () => Date,
  feeBasisPoints: () => number,
  remember: (entry: GatewayEntity | RefundKey) => void = () => undefined,
): Ledger {
  const orders = new Map<string, OrderEntity>();
  const payments = new Map<string, PaymentEntity>();
  const refunds = new Map<string, RefundEntity>();
  const refundKeys = new Map<string, RefundKey>();
  const paymentIds = new Map<string, Set<string>>();

  function restore(entry: GatewayEntity | RefundKey): void {
    if (!('entity' in entry)) refundKeys.set(entry.key, entry);
    else if (entry.entity === 'order') orders.set(entry.id, entry);
    else if (entry.entity === 'payment') {
      payments.set(entry.id, entry);
      paymentIds.set(entry.order_id, (paymentIds.get(entry.order_id) ?? new Set()).add(entry.id));
    } else refunds.set(entry.id, entry);
  }
  function save<T extends GatewayEntity | RefundKey>(entry: T): T {
    restore(entry);
    remember(entry);
    return entry;
  }
  function found<T>(map: Map<string, T>, id: string, kind: string): T {
    const entry = map.get(id);
    if (!entry) throw notFound(kind);
    return entry;
  }
  const paymentsOf = (orderId: string) =>
    [...(paymentIds.get(orderId) ?? [])].map((id) => found(payments, id, 'payment'));

  function attempt(orderId: string, outcome: Partial<PaymentEntity>): PaymentEntity {
    const order = found(orders, orderId, 'order');
    if (order.status === 'paid' || paymentsOf(orderId).some((p) => p.status === 'authorized')) {
      throw new GatewayError(400, 'Payment already done for this order.', { reason: 'order_already_paid' });
    }
    save({ ...order, status: 'attempted', attempts: order.attempts + 1 });
    return save<PaymentEntity>({
      ...blankPayment(order, epochSeconds(now())),
      ...outcome,
      ...(outcome.captured ? feeOf(order.amount, feeBasisPoints()) : {}),
    });
  }

  function markPaid(orderId: string): void {
    const order = found(orders, orderId, 'order');
    save({ ...order, status: 'paid', amount_paid: order.amount, amount_due: 0 });
  }

  return {
    restore,
    order: (id) => found(orders, id, 'order'),
    orders: (count) => [...orders.values()].reverse().slice(0, count),
    payments: paymentsOf,
    payment: (id) => found(payments, id, 'payment'),
    refunds: (paymentId) => [...refunds.values()].filter((refund) => refund.payment_id === paymentId),
    listPayments: (span) => newestFirst(payments, span),
    listRefunds: (span) => newestFirst(refunds, span),
    captured: () => [...payments.values()].filter(({ captured }) => captured),
    refunded: () => [...refunds.values()],

    createOrder: ({ amount, currency, receipt, notes }) =>
      save<OrderEntity>({
        id: entityId('order'),
        entity: 'order',
        amount,
        amount_paid: 0,
        amount_due: amount,
        currency,
        receipt,
        offer_id: null,
        status: 'created',
        attempts: 0,
        notes,
        created_at: epochSeconds(now()),
      }),

    pay(orderId, { capture }) {
      const payment = attempt(orderId, { status: capture ? 'captured' : 'authorized', captured: capture });
      if (capture) markPaid(orderId);
      return payment;
    },

    decline: (orderId) =>
      attempt(orderId, {
        status: 'failed',
        error_code: 'BAD_REQUEST_ERROR',
        error_description: 'Your payment was declined by the bank. Try another method.',
        error_source: 'issuer_bank',
        error_step: 'payment_authorization',
        error_reason: 'payment_declined',
      }),

    capture(paymentId, amount) {
      const payment = found(payments, paymentId, 'payment');
      if (payment.status !== 'authorized') {
        const description = payment.captured
          ? 'This payment has already been captured'
          : 'Only payments which have been authorized and not yet captured can be captured';
        throw new GatewayError(400, description);
      }
      if (amount !== payment.amount) {
        throw new GatewayError(400, 'Capture amount must be equal to the amount authorized', {
          field: 'amount',
        });
      }
      markPaid(payment.order_id);
      const fees = feeOf(payment.amount, feeBasisPoints());
      return save({ ...payment, ...fees, status: 'captured' as const, captured: true });
    },

    refund(paymentId, request) {
      const known = request.key ? refundKeys.get(request.key) : undefined;
      if (known) {
        if (known.fingerprint !== request.fingerprint) {
          throw new GatewayError(400, 'Different request body sent for the same idempotency key');
        }
        return found(refunds, known.refundId, 'refund');
      }
      const payment = found(payments, paymentId, 'payment');
      const left = payment.amount - payment.amount_refunded;
      checkRefund(payment, request.amount ?? left, left);
      const refund = save<RefundEntity>({
        id: entityId('rfnd'),
        entity: 'refund',
        amount: request.amount ?? left,
        currency: payment.currency,
        payment_id: payment.id,
        notes: request.notes,
        receipt: request.receipt,
        acquirer_data: { arn: null },
        batch_id: null,
        status: request.status,
        speed_requested: request.speed,
        speed_processed: 'normal',
        created_at: epochSeconds(now()),
      });
      save(withRefunded(payment, payment.amount_refunded + refund.amount));
      if (request.key) {
        save({ key: request.key, fingerprint: request.fingerprint, refundId: refund.id });
      }
      return refund;
    },

    settleRefund(id, status) {
      const refund = found(refunds, id, 'refund');
      if (refund.status === status) throw new GatewayError(400, `The refund is already ${status}`);
      const payment = found(payments, refund.payment_id, 'payment');
      if (status === 'failed') save(withRefunded(payment, payment.amount_refunded - refund.amount));
      return save({ ...refund, status });
    },
  };
}

/** 18 % GST on what the gateway charges. */
const GST_BASIS_POINTS = 1_800;

/** What the gateway charges for a captured payment: `fee` is with the tax on it, which `tax` repeats. */
export function feeOf(amount: number, basisPoints: number): { fee: number; tax: number } {
  const charge = Math.round((amount * basisPoints) / 10_000);
  const tax = Math.round((charge * GST_BASIS_POINTS) / 10_000);
  return { fee: charge + tax, tax };
}

export function newestFirst<T extends { created_at: number }>(map: Map<string, T>, { from, to }: Span): T[] {
  return [...map.values()].reverse().filter((item) => item.created_at >= from && item.created_at <= to);
}

function checkRefund(payment: PaymentEntity, amount: number, left: number): void {
  if (!payment.captured) {
    throw new GatewayError(400, 'The payment status should be captured for action to be taken');
  }
  if (left === 0) throw new GatewayError(400, 'The payment has been fully refunded already');
  if (amount > left) {
    throw new GatewayError(400, 'The total refund amount is greater than the refund payment amount', {
      field: 'amount',
    });
  }
}

function withRefunded(payment: PaymentEntity, refunded: number): PaymentEntity {
  const full = refunded === payment.amount;
  return {
    ...payment,
    amount_refunded: refunded,
    refund_status: refunded === 0 ? null : full ? 'full' : 'partial',
    status: full ? 'refunded' : 'captured',
  };
}

function blankPayment(order: OrderEntity, createdAt: number): PaymentEntity {
  return {
    id: entityId('pay'),
    entity: 'payment',
    amount: order.amount,
    currency: order.currency,
    status: 'failed',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: null,
    email: 'buyer@example.com',
    contact: '+919000090000',
    notes: order.notes,
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    created_at: createdAt,
  };
}
