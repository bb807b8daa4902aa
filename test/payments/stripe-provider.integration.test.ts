import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { HttpCallError } from '#integrations/http/http-call-error.js';
import { hmacSha256 } from '#lib/crypto.js';
import { createStripeProvider } from '#plugins/stripe/integrations/stripe-provider.js';
import { listen, type RunningServer } from '../../sandboxes/_shared/listen.js';
import express from 'express';
import { startStripeApi } from './stripe-api.js';

const NOW = new Date('2026-11-21T10:00:00Z');
const SETTINGS = { 'payment.stripe.secret_key': 'sk_test_1234', 'payment.stripe.webhook_secret': 'whsec_1' };

/** Returns as the documented API does for the calls we make. */
let api: RunningServer;
const calls: { path: string; form: Record<string, string>; key: string | undefined }[] = [];

beforeAll(async () => {
  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.use((req, res, next) => {
    const form = (req.body ?? {}) as Record<string, string>;
    calls.push({ path: req.path, form, key: req.get('idempotency-key') });
    if (req.get('authorization') === 'Bearer sk_test_1234') return next();
    res.status(401).json({ error: { message: 'Invalid API Key provided: sk_wrong' } });
  });
  app.get('/v1/balance', (_req, res) => void res.json({ object: 'balance', available: [] }));
  const session = { id: 'cs_1', created: 1, amount_total: 123_450, currency: 'inr', payment_intent: null };
  app.post('/v1/checkout/sessions', (_req, res) => {
    res.json({ ...session, url: 'https://checkout.example.com/cs_1' });
  });
  app.get('/v1/checkout/sessions/cs_1', (_req, res) => {
    res.json({ ...session, payment_status: 'paid', payment_intent: { id: 'pi_1' } });
  });
  app.get('/v1/checkout/sessions/cs_2', (_req, res) => res.json({ ...session, payment_status: 'unpaid' }));
  app.post('/v1/refunds', (_req, res) => {
    res.json({ id: 're_1', amount: 100, currency: 'inr', status: 'pending', metadata: {} });
  });
  app.get('/v1/refunds', (req, res) => {
    const refund = { amount: 100, currency: 'inr', metadata: { refund_id: 'refund-1' } };
    const others = [{ ...refund, id: 're_2', status: 'succeeded', metadata: { refund_id: 'refund-2' } }];
    const known = [{ ...refund, id: 're_1', status: 'succeeded' }, ...others];
    res.json({ data: req.query['payment_intent'] === 'pi_1' ? known : [] });
  });
  api = await listen(app, { port: 0 });
});
afterAll(() => api.close());
beforeEach(() => void (calls.length = 0));

function stripe() {
  return createStripeProvider({ apiUrl: api.url, filesUrl: api.url, clock: { now: () => NOW } });
}

const ofIntent = { providerPaymentId: 'pi_1', providerOrderId: 'cs_1', providerData: null };
const input = {
  settings: SETTINGS,
  paymentId: 'payment-1',
  orderNumber: 'H7K2-9QXM',
  amount: 123_450,
  currency: 'INR',
  method: 'card',
  customer: { email: 'asha@example.com', name: 'Asha Rao' },
  returnUrl: 'https://store.example.com/thanks',
  callbackBaseUrl: 'https://api.example.com',
};

