import {
  equalSecrets,
  hmacSha256,
  parseWebhookJson,
  parseWebhookShape,
  type PaymentEvent,
  paymentsErrors,
  singleHeader,
  type WebhookInput,
} from 'haat/plugin';
import { disputeOf, settlementOf } from './stripe-books.js';
import {
  stripeDispute,
  type StripeEvent,
  stripeEvent,
  stripeIntent,
  stripePayout,
  stripeRefund,
  type StripeSession,
  stripeSession,
} from './stripe.schemas.js';

/** The age at which a signature is refused, so that a recorded request cannot be played back later. */
const TOLERANCE_SECONDS = 300;

/**
 * Checks and translates a Stripe webhook.
 * @throws AppError UNAUTHORIZED 401, BAD_REQUEST 400.
 */
export function readStripeWebhook(
  input: Pick<WebhookInput, 'headers' | 'rawBody'>,
  secret: string | undefined,
  now: Date,
): PaymentEvent {
  const header = singleHeader(input.headers['stripe-signature']) ?? '';
  if (!secret || !signed(header, input.rawBody, secret, now)) throw paymentsErrors.badSignature();
  return translate(parseWebhookShape(stripeEvent, parseWebhookJson(input.rawBody)));
}

function signed(header: string, rawBody: Buffer, secret: string, now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const time = parts.find(([key]) => key === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = hmacSha256(Buffer.concat([Buffer.from(`${time}.`), rawBody]), secret);
  // While a secret is being replaced the header carries one signature for each.
  const given = parts.filter(([key, value]) => key === 'v1' && value);
  return given.map(([, value]) => equalSecrets(value ?? '', expected)).includes(true);
}

function translate(event: StripeEvent): PaymentEvent {
  const base = {
    eventId: event.id,
    occurredAt: new Date(event.created * 1000),
    providerEvent: event.type,
  };
  const ignored: PaymentEvent = { ...base, type: 'ignored', effectKey: null };
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const session = parseWebhookShape(stripeSession, event.data.object);
      // A session completes before the money when the method is a slow one; its success is a second event.
      if (session.payment_status !== 'paid') return ignored;
      return {
        ...base,
        ...aboutSession(session),
        type: 'payment.captured',
        effectKey: `capture:${session.payment_intent ?? session.id}`,
      };
    }
    case 'checkout.session.async_payment_failed': {
      const session = parseWebhookShape(stripeSession, event.data.object);
      const failureReason = 'The payment did not go through';
      const effectKey = `failure:${session.id}`;
      return { ...base, ...aboutSession(session), type: 'payment.failed', effectKey, failureReason };
    }
    case 'payment_intent.payment_failed': {
      const intent = parseWebhookShape(stripeIntent, event.data.object);
      return {
        ...base,
        type: 'payment.failed',
        // One intent can fail several times: each attempt is its own charge.
        effectKey: `failure:${intent.latest_charge ?? event.id}`,
        paymentId: intent.metadata['payment_id'],
        providerPaymentId: intent.id,
        amount: intent.amount,
        currency: intent.currency.toUpperCase(),
        failureReason: intent.last_payment_error?.message ?? 'The payment was declined',
      };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return { ...base, ...aboutDispute(event) };
    case 'payout.paid':
    case 'payout.failed':
    case 'payout.canceled':
      return { ...base, ...aboutPayout(event) };
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return { ...base, ...aboutRefund(event) };
    default:
      return ignored;
  }
}

function aboutSession(session: StripeSession): Partial<PaymentEvent> {
  return {
    paymentId: session.client_reference_id ?? undefined,
    orderNumber: session.metadata['order_number'],
    providerOrderId: session.id,
    providerPaymentId: session.payment_intent ?? undefined,
    amount: session.amount_total ?? undefined,
    currency: session.currency?.toUpperCase(),
  };
}

function aboutRefund(event: StripeEvent): Pick<PaymentEvent, 'type' | 'effectKey'> & Partial<PaymentEvent> {
  const refund = parseWebhookShape(stripeRefund, event.data.object);
  const details = {
    refundId: refund.metadata['refund_id'],
    providerPaymentId: refund.payment_intent ?? undefined,
    providerRefundId: refund.id,
    amount: refund.amount,
    currency: refund.currency.toUpperCase(),
  };
  if (refund.status === 'succeeded')
    return { ...details, type: 'refund.processed', effectKey: `refund:${refund.id}` };
  if (refund.status === 'failed' || refund.status === 'canceled') {
    const failureReason = refund.failure_reason ?? 'The payment provider could not refund';
    return { ...details, type: 'refund.failed', effectKey: `refund-failure:${refund.id}`, failureReason };
  }
  // Each later event of a pending refund says the same.
  return { ...details, type: 'refund.created', effectKey: `refund-request:${refund.id}` };
}

function aboutDispute(event: StripeEvent): Pick<PaymentEvent, 'type' | 'effectKey'> & Partial<PaymentEvent> {
  const dispute = disputeOf(parseWebhookShape(stripeDispute, event.data.object));
  const { state, providerDisputeId, providerPaymentId, amount, currency } = dispute;
  const type = state === 'opened' ? 'dispute.created' : (`dispute.${state}` as const);
  // Several events say the same of one dispute; the money that moved is in the dispute itself.
  const effectKey = `${type}:${providerDisputeId}:${event.id}`;
  return { type, effectKey, providerPaymentId, amount, currency, dispute };
}

function aboutPayout(event: StripeEvent): Pick<PaymentEvent, 'type' | 'effectKey'> & Partial<PaymentEvent> {
  const settlement = settlementOf(parseWebhookShape(stripePayout, event.data.object));
  const { amount, currency, providerSettlementId } = settlement;
  const type = event.type === 'payout.paid' ? 'settlement.processed' : 'settlement.failed';
  return { type, effectKey: `${type}:${providerSettlementId}`, amount, currency, settlement };
}
