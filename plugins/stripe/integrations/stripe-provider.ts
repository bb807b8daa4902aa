import {
  type Clock,
  type CreatedRefund,
  createJsonClient,
  type JsonClient,
  type PaymentProvider,
  type PaymentSettings,
  refundKeyOf,
  requiredSetting,
  settingOf,
} from 'haat/plugin';
import {
  findStripeDispute,
  listStripeAdjustments,
  listStripeDisputes,
  listStripeLines,
  listStripePayments,
  listStripePayouts,
  listStripeRefunds,
  refundState,
} from './stripe-books.js';
import { submitStripeEvidence } from './stripe-evidence.js';
import { readStripeWebhook } from './stripe-webhook.js';
import {
  stripeBalance,
  stripeError,
  type StripeRefund,
  stripeRefund,
  stripeRefundList,
  stripeSession,
} from './stripe.schemas.js';

/** The minimum charge of each settlement currency, in subunits, where it differs from half a unit. */
const minimumAmounts: Readonly<Record<string, number>> = {
  AED: 200,
  BGN: 100,
  CZK: 1_500,
  DKK: 250,
  GBP: 30,
  HKD: 400,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  PLN: 200,
  RON: 200,
  SEK: 300,
  THB: 1_000,
};
const DEFAULT_MINIMUM = 50;

/** Cards through Stripe's hosted page. The API takes forms, and an idempotency key on each write. */
export function createStripeProvider(options: {
  apiUrl: string;
  filesUrl: string;
  clock: Clock;
}): PaymentProvider {
  const clientFor = (settings: PaymentSettings, baseUrl = options.apiUrl): JsonClient => {
    const key = requiredSetting(settings, 'payment.stripe.secret_key');
    return createJsonClient({
      baseUrl,
      headers: { authorization: `Bearer ${key}` },
      secrets: [key],
      describeError: (body) => stripeError.safeParse(body).data?.error.message,
    });
  };

  return {
    id: 'stripe',
    label: 'Stripe',
    description: 'Credit and debit cards on a hosted page.',
    methods: ['card'],
    methodLabels: { card: 'Credit or debit card' },
    supportedPlatforms: ['BOTH'],
    minimumAmount: (currency) => minimumAmounts[currency] ?? DEFAULT_MINIMUM,
    // The publishable key is for stores that build their own form; the hosted page needs the other two.
    configured: (settings) =>
      (['payment.stripe.secret_key', 'payment.stripe.webhook_secret'] as const).every((key) =>
        settingOf(settings, key),
      ),

    async check({ settings, timeoutMs }) {
      await clientFor(settings).call({
        method: 'GET',
        path: '/v1/balance',
        response: stripeBalance,
        timeoutMs,
      });
    },

    async createPayment(input) {
      const back = input.returnUrl ?? input.callbackBaseUrl;
      const { data: session } = await clientFor(input.settings).call({
        method: 'POST',
        path: '/v1/checkout/sessions',
        headers: { 'idempotency-key': input.paymentId },
        form: {
          mode: 'payment',
          client_reference_id: input.paymentId,
          'metadata[order_number]': input.orderNumber,
          customer_email: input.customer.email,
          success_url: back,
          cancel_url: back,
          'payment_method_types[0]': input.method,
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': input.currency.toLowerCase(),
          'line_items[0][price_data][unit_amount]': String(input.amount),
          'line_items[0][price_data][product_data][name]': `Order ${input.orderNumber}`,
          // Failures are reported on the intent, which does not know its session.
          'payment_intent_data[metadata][payment_id]': input.paymentId,
        },
        response: stripeSession,
      });
      if (!session.url) throw new Error('Stripe gave no payment page for the session');
      return {
        providerOrderId: session.id,
        status: 'pending',
        action: { type: 'redirect', url: session.url },
      };
    },

    async findCapture({ settings, providerOrderId, signal }) {
      const { data: session } = await clientFor(settings).call({
        method: 'GET',
        path: `/v1/checkout/sessions/${encodeURIComponent(providerOrderId)}`,
        response: stripeSession,
        signal,
      });
      const { payment_intent: intent, amount_total: amount, currency } = session;
      if (session.payment_status !== 'paid' || !intent || amount == null || !currency) return null;
      return {
        providerPaymentId: intent,
        amount,
        currency: currency.toUpperCase(),
        // The session does not tell when it was paid; now is the latest it can have been.
        capturedAt: options.clock.now(),
        effectKey: `capture:${intent}`,
      };
    },

    async refund(input) {
      const { data } = await clientFor(input.settings).call({
        method: 'POST',
        path: '/v1/refunds',
        headers: { 'idempotency-key': refundKeyOf(input) },
        form: {
          payment_intent: input.providerPaymentId,
          amount: String(input.amount),
          'metadata[refund_id]': input.refundId,
          'metadata[reason]': input.reason.slice(0, 500),
        },
        response: stripeRefund,
      });
      return refundOf(data);
    },

    async findRefunds({ settings, providerPaymentId, refundId, signal }) {
      const { data } = await clientFor(settings).call({
        method: 'GET',
        path: '/v1/refunds',
        // As many as it gives at once: one payment never has that many.
        query: { payment_intent: providerPaymentId, limit: 100 },
        response: stripeRefundList,
        signal,
      });
      return data.data.filter(({ metadata }) => metadata['refund_id'] === refundId).map(refundOf);
    },

    listPayments: ({ settings, ...input }) => listStripePayments(clientFor(settings), input),
    listRefunds: ({ settings, ...input }) => listStripeRefunds(clientFor(settings), input),
    listDisputes: ({ settings, ...input }) => listStripeDisputes(clientFor(settings), input),
    findDispute: ({ settings, ...input }) => findStripeDispute(clientFor(settings), input),
    submitEvidence: ({ settings, ...input }) =>
      submitStripeEvidence(clientFor(settings), clientFor(settings, options.filesUrl), input),
    listSettlements: ({ settings, ...input }) => listStripePayouts(clientFor(settings), input),
    listSettlementLines: ({ settings, ...input }) => listStripeLines(clientFor(settings), input),
    listAdjustments: ({ settings, ...input }) => listStripeAdjustments(clientFor(settings), input),

    verifyWebhook: (input) =>
      readStripeWebhook(
        input,
        settingOf(input.settings, 'payment.stripe.webhook_secret'),
        options.clock.now(),
      ),
  };
}

function refundOf(refund: StripeRefund): CreatedRefund {
  return { providerRefundId: refund.id, status: refundState(refund) };
}
