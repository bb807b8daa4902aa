import {
  type Capture,
  createJsonClient,
  type CreatePaymentInput,
  type JsonClient,
  type PaymentProvider,
  type PaymentSettings,
  type RefundInput,
  refundKeyOf,
  type WebhookInput,
} from 'haat/plugin';
import {
  findRazorpayDispute,
  listRazorpayAdjustments,
  listRazorpayDisputes,
  listRazorpayLines,
  listRazorpayPayments,
  listRazorpayRefunds,
  listRazorpaySettlements,
} from './razorpay-books.js';
import { submitRazorpayEvidence } from './razorpay-evidence.js';
import { captureKey, readRazorpayWebhook } from './razorpay-webhook.js';
import {
  razorpayError,
  razorpayOrder,
  razorpayOrderList,
  type RazorpayPayment,
  razorpayPayment,
  razorpayPaymentList,
  razorpayRefund,
  razorpayRefundList,
} from './razorpay.schemas.js';

/** Longest value the provider keeps in a note. */
const NOTE_LENGTH = 256;

/** The smallest order: "amount must be at least INR 1.00"; of other currencies one unit too. */
const MINIMUM_AMOUNT = 100;

/** What one Razorpay account needs. */
export interface RazorpayCredentials {
  keyId: string;
  keySecret: string;
}

/** How an account in the Razorpay shape is reached: the real service, or the sandbox that speaks the same. */
export interface RazorpayAccount extends Pick<
  PaymentProvider,
  | 'id'
  | 'label'
  | 'description'
  | 'methods'
  | 'methodLabels'
  | 'hiddenAtCheckout'
  | 'checkoutPage'
  | 'forDevelopment'
> {
  /** Without `/v1`. */
  apiUrl: string;
  configured(settings: PaymentSettings): boolean;
  /** @throws AppError CONFLICT 409 when they are not set. */
  credentials(settings: PaymentSettings): RazorpayCredentials;
  /** The current secret first; an older one stays valid while it is set. Empty when none is set. */
  webhookSecrets(settings: PaymentSettings): string[];
  /** Where the buyer pays the order. */
  checkoutUrl(providerOrderId: string, input: CreatePaymentInput): string;
  /** Further notes on the order. */
  notes?(input: CreatePaymentInput): Record<string, string>;
}

/** A provider over the orders API: an order per attempt, a payment by the buyer, a signed webhook. */
export function createRazorpayProvider(account: RazorpayAccount): PaymentProvider {
  const { id, label, description, methods, methodLabels, hiddenAtCheckout, checkoutPage, forDevelopment } =
    account;

  const clientFor = (settings: PaymentSettings): JsonClient => {
    const { keyId, keySecret } = account.credentials(settings);
    const basic = Buffer.from(`${keyId}:${keySecret}`).toString('base64');
    return createJsonClient({
      baseUrl: `${account.apiUrl.replace(/\/+$/, '')}/v1`,
      headers: { authorization: `Basic ${basic}` },
      secrets: [keySecret, basic],
      describeError: (body) => razorpayError.safeParse(body).data?.error.description,
    });
  };

  return {
    id,
    label,
    description,
    methods,
    methodLabels,
    hiddenAtCheckout,
    checkoutPage,
    forDevelopment,
    supportedPlatforms: ['BOTH'],
    minimumAmount: () => MINIMUM_AMOUNT,
    // "The amount should be at least INR 1" is what its API says of refunds as of payments.
    minimumRefund: () => MINIMUM_AMOUNT,
    configured: (settings) => account.configured(settings),

    async check({ settings, timeoutMs }) {
      const query = { count: 1 };
      await clientFor(settings).call({
        method: 'GET',
        path: '/orders',
        query,
        response: razorpayOrderList,
        timeoutMs,
      });
    },

    async createPayment(input) {
      const { data: order } = await clientFor(input.settings).call({
        method: 'POST',
        path: '/orders',
        json: {
          amount: input.amount,
          currency: input.currency,
          receipt: input.paymentId,
          notes: { payment_id: input.paymentId, order_number: input.orderNumber, ...account.notes?.(input) },
        },
        response: razorpayOrder,
      });
      const url = account.checkoutUrl(order.id, input);
      return { providerOrderId: order.id, status: 'pending', action: { type: 'redirect', url } };
    },

    async capture({ settings, providerPaymentId, amount, currency }) {
      const { data } = await clientFor(settings).call({
        method: 'POST',
        path: `/payments/${encodeURIComponent(providerPaymentId)}/capture`,
        json: { amount, currency },
        response: razorpayPayment,
      });
      return captureOf(data);
    },

    async findCapture({ settings, providerOrderId, signal }) {
      const { data } = await clientFor(settings).call({
        method: 'GET',
        path: `/orders/${encodeURIComponent(providerOrderId)}/payments`,
        response: razorpayPaymentList,
        signal,
      });
      // A refunded payment was captured too: whether it counts is for the order to say.
      const paid = data.items.find(({ status }) => status === 'captured' || status === 'refunded');
      return paid ? captureOf(paid) : null;
    },

    async refund(input: RefundInput) {
      const { data } = await clientFor(input.settings).call({
        method: 'POST',
        path: `/payments/${encodeURIComponent(input.providerPaymentId)}/refund`,
        headers: { 'x-refund-idempotency': refundKeyOf(input) },
        // Built from the input alone: the same key with another body is refused.
        json: {
          amount: input.amount,
          speed: 'normal',
          receipt: refundKeyOf(input),
          notes: { refund_id: input.refundId, reason: input.reason.slice(0, NOTE_LENGTH) },
        },
        response: razorpayRefund,
        // "The first call with this key is still running."
        retryableStatuses: [409],
      });
      return { providerRefundId: data.id, status: data.status };
    },

    async findRefunds({ settings, providerPaymentId, refundId, signal }) {
      const { data } = await clientFor(settings).call({
        method: 'GET',
        path: `/payments/${encodeURIComponent(providerPaymentId)}/refunds`,
        // As many as it gives at once: one payment never has that many.
        query: { count: 100 },
        response: razorpayRefundList,
        signal,
      });
      return data.items
        .filter(({ notes }) => notes['refund_id'] === refundId)
        .map(({ id: providerRefundId, status }) => ({ providerRefundId, status }));
    },

    listPayments: ({ settings, ...input }) => listRazorpayPayments(clientFor(settings), input),
    listRefunds: ({ settings, ...input }) => listRazorpayRefunds(clientFor(settings), input),
    listDisputes: ({ settings, ...input }) => listRazorpayDisputes(clientFor(settings), input),
    findDispute: ({ settings, ...input }) => findRazorpayDispute(clientFor(settings), input),
    submitEvidence: ({ settings, ...input }) => submitRazorpayEvidence(clientFor(settings), input),
    listSettlements: ({ settings, ...input }) => listRazorpaySettlements(clientFor(settings), input),
    listSettlementLines: ({ settings, ...input }) => listRazorpayLines(clientFor(settings), input),
    listAdjustments: ({ settings, ...input }) => listRazorpayAdjustments(clientFor(settings), input),

    verifyWebhook: (input: WebhookInput) =>
      readRazorpayWebhook(input, account.webhookSecrets(input.settings)),
  };
}

function captureOf(payment: RazorpayPayment): Capture {
  return {
    providerPaymentId: payment.id,
    amount: payment.amount,
    currency: payment.currency,
    capturedAt: new Date(payment.created_at * 1000),
    effectKey: captureKey(payment.id),
  };
}
