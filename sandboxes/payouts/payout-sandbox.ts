import express, { Router } from 'express';
import { controlRoutes } from '../_shared/controls.js';
import { listen } from '../_shared/listen.js';
import { createRequestLog, type LoggedRequest } from '../_shared/request-log.js';
import { gatewayErrors } from '../payments/gateway-api.js';
import { SANDBOX_KEY_ID } from '../payments/payment-sandbox.js';
import { createWebhookSender, type WebhookDelivery } from '../payments/webhook-sender.js';
import { createPayoutControls, type PayoutControls } from './controls.js';
import { createPayoutApi } from './payout-api.js';
import { createPayoutBook, type PayoutEntity, type PayoutStatus, payoutStatuses } from './payout-book.js';

export interface PayoutServiceOptions {
  /** Secret of the API and of the webhook signatures. */
  secret: string;
  /** The API whose `/webhooks/payouts/razorpayx-sandbox` gets the events; undefined sends none. */
  apiBaseUrl?: string;
  retryDelaysMs?: readonly number[];
  journalFile?: string;
  now?: () => Date;
}

export interface PayoutService {
  /** To be served under `/x`. */
  router: Router;
  control(patch: Partial<PayoutControls>): void;
  resetControls(): void;
  sendWebhooksTo(apiBaseUrl: string): void;
  /** What the banks make of a payout. */
  move(id: string, status: PayoutStatus, description?: string): PayoutEntity;
  /** Newest first. */
  payouts(reference?: string): PayoutEntity[];
  webhooks(): readonly WebhookDelivery[];
  requests(): readonly LoggedRequest[];
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** A payout service in the RazorpayX shape: API, signed webhooks, controls, and a way to move payouts on. */
export function createPayoutService(options: PayoutServiceOptions): PayoutService {
  const now = options.now ?? (() => new Date());
  let { apiBaseUrl } = options;
  const controls = createPayoutControls();
  const book = createPayoutBook(now, options.journalFile);
  const webhooks = createWebhookSender({
    url: () => apiBaseUrl && `${apiBaseUrl.replace(/\/+$/, '')}/webhooks/payouts/razorpayx-sandbox`,
    secret: options.secret,
    faults: controls.current,
    now,
    retryDelaysMs: options.retryDelaysMs,
  });
  const { requests, middleware: logRequest } = createRequestLog(now);
  const api = createPayoutApi({
    keyId: SANDBOX_KEY_ID,
    keySecret: options.secret,
    book,
    webhooks,
    controls: controls.current,
  });

  const router = Router();
  router.use(logRequest);
  router.use(controlRoutes(controls));
  router.get('/_log', (_req, res) => void res.json({ requests, webhooks: webhooks.log }));
  router.post('/payouts/:id/:status', (req, res) => {
    const status = payoutStatuses.find((each) => each === req.params.status);
    if (!status)
      return void res.status(404).json({ error: `A status is one of ${payoutStatuses.join(', ')}` });
    res.json(api.move(req.params.id, status));
  });
  router.use('/v1', api.router);
  router.use(gatewayErrors);

  return {
    router,
    control: (patch) => void controls.set(patch),
    resetControls: () => void controls.reset(),
    sendWebhooksTo: (url) => void (apiBaseUrl = url),
    move: (id, status, description) => api.move(id, status, description),
    payouts: (reference) => book.list(reference),
    webhooks: () => webhooks.log,
    requests: () => requests,
    settled: () => webhooks.settled(),
    close: () => webhooks.stop(),
  };
}

/** The same on a separate port. */
export async function startPayoutSandbox(
  options: PayoutServiceOptions & { port: number; host?: string },
): Promise<PayoutService & { url: string }> {
  const service = createPayoutService(options);
  const app = express();
  app.disable('x-powered-by');
  app.use('/x', service.router);
  const server = await listen(app, options);
  return {
    ...service,
    url: server.url,
    async close() {
      await server.close();
      await service.close();
    },
  };
}
