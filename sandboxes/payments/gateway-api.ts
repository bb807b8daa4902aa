import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { faultMiddleware } from '../_shared/faults.js';
import type { PaymentControls } from './controls.js';
import type { Balance } from './balance.js';
import { announceRefund, type ConsoleActs } from './console-acts.js';
import { GatewayError, serverError, tooManyRequests } from './gateway-error.js';
import type { Ledger, Span } from './ledger.js';
import type { WebhookSender } from './webhook-sender.js';

/** The least the gateway takes: one rupee. */
const MINIMUM_AMOUNT = 100;

const notes = z
  .union([
    z
      .record(
        z.string(),
        z.coerce.string().max(256, 'The notes value may not be greater than 256 characters'),
      )
      .refine((value) => Object.keys(value).length <= 15, 'Only 15 key-value pairs are allowed in notes'),
    z.tuple([]),
  ])
  .default([]);
const currency = z.string().regex(/^[A-Z]{3}$/, 'The currency is invalid');

const orderBody = z.object({
  amount: z
    .int('The amount must be an integer.')
    .min(MINIMUM_AMOUNT, 'Order amount less than minimum amount allowed'),
  currency,
  receipt: z.string().max(40, 'The receipt may not be greater than 40 characters.').nullish(),
  notes,
});
const captureBody = z.object({ amount: z.int('The amount must be an integer.'), currency });
const refundBody = z
  .object({
    amount: z.int('The amount must be an integer.').min(100, 'The amount must be atleast 100.').optional(),
    speed: z.enum(['normal', 'optimum'], 'The speed is invalid').default('normal'),
    receipt: z.string().max(40, 'The receipt may not be greater than 40 characters.').nullish(),
    notes,
  })
  .prefault({});
const listQuery = z.object({ count: z.coerce.number().int().min(1).max(100).default(10) });
const epoch = z.coerce.number().int().min(0);
const spanQuery = listQuery.extend({
  from: epoch.default(0),
  to: epoch.default(Number.MAX_SAFE_INTEGER),
  skip: epoch.default(0),
});
const reconQuery = z.object({
  year: z.coerce.number('The year field is required.').int().min(2000).max(9999),
  month: z.coerce.number('The month field is required.').int().min(1).max(12),
  day: z.coerce.number().int().min(1).max(31).optional(),
  count: z.coerce.number().int().min(1).max(1000).default(10),
  skip: epoch.default(0),
});
const documentIds = z.array(z.string()).nullish();
const contestBody = z.object({
  amount: z.int().min(1).optional(),
  summary: z.string().max(1000, 'The summary may not be greater than 1000 characters.').nullish(),
  shipping_proof: documentIds,
  billing_proof: documentIds,
  cancellation_proof: documentIds,
  customer_communication: documentIds,
  proof_of_service: documentIds,
  explanation_letter: documentIds,
  refund_confirmation: documentIds,
  access_activity_log: documentIds,
  refund_cancellation_policy: documentIds,
  term_and_conditions: documentIds,
  others: z.array(z.object({ type: z.string(), document_ids: z.array(z.string()) })).nullish(),
  action: z.enum(['draft', 'submit']).default('draft'),
});
const documentTypes = ['application/pdf', 'image/jpeg', 'image/png'];
const refundKey = z.string().regex(/^[A-Za-z0-9_-]{10,}$/, 'The idempotency key is invalid');

export interface GatewayApiOptions {
  keyId: string;
  keySecret: string;
  ledger: Ledger;
  balance: Balance;
  acts: ConsoleActs;
  webhooks: WebhookSender;
  controls: PaymentControls;
}