describe('calls', () => {
  it('creates a hosted page in subunits, under an idempotency key', async () => {
    expect(await stripe().createPayment(input)).toEqual({
      providerOrderId: 'cs_1',
      status: 'pending',
      action: { type: 'redirect', url: 'https://checkout.example.com/cs_1' },
    });
    expect(calls[0]).toMatchObject({
      key: 'payment-1',
      form: {
        mode: 'payment',
        client_reference_id: 'payment-1',
        'line_items[0][price_data][unit_amount]': '123450',
        'line_items[0][price_data][currency]': 'inr',
        success_url: 'https://store.example.com/thanks',
      },
    });
  });

  it('refunds under its own key, and finds captures', async () => {
    const refund = { settings: SETTINGS, ...ofIntent, refundId: 'refund-1', amount: 100 };
    expect(await stripe().refund({ ...refund, currency: 'INR', reason: 'Damaged' })).toEqual({
      providerRefundId: 're_1',
      status: 'pending',
    });
    expect(calls[0]).toMatchObject({ key: 'refund-1', form: { payment_intent: 'pi_1', amount: '100' } });

    const find = (providerOrderId: string) => stripe().findCapture?.({ settings: SETTINGS, providerOrderId });
    expect(await find('cs_1')).toMatchObject({ providerPaymentId: 'pi_1', effectKey: 'capture:pi_1' });
    expect(await find('cs_2')).toBeNull();
  });

  it('finds its own refunds, and makes one anew under another key', async () => {
    const refund = { settings: SETTINGS, ...ofIntent, refundId: 'refund-1' };
    expect(await stripe().findRefunds?.(refund)).toEqual([{ providerRefundId: 're_1', status: 'processed' }]);
    expect(await stripe().findRefunds?.({ ...refund, providerPaymentId: 'pi_2' })).toEqual([]);
    calls.length = 0;
    await stripe().refund({ ...refund, attempt: 2, amount: 100, currency: 'INR', reason: 'Damaged' });
    expect(calls[0]).toMatchObject({ key: 'refund-1-2', form: { 'metadata[refund_id]': 'refund-1' } });
  });

  it('gives the reason of a refusal without the key', async () => {
    const settings = { ...SETTINGS, 'payment.stripe.secret_key': 'sk_wrong' };
    await expect(stripe().createPayment({ ...input, settings })).rejects.toMatchObject({
      status: 401,
      reason: 'Invalid API Key provided: [redacted]',
    });
  });
});

