import {
  equalSecrets,
  hmacSha256,
  parseWebhookJson,
  parseWebhookShape,
  type PaymentEvent,
  type PaymentEventType,
  paymentsErrors,
  sha256,
  singleHeader,
  type WebhookInput,
} from 'haat/plugin';
import { disputeOf, feesOf, settlementOf } from './razorpay-books.js';
import {
  razorpayDisputePayload,
  type RazorpayEvent,
  razorpayEvent,
  type RazorpayPayment,
  razorpayPaymentPayload,
  razorpayRefundPayload,
  razorpaySettlementPayload,
} from './razorpay.schemas.js';

/** Names the money of one payment, in each event and API response about it. */
export function captureKey(providerPaymentId: string): string {
  return `capture:${providerPaymentId}`;
}

/**
 * Checks and translates a webhook.
 * @param secrets every secret that may have signed it: after a change the provider repeats older events under the old one.
 * @throws AppError UNAUTHORIZED 401, BAD_REQUEST 400.
 */
export function readRazorpayWebhook(
  input: Pick<WebhookInput, 'headers' | 'rawBody'>,
  secrets: readonly string[],
): PaymentEvent {
  const signature = singleHeader(input.headers['x-razorpay-signature'])?.trim().toLowerCase() ?? '';
  // Every secret is tried, so that the time taken does not tell which one matched.
  const matches = secrets.map((secret) => equalSecrets(signature, hmacSha256(input.rawBody, secret)));
  if (!matches.includes(true)) throw paymentsErrors.badSignature();

  const event = parseWebhookShape(razorpayEvent, parseWebhookJson(input.rawBody));
  const eventId = singleHeader(input.headers['x-razorpay-event-id'])?.trim();
  return translate(event, eventId || derivedEventId(event));
}

/** Without the header: the same for every repeat of an event, different for every other one. */
function derivedEventId(event: RazorpayEvent): string {
  const ids = Object.entries(event.payload)
    .map(([kind, value]) => `${kind}=${(value as { entity?: { id?: unknown } } | null)?.entity?.id ?? ''}`)
    .sort();
  return `derived-${sha256([event.event, event.created_at, ...ids].join('|'))}`;
}

function translate(event: RazorpayEvent, eventId: string): PaymentEvent {
  const base = { eventId, occurredAt: new Date(event.created_at * 1000), providerEvent: event.event };
  switch (event.event) {
    case 'payment.captured':
    case 'order.paid': {
      const payment = parseWebhookShape(razorpayPaymentPayload, event.payload).payment.entity;
      const effectKey = captureKey(payment.id);
      return { ...base, ...aboutPayment(payment), type: 'payment.captured', effectKey };
    }
    case 'payment.failed': {
      const payment = parseWebhookShape(razorpayPaymentPayload, event.payload).payment.entity;
      const failureReason = payment.error_description || payment.error_reason || 'The payment was declined';
      const effectKey = `failure:${payment.id}`;
      return { ...base, ...aboutPayment(payment), type: 'payment.failed', effectKey, failureReason };
    }
    case 'refund.created':
    case 'refund.processed':
    case 'refund.failed':
      return { ...base, ...aboutRefund(event, event.event) };
    case 'payment.dispute.created':
    case 'payment.dispute.under_review':
    case 'payment.dispute.action_required':
    case 'payment.dispute.won':
    case 'payment.dispute.lost':
    case 'payment.dispute.closed':
      return { ...base, ...aboutDispute(event) };
    case 'settlement.processed':
    case 'settlement.failed':
      return { ...base, ...aboutSettlement(event, event.event) };
    default:
      return { ...base, type: 'ignored', effectKey: null };
  }
}

function aboutDispute(
  event: RazorpayEvent,
): Pick<PaymentEvent, 'type' | 'effectKey'> & Partial<PaymentEvent> {
  const dispute = disputeOf(parseWebhookShape(razorpayDisputePayload, event.payload).dispute.entity);
  const { providerDisputeId, providerPaymentId, amount, currency } = dispute;
  const type = event.event.slice('payment.'.length) as PaymentEventType;
  // Evidence can be asked for more than once.
  const effectKey = `${type}:${providerDisputeId}:${event.created_at}`;
  return { type, effectKey, providerPaymentId, amount, currency, dispute };
}

function aboutSettlement(
  event: RazorpayEvent,
  type: 'settlement.processed' | 'settlement.failed',
): Pick<PaymentEvent, 'type' | 'effectKey'> & Partial<PaymentEvent> {
  const { entity } = parseWebhookShape(razorpaySettlementPayload, event.payload).settlement;
  const settlement = settlementOf(entity);
  const { amount, currency, providerSettlementId } = settlement;
  return {
    type,
    effectKey: `${type}:${providerSettlementId}:${event.created_at}`,
    amount,
    currency,
    settlement,
  };
}

function aboutPayment(payment: RazorpayPayment): Partial<PaymentEvent> {
  const { fee, tax } = feesOf(payment);
  return {
    ...(fee === null || tax === null ? {} : { fee, tax }),
    orderNumber: noteOf(payment.notes, 'order_number'),
    paymentId: noteOf(payment.notes, 'payment_id'),
    providerOrderId: payment.order_id ?? undefined,
    providerPaymentId: payment.id,
    amount: payment.amount,
    currency: payment.currency,
  };
}

const refundEffects = {
  'refund.created': 'refund-request',
  'refund.processed': 'refund',
  'refund.failed': 'refund-failure',
};

function aboutRefund(
  event: RazorpayEvent,
  type: 'refund.created' | 'refund.processed' | 'refund.failed',
): Pick<PaymentEvent, 'type' | 'effectKey'> & Partial<PaymentEvent> {
  const payload = parseWebhookShape(razorpayRefundPayload, event.payload);
  const refund = payload.refund.entity;
  const payment = payload.payment?.entity;
  // The provider gives money back by itself when a payment was authorized and never captured: it was never ours.
  if (payment?.captured === false) return { type: 'ignored', effectKey: null };
  return {
    type,
    effectKey: `${refundEffects[type]}:${refund.id}`,
    refundId: noteOf(refund.notes, 'refund_id'),
    providerOrderId: payment?.order_id ?? undefined,
    providerPaymentId: refund.payment_id,
    providerRefundId: refund.id,
    amount: refund.amount,
    currency: refund.currency ?? payment?.currency,
    failureReason: type === 'refund.failed' ? 'The payment provider could not refund' : undefined,
  };
}

function noteOf(notes: Record<string, unknown>, key: string): string | undefined {
  const value = notes[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
