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

interface Charge {
  id: string;
  object: 'charge';
  created: number;
  payment_intent: string;
  status: 'succeeded' | 'failed';
  captured: boolean;
  amount: number;
  amount_captured: number;
  currency: string;
  metadata: { payment_id?: string };
  balance_transaction: BalanceTransaction | null;
}

interface BalanceTransaction {
  id: string;
  created: number;
  type: string;
  reporting_category: string;
  amount: number;
  fee: number;
  fee_details: { type: string; amount: number }[];
  net: number;
  currency: string;
  description: string | null;
  source: { id: string; object: string; payment_intent?: string } | null;
  /** The payout that carries it; the list is asked by it, the object does not say it. */
  payout?: string;
}

interface Dispute {
  id: string;
  object: 'dispute';
  created: number;
  amount: number;
  currency: string;
  status: string;
  reason: string;
  charge: string;
  payment_intent: string;
  balance_transactions: { amount: number }[];
  evidence_details: { due_by: number };
}

interface Payout {
  id: string;
  created: number;
  amount: number;
  currency: string;
  status: 'paid' | 'failed' | 'in_transit';
  arrival_date: number;
  trace_id: { status: string; value: string | null };
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
  const until = Number(query['created[lt]'] ?? Number.MAX_SAFE_INTEGER);
  const listed = items.filter(({ created }) => created >= from && created < until).reverse();
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
  const charges = new Map<string, Charge>();
  const disputes = new Map<string, Dispute>();
  const evidences = new Map<string, Record<string, string>>();
  const movements: BalanceTransaction[] = [];
  const payouts = new Map<string, Payout>();
  let count = 0;
  const nextId = (prefix: string) => `${prefix}_${(count += 1)}`;
  /** Moves the balance; `fee` is with the tax on it. */
  function move(
    moved: Pick<BalanceTransaction, 'type' | 'amount'> & Partial<BalanceTransaction>,
    fees: { fee: number; tax: number } = { fee: 0, tax: 0 },
  ): BalanceTransaction {
    const transaction: BalanceTransaction = {
      id: nextId('txn'),
      created: seconds(),
      reporting_category: moved.type,
      fee: fees.fee + fees.tax,
      fee_details: [
        { type: 'stripe_fee', amount: fees.fee },
        { type: 'tax', amount: fees.tax },
      ],
      net: moved.amount - fees.fee - fees.tax,
      currency: 'inr',
      description: null,
      source: null,
      ...moved,
    };
    movements.push(transaction);
    return transaction;
  }
  function charge(intent: string, amount: number, patch: Partial<Charge> = {}): Charge {
    const id = nextId('ch');
    const fee = Math.round(amount * 0.02);
    const source = { id, object: 'charge', payment_intent: intent };
    const made: Charge = {
      id,
      object: 'charge',
      created: seconds(),
      payment_intent: intent,
      status: 'succeeded',
      captured: true,
      amount,
      amount_captured: amount,
      currency: 'inr',
      metadata: {},
      balance_transaction: move({ type: 'charge', amount, source }, { fee, tax: Math.round(fee * 0.18) }),
      ...patch,
    };
    charges.set(id, made);
    return made;
  }
  const chargeOf = (intent: string): Charge => {
    const found = [...charges.values()].find(({ payment_intent }) => payment_intent === intent);
    if (!found) throw new Error(`There is no charge of ${intent}`);
    return found;
  };

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
  const list = (
    path: string,
    itemsOf: (query: Record<string, unknown>) => { id: string; created: number }[],
  ) =>
    app.get(path, (req, res) => {
      const { status, body } = pageOf(itemsOf(req.query), req.query);
      res.status(status).json(body);
    });
  list('/v1/charges', () => [...charges.values()]);
  list('/v1/disputes', () => [...disputes.values()]);
  list('/v1/payouts', () => [...payouts.values()]);
  list('/v1/balance_transactions', ({ payout }) =>
    movements.filter((moved) => payout === undefined || moved.payout === payout),
  );
  const item = (path: string, map: Map<string, object>) =>
    app.get(`${path}/:id`, (req, res) => {
      const found = map.get(req.params.id);
      res.status(found ? 200 : 404).json(found ?? { error: { message: `No such object: ${req.params.id}` } });
    });
  item('/v1/disputes', disputes);
  item('/v1/payouts', payouts);
  app.post('/v1/files', express.raw({ type: 'multipart/form-data' }), async (req, res) => {
    const sent = new Response(req.body as Buffer<ArrayBuffer>, {
      headers: { 'content-type': req.get('content-type') ?? '' },
    });
    const fields = await sent.formData();
    if (fields.get('purpose') !== 'dispute_evidence' || !(fields.get('file') instanceof File))
      return void res.status(400).json({ error: { message: 'Invalid file' } });
    res.json({ id: nextId('file'), object: 'file', purpose: 'dispute_evidence' });
  });
  app.post('/v1/disputes/:id', (req, res) => {
    const dispute = disputes.get(req.params.id);
    if (!dispute) return void res.status(404).json({ error: { message: 'No such dispute' } });
    const sent = Object.entries(form(req)).flatMap(([name, value]) => {
      const field = /^evidence\[(.+)\]$/.exec(name)?.[1];
      return field && value ? [[field, value]] : [];
    });
    evidences.set(dispute.id, Object.fromEntries(sent) as Record<string, string>);
    if (form(req)['submit'] === 'true') dispute.status = 'under_review';
    res.json(dispute);
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
      const intent = nextId('pi');
      Object.assign(session, { payment_status: 'paid', payment_intent: intent });
      charge(intent, session.amount_total, { metadata: { payment_id: session.client_reference_id } });
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
        charge(intent, 10_000, { created });
        const refund = { id: nextId('re'), created, payment_intent: intent, amount: 5_000, currency: 'inr' };
        refunds.set(refund.id, { ...refund, status: index % 2 ? 'failed' : 'succeeded', metadata: {} });
      }
    },
    /** A buyer pays by a link that was made by hand. @returns the intent */
    payLink(amount: number): string {
      return charge(nextId('pi'), amount).payment_intent;
    },
    refundByHand(intent: string, amount: number): SentWebhook[] {
      const refund = {
        id: nextId('re'),
        created: seconds(),
        payment_intent: intent,
        amount,
        currency: 'inr',
      };
      const made: Refund = { ...refund, status: 'succeeded', metadata: {} };
      refunds.set(made.id, made);
      const source = { id: made.id, object: 'refund', payment_intent: intent };
      move({ type: 'refund', amount: -amount, source });
      return [sent('refund.created', made)];
    },
    openDispute(intent: string, amount: number): Dispute {
      const dispute: Dispute = {
        id: nextId('du'),
        object: 'dispute',
        created: seconds(),
        amount,
        currency: 'inr',
        status: 'needs_response',
        reason: 'product_not_received',
        charge: chargeOf(intent).id,
        payment_intent: intent,
        balance_transactions: [{ amount: -amount }],
        evidence_details: { due_by: seconds() + 7 * 86_400 },
      };
      disputes.set(dispute.id, dispute);
      const source = { id: dispute.id, object: 'dispute', payment_intent: intent };
      move({ type: 'adjustment', reporting_category: 'dispute', amount: -amount, source });
      return dispute;
    },
    moveDispute(id: string, status: 'won' | 'lost'): SentWebhook {
      const dispute = disputes.get(id);
      if (!dispute) throw new Error(`There is no dispute ${id}`);
      dispute.status = status;
      if (status === 'won') {
        dispute.balance_transactions.push({ amount: dispute.amount });
        const source = { id, object: 'dispute', payment_intent: dispute.payment_intent };
        move({ type: 'adjustment', reporting_category: 'dispute_reversal', amount: dispute.amount, source });
      }
      return sent('charge.dispute.closed', dispute);
    },
    evidence: (id: string) => evidences.get(id),
    chargeFee: (amount: number, type: 'stripe_fee' | 'tax_fee') => void move({ type, amount: -amount }),
    /** Pays out what is held; one that fails gives its money back to the balance at once. */
    payOut(status: 'paid' | 'failed'): Payout {
      const id = nextId('po');
      const carried = movements.filter(({ payout }) => payout === undefined);
      const amount = carried.reduce((sum, { net }) => sum + net, 0);
      for (const moved of carried) moved.payout = id;
      move({ type: 'payout', amount: -amount, payout: id, source: { id, object: 'payout' } });
      if (status === 'failed') move({ type: 'payout_failure', amount, source: { id, object: 'payout' } });
      const value = status === 'paid' ? `T-${id}` : null;
      const payout: Payout = {
        id,
        created: seconds(),
        amount,
        currency: 'inr',
        status,
        arrival_date: seconds(),
        trace_id: { status: value ? 'supported' : 'unsupported', value },
      };
      payouts.set(id, payout);
      return payout;
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
