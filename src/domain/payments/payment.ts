import {
  boolean,
  type Columns,
  instant,
  integer,
  jsonOf,
  nullable,
  type RowOf,
  text,
  textOf,
  uuid,
} from '#domain/_shared/columns.js';
import type { Order } from '#domain/orders/order.js';

/**
 * `pending` waits for the provider, `accepted` is cash to come at the door, `captured` is ours. `failed` was declined
 * (and may still be paid), `cancelled` is no longer asked for. `refund_due` was captured and goes back in full.
 */
export const paymentStates = [
  'pending',
  'accepted',
  'captured',
  'failed',
  'cancelled',
  'refund_due',
  'refunded',
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** What a provider wants back with the payment, a session for instance: never shown, never logged. At most 8 kB as JSON. */
export type ProviderData = Readonly<Record<string, string>>;

export type PaymentAction = { type: 'none' } | { type: 'redirect'; url: string };

/** One attempt to pay an order. Amounts in subunits of `currency`. */
export const paymentColumns = {
  id: uuid,
  orderId: uuid,
  providerId: text,
  method: text,
  /** What its provider is asked for, without store credit. */
  amount: integer,
  /** Store credit that is used beside it, and part of what was captured. */
  storeCredit: integer,
  currency: text,
  status: textOf<PaymentState>(),
  providerOrderId: nullable(text),
  providerPaymentId: nullable(text),
  action: jsonOf<PaymentAction>(),
  /** Where the buyer asked to go afterwards. */
  returnUrl: nullable(text),
  failureReason: nullable(text),
  capturedAmount: nullable(integer),
  /** Money that never belonged to the order: a charge too many, or one that another took the place of. */
  surplus: boolean,
  refundedTotal: integer,
  capturedAt: nullable(instant),
  createdAt: instant,
} as const satisfies Columns;

export type Payment = RowOf<typeof paymentColumns>;

/** A payment as its provider gets it back. */
export type ProviderPayment = Payment & { providerData: ProviderData | null };

/** A captured amount, as a provider reports it. */
export interface CapturedMoney {
  providerPaymentId: string | null;
  /** Subunits. */
  amount: number;
  currency: string;
  at: Date;
}

/** Where a refund goes: to where its money came from, or to the store credit of the buyer. */
export const refundTargets = ['original', 'store_credit'] as const;
export type RefundTarget = (typeof refundTargets)[number];

/** Why money goes back: decided for itself, with a cancellation or a return, or because it never belonged to the order. */
export const refundCauses = ['refund', 'cancellation', 'return', 'surplus'] as const;
export type RefundCause = (typeof refundCauses)[number];

/** Who decided a refund: the platform, or somebody at the provider itself. */
export const refundOrigins = ['platform', 'provider'] as const;
export type RefundOrigin = (typeof refundOrigins)[number];

/** Money on its way back. `pending` until the provider has said how it ended: only its own no makes it `failed`. */
export interface Refund {
  id: string;
  paymentId: string;
  orderId: string;
  /** The sub-order that it is for, where it is for one. */
  subOrderId: string | null;
  amount: number;
  /** What of it goes back as store credit. */
  storeCredit: number;
  reason: string;
  cause: RefundCause;
  origin: RefundOrigin;
  /** Whether its pieces went back on hand. */
  restock: boolean;
  status: 'pending' | 'processed' | 'failed';
  /** No provider can send it: an operator pays it and records that. */
  byHand: boolean;
  /** A second person decides whether it goes back at all. */
  awaitingApproval: boolean;
  /** How it was paid by hand: the number of a bank transfer, of a receipt. */
  reference: string | null;
  providerRefundId: string | null;
  /** Too small for its provider to send back: it is due, and paid another way. */
  belowMinimum: boolean;
  /** How often an operator had it sent again after its provider let it fail. */
  retries: number;
  /** Its provider let it fail, and it was paid another way. */
  paidOtherwise: boolean;
  /** When its provider said that it was sent after all: the buyer has the money twice. */
  overpaidAt: Date | null;
  /** A failed refund that nobody will pay; until then it holds the sale back from payouts. */
  givenUpAt: Date | null;
  givenUpReason: string | null;
  /** Why it failed, or why nobody knows yet. */
  failureReason: string | null;
  createdAt: Date;
}

/** What an operator can do with a refund that does not end by itself: send it again, record how it was paid, give it up. */
export const refundWays = ['retry', 'paid', 'give_up'] as const;
export type RefundWay = (typeof refundWays)[number];

/** The ways in which a refund can be brought to its end by hand; none while its provider has it, and once it has ended. */
export function waysOf({
  status,
  origin,
  byHand,
  belowMinimum,
  givenUpAt,
  awaitingApproval,
}: Pick<
  Refund,
  'status' | 'origin' | 'byHand' | 'belowMinimum' | 'givenUpAt' | 'awaitingApproval'
>): RefundWay[] {
  // What somebody made at the provider is sent by nobody here.
  if (awaitingApproval || origin === 'provider') return [];
  if (status === 'pending' && byHand) return ['paid'];
  if (status !== 'failed' || givenUpAt) return [];
  return belowMinimum ? ['paid', 'give_up'] : ['retry', 'paid', 'give_up'];
}

/** A refund with what an operator needs to pay it by hand. */
export interface ListedRefund extends Refund {
  orderNumber: string;
  email: string;
  providerId: string;
  currency: string;
  processedAt: Date | null;
}

/** Whether the buyer can still pay with this attempt: once declined it may be tried again, given up it may not. */
export function isPayable(
  order: Pick<Order, 'status' | 'expiresAt'>,
  payment: Pick<Payment, 'status'>,
  now: Date,
): boolean {
  const open = payment.status === 'pending' || payment.status === 'failed';
  return open && order.status === 'pending_payment' && order.expiresAt !== null && now < order.expiresAt;
}

/** Whether money of this provider goes back by hand: what was paid in cash has no way back. */
export function refundsByHand(providerId: string): boolean {
  return providerId === 'cod';
}