describe('the books', () => {
  const [secretKey, webhookSecret] = ['sk_test_books', 'whsec_books'];
  const settings = { 'payment.stripe.secret_key': secretKey, 'payment.stripe.webhook_secret': webhookSecret };
  let books: Awaited<ReturnType<typeof startStripeApi>>;
  beforeAll(async () => {
    books = await startStripeApi({ secretKey, webhookSecret });
    books.addPaid(3, 3 * 86_400);
    books.addPaid(205, 60);
  });
  afterAll(() => books.close());
  const provider = () =>
    createStripeProvider({ apiUrl: books.url, filesUrl: books.url, clock: { now: () => NOW } });
  const listed = async <T>(items: AsyncIterable<T> | undefined) => {
    const all: T[] = [];
    for await (const item of items ?? []) all.push(item);
    return all;
  };

  it('are listed page by page, from a moment on, each payment with its page and order number', async () => {
    const since = new Date(Date.now() - 3_600_000);
    const payments = await listed(provider().listPayments?.({ settings, since }));
    expect(new Set(payments.map(({ providerPaymentId }) => providerPaymentId)).size).toBe(205);
    expect(payments[0]).toEqual({
      providerPaymentId: expect.stringMatching(/^pi_/),
      providerOrderId: expect.stringMatching(/^cs_/),
      orderNumber: expect.stringMatching(/^N-cs_/),
      state: 'captured',
      amount: 10_000,
      currency: 'INR',
      fee: 200,
      tax: 36,
      createdAt: expect.any(Date),
    });
    const refunds = await listed(provider().listRefunds?.({ settings, since }));
    expect(refunds).toHaveLength(205);
    // Each second one has failed.
    expect(refunds.filter(({ state }) => state === 'failed')).toHaveLength(102);
    expect(refunds[0]).toMatchObject({ amount: 5_000, currency: 'INR' });
    const all = await listed(provider().listPayments?.({ settings, since: new Date(0) }));
    expect(all).toHaveLength(208);
  });

  it('follow a dispute, with its evidence and what was taken for it', async () => {
    const intent = books.payLink(50_000);
    const since = new Date(Date.now() - 60_000);
    const { id } = books.openDispute(intent, 30_000);
    const [opened] = await listed(provider().listDisputes?.({ settings, since }));
    expect(opened).toEqual({
      providerDisputeId: id,
      providerPaymentId: intent,
      amount: 30_000,
      currency: 'INR',
      state: 'opened',
      deducted: 30_000,
      reasonCode: 'product_not_received',
      dueAt: expect.any(Date),
      createdAt: expect.any(Date),
    });
    const find = (providerDisputeId: string) => provider().findDispute?.({ settings, providerDisputeId });
    expect(await find('du_unknown')).toBeNull();
    const file = { fileName: 'a.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.7') };
    const evidence = { settings, providerDisputeId: id, summary: 'Delivered', action: 'submit' } as const;
    const [invoice, proof] = [
      { ...file, kind: 'invoice' as const },
      { ...file, kind: 'delivery_proof' as const },
    ];
    await expect(provider().submitEvidence?.({ ...evidence, files: [invoice, invoice] })).rejects.toThrow(
      'one file as receipt',
    );
    expect(await provider().submitEvidence?.({ ...evidence, files: [invoice, proof] })).toMatchObject({
      state: 'under_review',
    });
    expect(books.evidence(id)).toEqual({
      uncategorized_text: 'Delivered',
      receipt: expect.stringMatching(/^file_/),
      service_documentation: expect.stringMatching(/^file_/),
    });
    const won = books.moveDispute(id, 'won');
    expect(await find(id)).toMatchObject({ state: 'won', deducted: 0 });
    const clock = { now: () => new Date() };
    const reader = createStripeProvider({ apiUrl: books.url, filesUrl: books.url, clock });
    expect(reader.verifyWebhook?.({ settings, ...won })).toMatchObject({
      type: 'dispute.won',
      providerPaymentId: intent,
      dispute: { providerDisputeId: id, state: 'won', deducted: 0 },
    });
  });

  it('settle what is held, and carry the lines of a payout that failed with the next one', async () => {
    const since = new Date(Date.now() - 60_000);
    const settlementsOf = () => listed(provider().listSettlements?.({ settings, since }));
    const linesOf = async (id: string) => {
      const settlement = (await settlementsOf()).find((each) => each.providerSettlementId === id);
      if (!settlement) throw new Error(`There is no payout ${id}`);
      const lines = await listed(provider().listSettlementLines?.({ settings, settlement }));
      const net = lines.reduce((sum, { credit, debit }) => sum + credit - debit, 0);
      return { settlement, lines, net };
    };
    books.refundByHand(books.payLink(20_000), 5_000);
    books.chargeFee(1_180, 'stripe_fee');
    const failed = books.payOut('failed');
    const first = await linesOf(failed.id);
    expect(first.settlement).toMatchObject({ state: 'failed', reference: null, processedAt: null });
    expect(first.net).toBe(first.settlement.amount);
    expect(new Set(first.lines.map(({ kind }) => kind))).toEqual(
      new Set(['payment', 'refund', 'dispute', 'fee']),
    );
    const fee = first.lines.find(({ kind }) => kind === 'fee');
    expect(fee).toMatchObject({ debit: 1_180, fee: 1_180 });

    books.payLink(10_000);
    const paid = books.payOut('paid');
    const second = await linesOf(paid.id);
    expect(second.settlement).toMatchObject({ state: 'processed', reference: `T-${paid.id}` });
    expect(second.net).toBe(second.settlement.amount);
    expect(second.lines).toHaveLength(first.lines.length + 1);
    expect(second.lines.every(({ providerSettlementId }) => providerSettlementId === paid.id)).toBe(true);
    expect(second.lines.map(({ lineId }) => lineId)).toEqual(
      expect.arrayContaining(first.lines.map(({ lineId }) => lineId)),
    );
    const adjustments = await listed(provider().listAdjustments?.({ settings, since }));
    expect(adjustments.map(({ kind }) => kind)).toEqual(['dispute', 'dispute']);
    const payments = await listed(provider().listPayments?.({ settings, since }));
    const byLink = payments.filter(({ providerOrderId }) => providerOrderId === null);
    expect(byLink.map(({ amount, fee, tax }) => [amount, fee, tax])).toEqual([
      [10_000, 200, 36],
      [20_000, 400, 72],
      [50_000, 1_000, 180],
    ]);
  });

  it('are refused with the reason of the API', async () => {
    const wrong = { ...settings, 'payment.stripe.secret_key': 'sk_wrong' };
    const refused = listed(provider().listPayments?.({ settings: wrong, since: NOW }));
    await expect(refused).rejects.toMatchObject({ status: 401, reason: 'Invalid API Key provided' });
    const cursor = await fetch(`${books.url}/v1/refunds?limit=100&starting_after=re_gone`, {
      headers: { authorization: `Bearer ${secretKey}` },
    });
    expect(cursor.status).toBe(400);
  });
});

