import express, { Router } from 'express';
import { z } from 'zod';
import { faultMiddleware } from '../_shared/faults.js';
import { gatewayErrors, read, requireBasicAuth } from '../payments/gateway-api.js';
import { GatewayError, serverError } from '../payments/gateway-error.js';
import type { WebhookSender } from '../payments/webhook-sender.js';
import type { PayoutControls } from './controls.js';
import { type PayoutBook, type PayoutEntity, type PayoutStatus } from './payout-book.js';

/** The account that payouts are taken from. */
export const SANDBOX_ACCOUNT = '7878780080316316';

const contactBody = z.object({
  name: z
    .string('The name field is required.')
    .min(3, 'The name must be at least 3 characters.')
    .max(50, 'The name may not be greater than 50 characters.'),
  type: z.string().nullish(),
  reference_id: z.string().max(40).nullish(),
});
const fundAccountBody = z.object({
  contact_id: z.string('The contact id field is required.'),
  account_type: z.literal('bank_account', 'The selected account type is invalid.'),
  bank_account: z.object({
    name: z.string().min(1, 'The name field is required.'),
    ifsc: z.string().regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'Invalid IFSC Code in Bank Account'),
    account_number: z.string().regex(/^\w{5,35}$/, 'The account number format is invalid.'),
  }),
});
const payoutBody = z.object({
  account_number: z.literal(SANDBOX_ACCOUNT, 'The account number is invalid'),
  fund_account_id: z.string('The fund account id field is required.'),
  amount: z.int('The amount must be an integer.').min(100, 'The amount must be at least INR 1.00'),
  currency: z.literal('INR', 'The currency is not supported'),
  mode: z.enum(['IMPS', 'NEFT', 'RTGS', 'UPI'], 'Payout mode is invalid'),
  purpose: z.string('The purpose field is required.'),
  queue_if_low_balance: z.boolean().default(false),
  reference_id: z.string().max(40, 'The reference id may not be greater than 40 characters.').nullish(),
  narration: z
    .string()
    .max(30, 'The narration may not be greater than 30 characters.')
    .regex(/^[A-Za-z0-9 ]*$/, 'The narration format is invalid.')
    .nullish(),
});
const listQuery = z.object({
  account_number: z.literal(SANDBOX_ACCOUNT, 'The account number is invalid'),
  reference_id: z.string().optional(),
  count: z.coerce.number().int().min(1).max(100).default(10),
  skip: z.coerce.number().int().min(0).default(0),
});
const idempotencyKey = z
  .string('Idempotency key is missing. Include idempotency header and key in the request.')
  .regex(/^[A-Za-z0-9_ -]{4,36}$/, 'Idempotency key is invalid');
/** The most that IMPS carries. */
const IMPS_LIMIT = 5_00_000_00;

const events: Partial<Record<PayoutStatus, string>> = { processing: 'payout.initiated' };

export interface PayoutApiOptions {
  keyId: string;
  keySecret: string;
  book: PayoutBook;
  webhooks: WebhookSender;
  controls: PayoutControls;
}

/** The `/v1` API of payouts, and what banks make of them. */
export function createPayoutApi({ keyId, keySecret, book, webhooks, controls }: PayoutApiOptions) {
  const router = Router();
  const inFlight = new Set<string>();

  function announce(payout: PayoutEntity): void {
    webhooks.send(events[payout.status] ?? `payout.${payout.status}`, { payout });
  }

  /** Moves a payout on and sends its webhook. */
  function move(id: string, status: PayoutStatus, description?: string): PayoutEntity {
    const moved = book.move(id, status, description);
    announce(moved);
    return moved;
  }

  router.use(requireBasicAuth(keyId, keySecret));
  router.use(express.json());
  // The response to a repeat says that the first call is still running, hence the key is taken before any delay.
  router.post('/payouts', (req, res, next) => {
    const key = read(idempotencyKey, req.get('x-payout-idempotency'));
    if (inFlight.has(key))
      throw new GatewayError(
        409,
        'Request failed because another payout request is in progress with the same idempotency key',
      );
    inFlight.add(key);
    res.on('close', () => inFlight.delete(key));
    next();
  });
  router.use(
    faultMiddleware(
      () => controls,
      (res) => void res.status(500).json(serverError().body),
    ),
  );

  router.post('/contacts', (req, res) => {
    const body = read(contactBody, req.body);
    res.json({ id: book.named('cont', body), entity: 'contact', ...body, active: true });
  });
  router.post('/fund_accounts', (req, res) => {
    const body = read(fundAccountBody, req.body);
    if (!book.hasNamed(body.contact_id)) throw new GatewayError(400, 'The id provided does not exist');
    const refused = controls.refuseAccounts === 'known' ? book.knows('fa', body) : controls.refuseAccounts;
    if (refused) throw new GatewayError(400, 'Invalid IFSC Code in Bank Account', { field: 'ifsc' });
    res.json({ id: book.named('fa', body), entity: 'fund_account', ...body, active: true });
  });
  router.post('/payouts', (req, res) => {
    const status = controls.respondNext.shift();
    if (status !== undefined) throw new GatewayError(status, `The service responded with ${status}`);
    const body = read(payoutBody, req.body);
    if (!book.hasNamed(body.fund_account_id)) throw new GatewayError(400, 'The id provided does not exist');
    if (controls.refusePayouts)
      throw new GatewayError(400, 'Payouts to this beneficiary are not allowed', {
        field: 'fund_account_id',
      });
    if (body.mode === 'IMPS' && body.amount > IMPS_LIMIT)
      throw new GatewayError(400, 'IMPS transfers are limited to 5 lakh', { field: 'mode' });
    const { account_number: _account, queue_if_low_balance: _queue, ...input } = body;
    const [first = 'processing', ...rest] = controls.course;
    const { payout, isNew } = book.create(
      { ...input, reference_id: input.reference_id ?? null, narration: input.narration ?? null },
      { key: req.get('x-payout-idempotency') ?? '', body: JSON.stringify(req.body), status: first },
    );
    if (isNew) announce(payout);
    res.json(payout);
    if (isNew) for (const each of rest) move(payout.id, each);
  });
  router.get('/payouts', (req, res) => {
    const { reference_id: reference, count, skip } = read(listQuery, req.query);
    const hidden = controls.hideNext > 0;
    if (hidden) controls.hideNext -= 1;
    const items = hidden ? [] : book.list(reference).slice(skip, skip + count);
    res.json({ entity: 'collection', count: items.length, items });
  });
  router.get('/payouts/:id', (req, res) => void res.json(book.payout(req.params.id)));
  router.use((_req, res) => {
    res.status(404).json(new GatewayError(404, 'The requested URL was not found on the server.').body);
  });
  router.use(gatewayErrors);
  return { router, move };
}