/** The `/v1` API: orders, payments, refunds, disputes with their documents, settlements, and the lists of them. */
export function gatewayApi(options: GatewayApiOptions): Router {
  const { keyId, keySecret, ledger, balance, acts, webhooks, controls } = options;
  const router = Router();
  const refundsInFlight = new Set<string>();
  router.use(requireBasicAuth(keyId, keySecret));
  // Read before any delay: of a caller who is gone by then the parser would leave the body out.
  router.use(express.json());
  // The response to a repeat says that the refund is still running, hence the key is taken before any delay.
  router.use(refuseParallelRefunds(refundsInFlight));
  router.use(
    faultMiddleware(
      () => controls,
      (res) => void res.status(500).json(serverError().body),
    ),
  );

  router.use((_req, res, next) => {
    if (controls.limitNext === 0) return next();
    controls.limitNext -= 1;
    res.status(429).set('retry-after', '1').json(tooManyRequests().body);
  });

  router.post('/orders', (req, res) => {
    if (controls.refuseOrders) throw new GatewayError(400, 'Your account is not activated for payments');
    const body = read(orderBody, req.body);
    res.json(ledger.createOrder({ ...body, receipt: body.receipt ?? null }));
  });
  router.get('/orders', (req, res) => {
    const items = ledger.orders(read(listQuery, req.query).count);
    res.json({ entity: 'collection', count: items.length, items });
  });
  router.get('/orders/:id', (req, res) => void res.json(ledger.order(req.params.id)));
  router.get('/orders/:id/payments', (req, res) => {
    const items = ledger.payments(ledger.order(req.params.id).id);
    res.json({ entity: 'collection', count: items.length, items });
  });

  router.get('/payments', list(ledger.listPayments));
  router.get('/refunds', list(ledger.listRefunds));
  router.get('/payments/:id', (req, res) => void res.json(ledger.payment(req.params.id)));
  router.post('/payments/:id/capture', (req, res) => {
    const payment = ledger.capture(req.params.id, read(captureBody, req.body).amount);
    webhooks.send('payment.captured', { payment });
    webhooks.send('order.paid', { payment, order: ledger.order(payment.order_id) });
    res.json(payment);
  });

  router.get('/payments/:id/refunds', (req, res) => {
    const items = ledger.refunds(ledger.payment(req.params.id).id);
    res.json({ entity: 'collection', count: items.length, items });
  });
  router.post('/payments/:id/refund', (req, res) => {
    if (controls.refuseRefunds) {
      throw new GatewayError(400, 'Your account does not have enough balance to carry out the refund', {
        reason: 'insufficient_balance',
      });
    }
    const header = req.get('x-refund-idempotency');
    const key = header === undefined ? undefined : read(refundKey, header);
    const body = read(refundBody, req.body);
    const known = ledger.refunds(ledger.payment(req.params.id).id).length;
    const refund = ledger.refund(req.params.id, {
      ...body,
      receipt: body.receipt ?? null,
      key,
      fingerprint: `${req.params.id} ${JSON.stringify(req.body)}`,
      status: controls.refundOutcome === 'processed' ? 'processed' : 'pending',
    });
    // The response to a repeat shows the first refund; its events were sent then.
    if (ledger.refunds(req.params.id).length > known) announceRefund(options, refund);
    res.json(refund);
  });

  router.get('/disputes', list(balance.listDisputes));
  router.get('/disputes/:id', (req, res) => void res.json(balance.dispute(req.params.id)));
  router.post('/disputes/:id/accept', (req, res) => {
    if (balance.dispute(req.params.id).status !== 'open')
      throw new GatewayError(400, 'Only disputes in the open state can be accepted');
    res.json(acts.moveDispute(req.params.id, 'lost'));
  });
  router.patch('/disputes/:id/contest', (req, res) => {
    const { action, ...evidence } = read(contestBody, req.body);
    for (const id of Object.values(evidence).flat())
      if (typeof id === 'string' && id.startsWith('doc_')) balance.document(id);
    const dispute = balance.contest(req.params.id, evidence, action === 'submit');
    if (action === 'submit')
      webhooks.send('payment.dispute.under_review', { payment: ledger.payment(dispute.payment_id), dispute });
    res.json(dispute);
  });
  router.post('/documents', express.raw({ type: 'multipart/form-data', limit: '10mb' }), async (req, res) => {
    const form = await new globalThis.Response(req.body as Buffer<ArrayBuffer>, {
      headers: { 'content-type': req.get('content-type') ?? '' },
    }).formData();
    const [file, purpose] = [form.get('file'), form.get('purpose')];
    if (!(file instanceof File))
      throw new GatewayError(400, 'The file field is required.', { field: 'file' });
    if (purpose !== 'dispute_evidence')
      throw new GatewayError(400, 'The purpose is invalid', { field: 'purpose' });
    const { name, size, type } = file;
    if (!documentTypes.includes(type))
      throw new GatewayError(400, 'The file must be a pdf, a jpeg or a png', { field: 'file' });
    res.json(balance.addDocument({ purpose, name, size, mime_type: type }));
  });
  router.get('/documents/:id', (req, res) => void res.json(balance.document(req.params.id)));

  router.get('/settlements', list(balance.listSettlements));
  router.get('/settlements/recon/combined', (req, res) => {
    const { count, skip, ...date } = read(reconQuery, req.query);
    const items = page(balance.recon(date), { count, skip });
    res.json({ entity: 'collection', count: items.length, items });
  });
  router.get('/settlements/:id', (req, res) => void res.json(balance.settlement(req.params.id)));

  function page<T>(items: T[], { count, skip }: { count: number; skip: number }): T[] {
    return controls.endlessLists ? items.slice(0, count) : items.slice(skip, skip + count);
  }
  function list<T>(itemsOf: (span: Span) => T[]): RequestHandler {
    return (req, res) => {
      const { count, skip, ...span } = read(spanQuery, req.query);
      const items = page(itemsOf(span), { count, skip });
      res.json({ entity: 'collection', count: items.length, items });
    };
  }

  router.use((_req, res) => {
    res.status(404).json(new GatewayError(404, 'The requested URL was not found on the server.').body);
  });
  router.use(gatewayErrors);
  return router;
}

export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new GatewayError(400, issue?.message ?? 'Invalid request', { field: issue?.path.join('.') });
}

export function requireBasicAuth(keyId: string, keySecret: string): RequestHandler {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`);
  return (req, res, next) => {
    if (timingSafeEqual(digest(req.get('authorization') ?? ''), expected)) return next();
    res.status(401).json(new GatewayError(401, 'Authentication failed').body);
  };
}

function refuseParallelRefunds(inFlight: Set<string>): RequestHandler {
  return (req, res, next) => {
    const key = req.get('x-refund-idempotency');
    if (!key) return next();
    if (inFlight.has(key)) {
      const description =
        'Request failed because another request is being processed with the same idempotency key';
      res.status(409).json(new GatewayError(409, description).body);
      return;
    }
    inFlight.add(key);
    res.on('close', () => inFlight.delete(key));
    next();
  };
}

export const gatewayErrors: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) return next(error);
  if (error instanceof GatewayError) return void res.status(error.status).json(error.body);
  const status = (error as { status?: number } | null)?.status ?? 500;
  if (status < 500) {
    return void res
      .status(400)
      .json(new GatewayError(400, 'The request body is not in the expected format').body);
  }
  res.status(500).json(serverError().body);
};
