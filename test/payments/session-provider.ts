import express from 'express';
import { createHmac } from 'node:crypto';
import {
  createJsonClient,
  equalSecrets,
  escapeHtml,
  parseWebhookJson,
  parseWebhookShape,
  type PaymentProvider,
  paymentsErrors,
  randomToken,
  checkoutPagePath,
  type CreatedRefund,
  requiredSetting,
  settingOf,
  singleHeader,
  z,
} from 'haat/plugin';
import { listen } from '../../sandboxes/_shared/listen.js';
import type { PaymentProviderUnderTest, SentWebhook } from './payment-provider-contract.js';

/**
 * A provider in the shape of Cashfree's orders API (version 2023-08-01): a session that its script opens, refunds by order,
 * amounts in rupees, webhooks signed in base64 over time and body.
 */
export function createSessionProvider(apiUrl: string): PaymentProvider {
  const clientFor = (settings: Parameters<typeof requiredSetting>[0]) =>
    createJsonClient({
      baseUrl: `${apiUrl}/pg`,
      headers: {
        'x-client-id': 'shop',
        'x-client-secret': requiredSetting(settings, 'payment.session.secret'),
        'x-api-version': '2023-08-01',
      },
      describeError: (body) => z.object({ message: z.string() }).safeParse(body).data?.message,
    });
  const order = z.object({ order_id: z.string(), payment_session_id: z.string() });
  const payment = z.object({
    cf_payment_id: z.string(),
    payment_status: z.string(),
    payment_amount: z.number(),
    payment_currency: z.string(),
    payment_time: z.coerce.date(),
  });
  const refund = z.object({ cf_refund_id: z.string(), refund_status: z.string() });
  const refundOf = ({ cf_refund_id: providerRefundId, refund_status }: z.infer<typeof refund>) => {
    const ended = { SUCCESS: 'processed', CANCELLED: 'failed' } as const;
    const status: CreatedRefund['status'] = ended[refund_status as keyof typeof ended] ?? 'pending';
    return { providerRefundId, status };
  };
  const event = z.object({
    type: z.string(),
    event_time: z.coerce.date(),
    data: z.object({
      order: z.object({ order_id: z.string() }),
      payment: payment.extend({ payment_message: z.string().optional() }),
    }),
  });
  const subunits = (rupees: number) => Math.round(rupees * 100);

  return {
    id: 'session',
    label: 'Session',
    methods: ['upi'],
    methodLabels: { upi: 'UPI' },
    supportedPlatforms: ['WEB'],
    configured: (settings) => Boolean(settingOf(settings, 'payment.session.secret')),

    async createPayment(input) {
      const { data } = await clientFor(input.settings).call({
        method: 'POST',
        path: '/orders',
        json: { order_id: input.paymentId, order_amount: input.amount / 100, order_currency: input.currency },
        response: order,
      });
      return {
        providerOrderId: data.order_id,
        status: 'pending',
        action: { type: 'redirect', url: input.callbackBaseUrl + checkoutPagePath(input.paymentId) },
        providerData: { payment_session_id: data.payment_session_id },
      };
    },

    checkoutPage({ providerData, returnUrl, orderNumber }) {
      const session = providerData?.['payment_session_id'];
      if (!session) throw new Error('The payment has no session');
      const nonce = randomToken(16);
      return {
        html: `<!doctype html><title>Order ${escapeHtml(orderNumber)}</title>
<script nonce="${nonce}" src="https://sdk.cashfree.com/js/v3/cashfree.js"></script>
<p data-session="${escapeHtml(session)}" data-return="${escapeHtml(returnUrl)}">Order ${escapeHtml(orderNumber)}</p>`,
        contentSecurityPolicy: `default-src 'none'; script-src 'nonce-${nonce}'; frame-src https://*.cashfree.com`,
      };
    },

    async findCapture({ settings, providerOrderId, signal }) {
      const { data } = await clientFor(settings).call({
        method: 'GET',
        path: `/orders/${encodeURIComponent(providerOrderId)}/payments`,
        response: z.array(payment),
        signal,
      });
      const paid = data.find(({ payment_status }) => payment_status === 'SUCCESS');
      if (!paid) return null;
      return {
        providerPaymentId: paid.cf_payment_id,
        amount: subunits(paid.payment_amount),
        currency: paid.payment_currency,
        capturedAt: paid.payment_time,
        effectKey: `capture:${paid.cf_payment_id}`,
      };
    },

    async refund({ settings, providerOrderId, refundId, amount, reason }) {
      if (!providerOrderId) throw new Error('Refunds go by order');
      const { data } = await clientFor(settings).call({
        method: 'POST',
        path: `/orders/${encodeURIComponent(providerOrderId)}/refunds`,
        json: { refund_id: refundId, refund_amount: amount / 100, refund_note: reason.slice(0, 100) },
        response: refund,
      });
      return refundOf(data);
    },

    async findRefunds({ settings, providerOrderId, refundId, signal }) {
      const { data } = await clientFor(settings).call({
        method: 'GET',
        path: `/orders/${encodeURIComponent(providerOrderId ?? '')}/refunds`,
        response: z.array(refund.extend({ refund_id: z.string() })),
        signal,
      });
      return data.filter(({ refund_id }) => refund_id === refundId).map(refundOf);
    },

    verifyWebhook({ settings, headers, rawBody }) {
      const secret = settingOf(settings, 'payment.session.secret');
      const time = singleHeader(headers['x-webhook-timestamp']) ?? '';
      const given = singleHeader(headers['x-webhook-signature']) ?? '';
      if (!secret || !equalSecrets(given, signatureOf(secret, time, rawBody)))
        throw paymentsErrors.badSignature();
      const { type, event_time: occurredAt, data } = parseWebhookShape(event, parseWebhookJson(rawBody));
      const {
        cf_payment_id: providerPaymentId,
        payment_amount,
        payment_currency,
        payment_message,
      } = data.payment;
      const about = {
        eventId: `${type}:${providerPaymentId}`,
        occurredAt,
        providerEvent: type,
        providerOrderId: data.order.order_id,
        providerPaymentId,
        amount: subunits(payment_amount),
        currency: payment_currency,
      };
      if (type === 'PAYMENT_SUCCESS_WEBHOOK')
        return { ...about, type: 'payment.captured', effectKey: `capture:${providerPaymentId}` };
      const failureReason = payment_message ?? 'The payment was declined';
      return { ...about, type: 'payment.failed', effectKey: `failure:${providerPaymentId}`, failureReason };
    },
  };
}

