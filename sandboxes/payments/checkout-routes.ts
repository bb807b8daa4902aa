import { type Request, type Response, Router } from 'express';
import { checkoutPage, httpUrl, unknownOrderPage } from './checkout-page.js';
import type { PaymentControls } from './controls.js';
import type { PaymentEntity } from './entities.js';
import { GatewayError } from './gateway-error.js';
import type { Ledger } from './ledger.js';
import type { WebhookSender } from './webhook-sender.js';

export interface CheckoutOptions {
  ledger: Ledger;
  webhooks: WebhookSender;
  controls: PaymentControls;
}

/** The buyer's side: a page with two buttons. Browsers get pages and redirects, `curl` gets JSON. */
export function checkoutRoutes({ ledger, webhooks, controls }: CheckoutOptions): Router {
  const router = Router();

  router.get('/checkout/:orderId', (req, res) => {
    pageHeaders(res);
    try {
      const order = ledger.order(req.params.orderId);
      res.send(checkoutPage(order, ledger.payments(order.id).at(-1)));
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      res.status(404).send(unknownOrderPage());
    }
  });

  router.post('/checkout/:orderId/pay', (req, res) => {
    complete(req, res, (orderId) => {
      const payment = ledger.pay(orderId, { capture: !controls.manualCapture });
      if (payment.captured) {
        webhooks.send('payment.captured', { payment });
        webhooks.send('order.paid', { payment, order: ledger.order(orderId) });
      } else {
        webhooks.send('payment.authorized', { payment });
      }
      return payment;
    });
  });

  router.post('/checkout/:orderId/fail', (req, res) => {
    complete(req, res, (orderId) => {
      const payment = ledger.decline(orderId);
      webhooks.send('payment.failed', { payment });
      return payment;
    });
  });

  function complete(
    req: Request<{ orderId: string }>,
    res: Response,
    act: (orderId: string) => PaymentEntity,
  ): void {
    const { orderId } = req.params;
    const browser = req.accepts(['json', 'html']) === 'html';
    try {
      const payment = act(orderId);
      if (!browser) {
        const { id, status, amount, currency } = payment;
        res.json({ orderId, paymentId: id, status, amount, currency });
        return;
      }
      const { notes } = ledger.order(orderId);
      const back = httpUrl(Array.isArray(notes) ? undefined : notes['return_url']);
      // After a decline the buyer stays here and may try again.
      const target = payment.status !== 'failed' && back ? back : `/checkout/${encodeURIComponent(orderId)}`;
      res.redirect(303, target);
    } catch (error) {
      if (!(error instanceof GatewayError) || !browser) throw error;
      res.redirect(303, `/checkout/${encodeURIComponent(orderId)}`);
    }
  }

  return router;
}

export function pageHeaders(res: Response): void {
  res.set(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  );
  res.set('x-content-type-options', 'nosniff');
  res.set('cache-control', 'no-store');
}
