import express from 'express';
import { hmacSha256 } from '#lib/crypto.js';
import { listen } from '../../sandboxes/_shared/listen.js';
import type { SentWebhook } from './payment-provider-contract.js';

interface Session {
  id: string;
  created: number;
  amount_total: number;
  currency: string;
  client_reference_id: string;
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  metadata: { order_number?: string | undefined };
}

interface Refund {
  id: string;
  created: number;
  payment_intent: string;
  amount: number;
  currency: string;
  status: string;
  metadata: { refund_id?: string };
}

/**
 * A page of a list as the API gives it: newest first, at most 100, behind the object of a cursor.
 * A refusal is that of the API, in its words.
 */
function pageOf<T extends { id: string; created: number }>(
  items: readonly T[],
  query: Record<string, unknown>,
): { status: number; body: object } {
  const limit = Number(query['limit'] ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    return refusal(`This value must be an integer between 1 and 100 (you passed ${String(query['limit'])})`);
  const from = Number(query['created[gte]'] ?? (query['created'] as { gte?: string } | undefined)?.gte ?? 0);
  if (!Number.isInteger(from)) return refusal('Invalid integer: created[gte]');
  const listed = items.filter(({ created }) => created >= from).reverse();
  const after = query['starting_after'];
  const start = after === undefined ? 0 : listed.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) return refusal(`No such object: '${String(after)}'`);
  const data = listed.slice(start, start + limit);
  return {
    status: 200,
    body: { object: 'list', data, has_more: start + data.length < listed.length },
  };
}

const refusal = (message: string) => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', message } },
});

const seconds = () => Math.floor(Date.now() / 1_000);

/** A Stripe that keeps books: sessions, refunds under their idempotency keys, and the webhooks of both. */
export async function startStripeApi(options: { secretKey: string; webhookSecret: string }) {
  const sessions = new Map<string, Session>();
  const refunds = new Map<string, Refund>();
  let count = 0;
  const nextId = (prefix: string) => `${prefix}_${(count += 1)}`;
  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.use((req, res, next) => {
    if (req.get('authorization') === `Bearer ${options.secretKey}`) return next();
    res.status(401).json({ error: { message: 'Invalid API Key provided' } });
  });
  const form = (req: express.Request) => req.body as Record<string, string | undefined>;
  app.get('/v1/balance', (_req, res) => void res.json({ object: 'balance' }));
  app.post('/v1/checkout/sessions', (req, res) => {
    const id = nextId('cs');
    const session: Session = {
      id,
      created: seconds(),
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: Number(form(req)['line_items[0][price_data][unit_amount]']),
      currency: form(req)['line_items[0][price_data][currency]'] ?? '',
      client_reference_id: form(req)['client_reference_id'] ?? '',
      metadata: { order_number: form(req)['metadata[order_number]'] },
    };
    sessions.set(id, session);
    res.json({ ...session, url: `https://checkout.example/${id}` });
  });
  app.get('/v1/checkout/sessions', (req, res) => {
    const { status, body } = pageOf([...sessions.values()], req.query);
    res.status(status).json(body);
  });
  app.get('/v1/checkout/sessions/:id', (req, res) => {
    const session = sessions.get(req.params.id);
    res.status(session ? 200 : 404).json(session ?? { error: { message: 'No such session' } });
  });
  app.post('/v1/refunds', (req, res) => {
    const key = req.get('idempotency-key') ?? nextId('key');
    const refund = refunds.get(key) ?? {
      id: nextId('re'),
      created: seconds(),
      payment_intent: form(req)['payment_intent'] ?? '',
      status: 'pending',
      amount: Number(form(req)['amount']),
      currency: 'inr',
      metadata: { refund_id: form(req)['metadata[refund_id]'] },
    };
    refunds.set(key, refund);
    res.json(refund);
  });
  app.get('/v1/refunds', (req, res) => {
    const of = req.query['payment_intent'];
    const all = [...refunds.values()].filter((refund) => of === undefined || refund.payment_intent === of);
    const { status, body } = pageOf(all, req.query);
    res.status(status).json(body);
  });
  const server = await listen(app, { port: 0 });

  const sent = (type: string, object: object): SentWebhook => {
    const rawBody = Buffer.from(
      JSON.stringify({ id: nextId('evt'), type, created: seconds(), data: { object } }),
    );
    const time = String(seconds());
    const signature = hmacSha256(Buffer.concat([Buffer.from(`${time}.`), rawBody]), options.webhookSecret);
    return { headers: { 'stripe-signature': `t=${time},v1=${signature}` }, rawBody };
  };
  const sessionOf = (id: string): Session => {
    const session = sessions.get(id);
    if (!session) throw new Error(`There is no session ${id}`);
    return session;
  };
  return {
    url: server.url,
    pay(id: string): SentWebhook[] {
      const session = sessionOf(id);
      Object.assign(session, { payment_status: 'paid', payment_intent: nextId('pi') });
      return [sent('checkout.session.completed', session)];
    },
    /** Pages that were paid some seconds ago, with a refund each, as if they had been made by others. */
    addPaid(count: number, secondsAgo: number): void {
      for (let index = 0; index < count; index += 1) {
        const [id, intent] = [nextId('cs'), nextId('pi')];
        const created = seconds() - secondsAgo;
        sessions.set(id, {
          id,
          created,
          payment_status: 'paid',
          payment_intent: intent,
          amount_total: 10_000,
          currency: 'inr',
          client_reference_id: '',
          metadata: { order_number: `N-${id}` },
        });
        const refund = { id: nextId('re'), created, payment_intent: intent, amount: 5_000, currency: 'inr' };
        refunds.set(refund.id, { ...refund, status: index % 2 ? 'failed' : 'succeeded', metadata: {} });
      }
    },
    decline(id: string): SentWebhook[] {
      const { amount_total: amount, currency, client_reference_id } = sessionOf(id);
      const metadata = { payment_id: client_reference_id };
      const last_payment_error = { message: 'Your card was declined' };
      const intent = {
        id: nextId('pi'),
        amount,
        currency,
        metadata,
        latest_charge: nextId('ch'),
        last_payment_error,
      };
      return [sent('payment_intent.payment_failed', intent)];
    },
    close: server.close,
  };
}