function signatureOf(secret: string, time: string, rawBody: Buffer): string {
  return createHmac('sha256', secret).update(time).update(rawBody).digest('base64');
}

/** The service behind it, with its orders, payments and refunds by order. */
export async function startSessionService(): Promise<
  PaymentProviderUnderTest & { refunds: Map<string, object[]> }
> {
  const secret = 'cfsk_test_0123456789';
  const orders = new Map<string, { amount: number; currency: string; payments: object[] }>();
  const refunds = new Map<string, object[]>();
  let count = 0;
  const app = express();
  app.use(express.json());
  app.use((req, res, next) => {
    if (req.get('x-client-secret') === secret) return next();
    res.status(401).json({ message: 'authentication Failed' });
  });
  app.post('/pg/orders', (req, res) => {
    const body = req.body as { order_id: string; order_amount: number; order_currency: string };
    const { order_id, order_amount: amount, order_currency: currency } = body;
    orders.set(order_id, { amount, currency, payments: [] });
    res.json({
      order_id,
      cf_order_id: String((count += 1)),
      payment_session_id: `session_${randomToken(24)}`,
    });
  });
  app.get('/pg/orders/:id/payments', (req, res) => void res.json(orders.get(req.params.id)?.payments ?? []));
  app.post('/pg/orders/:id/refunds', (req, res) => {
    const of = refunds.get(req.params.id) ?? [];
    const { refund_id } = req.body as { refund_id: string };
    const known = of.find((item) => (item as { refund_id: string }).refund_id === refund_id);
    const made = known ?? { refund_id, cf_refund_id: `cfr_${(count += 1)}`, refund_status: 'SUCCESS' };
    if (!known) refunds.set(req.params.id, [...of, made]);
    res.json(made);
  });
  app.get('/pg/orders/:id/refunds', (req, res) => void res.json(refunds.get(req.params.id) ?? []));
  const server = await listen(app, { port: 0 });

  const press =
    (type: string, payment_status: string, payment_message?: string) => async (orderId: string) => {
      const order = orders.get(orderId);
      if (!order) throw new Error(`There is no order ${orderId}`);
      const payment = {
        cf_payment_id: String((count += 1)),
        payment_status,
        payment_amount: order.amount,
        payment_currency: order.currency,
        payment_time: new Date().toISOString(),
        payment_message,
      };
      order.payments.push(payment);
      const body = {
        type,
        event_time: new Date().toISOString(),
        data: { order: { order_id: orderId }, payment },
      };
      return [signed(secret, body)];
    };
  return {
    provider: createSessionProvider(server.url),
    settings: { 'payment.session.secret': secret },
    refunds,
    pay: press('PAYMENT_SUCCESS_WEBHOOK', 'SUCCESS'),
    decline: press('PAYMENT_FAILED_WEBHOOK', 'FAILED', 'The bank declined'),
    stop: server.close,
  };
}

function signed(secret: string, body: object): SentWebhook {
  const rawBody = Buffer.from(JSON.stringify(body));
  const time = String(Date.now());
  const headers = { 'x-webhook-timestamp': time, 'x-webhook-signature': signatureOf(secret, time, rawBody) };
  return { headers, rawBody };
}
