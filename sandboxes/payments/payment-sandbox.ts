import express, { type Router } from 'express';
import { controlRoutes } from '../_shared/controls.js';
import { listen } from '../_shared/listen.js';
import { createRequestLog, type LoggedRequest } from '../_shared/request-log.js';
import { type Balance, createBalance, isOfBalance } from './balance.js';
import { checkoutRoutes } from './checkout-routes.js';
import { type ConsoleActs, createConsoleActs } from './console-acts.js';
import { consoleRoutes } from './console-routes.js';
import { createPaymentControls, type PaymentControls } from './controls.js';
import type { OrderEntity, PaymentEntity, RefundEntity } from './entities.js';
import { gatewayApi, gatewayErrors } from './gateway-api.js';
import { createJournal } from './journal.js';
import { createLedger } from './ledger.js';
import { createWebhookSender, type WebhookDelivery } from './webhook-sender.js';

/** The key id that it accepts. */
export const SANDBOX_KEY_ID = 'rzp_test_sandbox';

export interface PaymentSandboxOptions {
  /** 0 takes a free port. */
  port: number;
  host?: string;
  /** Secret of the API and of the webhook signatures, as `PAYMENT_SANDBOX_SECRET` gives it to the platform. */
  secret: string;
  /** The API whose `/webhooks/payments/sandbox` gets the events; undefined sends none. */
  apiBaseUrl?: string;
  /** Waits between attempts of a webhook, in milliseconds. */
  retryDelaysMs?: readonly number[];
  /** Where the books are kept; in memory when undefined. */
  journalFile?: string;
  now?: () => Date;
  /** The payout service of the same account, under `/x`. */
  payouts?: Router;
}

export interface PaymentSandbox {
  url: string;
  /** Changes how it behaves, as `POST /_control` does. */
  control(patch: Partial<PaymentControls>): void;
  resetControls(): void;
  /** For tests that start the API after the sandbox. */
  sendWebhooksTo(apiBaseUrl: string): void;
  /** Presses a button of the payment page. */
  pay(orderId: string): Promise<PaymentEntity>;
  decline(orderId: string): Promise<PaymentEntity>;
  /** What people do in its console, and the gateway by itself. */
  acts: ConsoleActs;
  /** The money that it holds, and what waits for a settlement. */
  balance: Balance;
  order(id: string): OrderEntity;
  payments(orderId: string): PaymentEntity[];
  refunds(paymentId: string): RefundEntity[];
  webhooks(): readonly WebhookDelivery[];
  requests(): readonly LoggedRequest[];
  /** Resolves when every webhook was delivered or given up. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a payment gateway in the Razorpay shape: API, payment page, signed webhooks, controls. */
export async function startPaymentSandbox(options: PaymentSandboxOptions): Promise<PaymentSandbox> {
  const now = options.now ?? (() => new Date());
  let apiBaseUrl = options.apiBaseUrl;
  const controls = createPaymentControls(({ holdWebhooks }) => {
    if (!holdWebhooks) webhooks.release();
  });
  const journal = options.journalFile ? createJournal(options.journalFile) : undefined;
  const ledger = createLedger(now, () => controls.current.feeBasisPoints, journal?.append);
  const balance = createBalance({ now, ledger, controls: controls.current, remember: journal?.append });
  journal?.replay((entry) => {
    if ('entity' in entry && isOfBalance(entry)) balance.restore(entry);
    else ledger.restore(entry);
  });
  const webhooks = createWebhookSender({
    url: () => apiBaseUrl && `${apiBaseUrl.replace(/\/+$/, '')}/webhooks/payments/sandbox`,
    secret: options.secret,
    faults: controls.current,
    now,
    retryDelaysMs: options.retryDelaysMs,
  });
  const acts = createConsoleActs({ ledger, balance, webhooks, controls: controls.current });
  const { requests, middleware: logRequest } = createRequestLog(now);

  const app = express();
  app.disable('x-powered-by');
  if (options.payouts) app.use('/x', options.payouts);
  app.use(logRequest);
  app.use(controlRoutes(controls));
  app.get('/_log', (_req, res) => void res.json({ requests, webhooks: webhooks.log }));
  app.use(consoleRoutes({ ledger, balance, webhooks, acts }));
  app.use(checkoutRoutes({ ledger, webhooks, controls: controls.current }));
  app.use(
    '/v1',
    gatewayApi({
      keyId: SANDBOX_KEY_ID,
      keySecret: options.secret,
      ledger,
      balance,
      acts,
      webhooks,
      controls: controls.current,
    }),
  );
  app.use(gatewayErrors);

  const server = await listen(app, options);
  const press = async (orderId: string, button: 'pay' | 'fail'): Promise<PaymentEntity> => {
    const response = await fetch(`${server.url}/checkout/${orderId}/${button}`, { method: 'POST' });
    const body = (await response.json()) as { paymentId?: string };
    if (!body.paymentId)
      throw new Error(`The sandbox responded with ${response.status}: ${JSON.stringify(body)}`);
    return ledger.payment(body.paymentId);
  };

  return {
    url: server.url,
    control: (patch) => void controls.set(patch),
    resetControls: () => void controls.reset(),
    sendWebhooksTo: (url) => void (apiBaseUrl = url),
    pay: (orderId) => press(orderId, 'pay'),
    decline: (orderId) => press(orderId, 'fail'),
    acts,
    balance,
    order: (id) => ledger.order(id),
    payments: (orderId) => ledger.payments(orderId),
    refunds: (paymentId) => ledger.refunds(paymentId),
    webhooks: () => webhooks.log,
    requests: () => requests,
    settled: () => webhooks.settled(),
    async close() {
      await server.close();
      await webhooks.stop();
    },
  };
}
