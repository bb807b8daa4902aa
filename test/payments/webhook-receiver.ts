import express from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import { listen } from '../../sandboxes/_shared/listen.js';

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  rawBody: Buffer;
  /** The event's name, for choosing one of several. */
  event: string;
}

/** Plays the platform's webhook route: keeps what arrives, returns as it is told. */
export async function startWebhookReceiver() {
  const received: ReceivedWebhook[] = [];
  let refusals = 0;
  const app = express();
  app.post('/webhooks/:kind/:providerId', express.raw({ type: () => true }), (req, res) => {
    const rawBody = req.body as Buffer;
    received.push({
      headers: req.headers,
      rawBody,
      event: (JSON.parse(rawBody.toString('utf8')) as { event: string }).event,
    });
    if (refusals > 0) {
      refusals -= 1;
      res.status(503).end();
    } else {
      res.status(204).end();
    }
  });
  const server = await listen(app, { port: 0 });
  return {
    url: server.url,
    received,
    /** The next so many deliveries get 503. */
    refuse: (count: number) => void (refusals = count),
    close: server.close,
  };
}