describe('webhooks', () => {
  const session = {
    id: 'cs_1',
    amount_total: 123_450,
    currency: 'inr',
    client_reference_id: 'payment-1',
    payment_status: 'paid',
    payment_intent: 'pi_1',
    created: 1,
  };
  const event = (type: string, object: unknown) => ({
    id: 'evt_1',
    type,
    created: NOW.getTime() / 1000,
    data: { object },
  });

  function read(body: unknown, header?: (rawBody: Buffer, seconds: number) => string) {
    const rawBody = Buffer.from(JSON.stringify(body));
    const seconds = NOW.getTime() / 1000;
    const signed = (at: number) => `t=${at},v1=${hmacSha256(`${at}.${rawBody.toString()}`, 'whsec_1')}`;
    const signature = header ? header(rawBody, seconds) : signed(seconds);
    return stripe().verifyWebhook?.({
      settings: SETTINGS,
      headers: { 'stripe-signature': signature },
      rawBody,
    });
  }
  const sign = (rawBody: Buffer, at: number, secret = 'whsec_1') =>
    hmacSha256(`${at}.${rawBody.toString()}`, secret);

  it('tells of a paid session, and ignores one whose money is still on the way', () => {
    expect(read(event('checkout.session.completed', session))).toMatchObject({
      eventId: 'evt_1',
      type: 'payment.captured',
      effectKey: 'capture:pi_1',
      paymentId: 'payment-1',
      providerOrderId: 'cs_1',
      providerPaymentId: 'pi_1',
      amount: 123_450,
      currency: 'INR',
      occurredAt: NOW,
    });
    const unpaid = { ...session, payment_status: 'unpaid' };
    expect(read(event('checkout.session.completed', unpaid))?.type).toBe('ignored');
    expect(read(event('charge.updated', {}))?.type).toBe('ignored');
  });

  it('tells of declined cards and of refunds', () => {
    const intent = {
      id: 'pi_1',
      amount: 5,
      currency: 'inr',
      metadata: { payment_id: 'payment-1' },
      latest_charge: 'ch_1',
      last_payment_error: { message: 'Your card was declined.' },
    };
    expect(read(event('payment_intent.payment_failed', intent))).toMatchObject({
      type: 'payment.failed',
      paymentId: 'payment-1',
      effectKey: 'failure:ch_1',
      failureReason: 'Your card was declined.',
    });
    const refund = { id: 're_1', amount: 100, currency: 'inr', payment_intent: 'pi_1', metadata: {} };
    expect(read(event('refund.updated', { ...refund, status: 'succeeded' }))?.type).toBe('refund.processed');
    expect(read(event('refund.failed', { ...refund, status: 'failed' }))?.type).toBe('refund.failed');
    expect(read(event('refund.created', { ...refund, status: 'pending' }))?.type).toBe('refund.created');
  });

  it('takes any good signature of the header, and refuses old, early, foreign and missing ones', () => {
    const body = event('charge.updated', {});
    const unauthorized = expect.objectContaining({ code: 'UNAUTHORIZED', status: 401 });
    const two = (raw: Buffer, at: number) => `t=${at},v1=${sign(raw, at, 'old')},v1=${sign(raw, at)}`;
    expect(read(body, two)?.type).toBe('ignored');
    const edge = (raw: Buffer, at: number) => `t=${at - 300},v1=${sign(raw, at - 300)}`;
    expect(read(body, edge)?.type).toBe('ignored');

    const bad: ((raw: Buffer, at: number) => string)[] = [
      (raw, at) => `t=${at - 301},v1=${sign(raw, at - 301)}`,
      (raw, at) => `t=${at + 301},v1=${sign(raw, at + 301)}`,
      (raw, at) => `t=${at},v1=${sign(raw, at, 'other')}`,
      (raw, at) => `t=${at},v0=${sign(raw, at)}`,
      (raw, at) => `v1=${sign(raw, at)}`,
      () => '',
    ];
    for (const header of bad) expect(() => read(body, header)).toThrow(unauthorized);
  });
});

describe('the check of its key', () => {
  it('passes with the right one, and gives the reason of Stripe with another', async () => {
    await expect(stripe().check?.({ settings: SETTINGS, timeoutMs: 5_000 })).resolves.toBeUndefined();
    const wrong = { ...SETTINGS, 'payment.stripe.secret_key': 'sk_wrong' };
    const error: unknown = await stripe()
      .check?.({ settings: wrong, timeoutMs: 5_000 })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 401 });
    const { reason } = error as HttpCallError;
    expect(reason).toContain('Invalid API Key');
    expect(reason).not.toContain('sk_wrong');
  });
});
