import express, { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import type { Balance } from './balance.js';
import { type ConsoleActs, disputeMoves } from './console-acts.js';
import { consolePage } from './console-page.js';
import { read } from './gateway-api.js';
import { GatewayError, notFound } from './gateway-error.js';
import type { Ledger } from './ledger.js';
import { pageHeaders } from './checkout-routes.js';
import type { WebhookSender } from './webhook-sender.js';

/** Forms send text, and an empty field for what was left out. */
const blank = (value: unknown) => (value === '' ? undefined : value);
const subunits = z.coerce.number().int('Amounts are whole paise');
const amount = z.preprocess(blank, subunits.min(1, 'The amount must be at least 1').optional());
const text = z.preprocess(blank, z.string().max(200).optional());
const paymentId = z.string().min(1, 'A payment is needed');

const acts = {
  refund: z.object({ paymentId, amount }),
  'move-refund': z.object({ id: z.string(), status: z.enum(['processed', 'failed']) }),
  'pay-link': z.object({ amount: subunits.min(100), description: text }),
  dispute: z.object({ paymentId, amount, reason: text }),
  'move-dispute': z.object({ id: z.string(), move: z.enum(disputeMoves) }),
  adjust: z.object({ amount: subunits, description: text }),
  reserve: z.object({ amount: subunits }),
  transfer: z.object({ paymentId, amount: subunits.min(1) }),
  settle: z.object({ status: z.enum(['created', 'processed', 'failed']).default('processed') }),
  'move-settlement': z.object({ id: z.string(), status: z.enum(['processed', 'failed']) }),
  /** Sends an event that may say anything, signed: for what contradicts the lists. */
  webhook: z.object({
    event: z.string().min(1),
    payload: z.record(z.string(), z.object({ id: z.string() }).loose()),
  }),
  resend: z.object({ eventId: z.string() }),
};

/** The gateway's console: a page for a person, and the same acts in JSON. */
export function consoleRoutes(options: {
  ledger: Ledger;
  balance: Balance;
  webhooks: WebhookSender;
  acts: ConsoleActs;
}): Router {
  const { ledger, balance, webhooks, acts: perform } = options;
  const router = Router();
  const wantsPage = (req: Request) => req.accepts(['json', 'html']) === 'html';

  function show(res: Response, problem?: string): void {
    pageHeaders(res);
    const everything = { from: 0, to: Number.MAX_SAFE_INTEGER };
    res.send(
      consolePage({
        payments: ledger.listPayments(everything).slice(0, 25),
        disputes: balance.listDisputes(everything).slice(0, 25),
        settlements: balance.listSettlements(everything).slice(0, 25),
        open: balance.open(),
        total: balance.total(),
        problem,
      }),
    );
  }

  router.get('/', (req, res) => {
    if (wantsPage(req)) show(res);
    else res.json({ sandbox: 'payments', speaks: 'Razorpay v1' });
  });

  router.post('/_acts/:act', express.json(), express.urlencoded({ extended: false }), (req, res) => {
    try {
      const result = act(req.params.act ?? '', req.body as unknown);
      if (wantsPage(req)) res.redirect(303, '/');
      else res.json(result ?? {});
    } catch (error) {
      if (!(error instanceof GatewayError) || !wantsPage(req)) throw error;
      res.status(error.status);
      show(res, error.description);
    }
  });

  function act(name: string, body: unknown): object | undefined {
    switch (name) {
      case 'refund': {
        const input = read(acts.refund, body);
        return perform.refund(input.paymentId, input.amount);
      }
      case 'move-refund': {
        const { id, status } = read(acts['move-refund'], body);
        return perform.moveRefund(id, status);
      }
      case 'pay-link':
        return perform.payLink(read(acts['pay-link'], body));
      case 'dispute':
        return perform.openDispute(read(acts.dispute, body));
      case 'move-dispute': {
        const { id, move } = read(acts['move-dispute'], body);
        return perform.moveDispute(id, move);
      }
      case 'adjust': {
        const input = read(acts.adjust, body);
        return perform.adjust(input.amount, input.description ?? 'Adjustment');
      }
      case 'reserve':
        return perform.reserve(read(acts.reserve, body).amount);
      case 'transfer': {
        const input = read(acts.transfer, body);
        return perform.transfer(input.paymentId, input.amount);
      }
      case 'settle':
        return perform.settle(read(acts.settle, body).status);
      case 'move-settlement': {
        const { id, status } = read(acts['move-settlement'], body);
        return perform.moveSettlement(id, status);
      }
      case 'webhook': {
        const { event, payload } = read(acts.webhook, body);
        webhooks.send(event, payload);
        return {};
      }
      case 'resend':
        if (!webhooks.resend(read(acts.resend, body).eventId)) throw notFound('event');
        return {};
      default:
        throw notFound('act');
    }
  }

  return router;
}
