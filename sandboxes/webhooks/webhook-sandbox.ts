import express, { type RequestHandler } from 'express';
import { controlRoutes } from '../_shared/controls.js';
import { faultMiddleware } from '../_shared/faults.js';
import { listen } from '../_shared/listen.js';
import { createWebhookControls, type WebhookControls } from './controls.js';
import { inboxPage } from './inbox-page.js';
import { createWebhookInbox, type ReceivedWebhook } from './inbox.js';

/** More than a webhook may be, so that one that is too large is seen. */
const BODY_LIMIT = '1mb';

export interface WebhookSandbox {
  /** Any path below it takes webhooks. `https` at the same port is a server whose TLS is wrong. */
  url: string;
  control(patch: Partial<WebhookControls>): void;
  resetControls(): void;
  /** Has signatures of a path checked by this secret. */
  setSecret(path: string, secret: string): void;
  received(path?: string): ReceivedWebhook[];
  clear(): void;
  close(): Promise<void>;
}

/** Starts a receiver of webhooks: what came, whether its signature is good, and how it is responded to. */
export async function startWebhookSandbox(options: {
  /** 0 takes a free port. */
  port: number;
  host?: string;
  now?: () => Date;
}): Promise<WebhookSandbox> {
  const controls = createWebhookControls();
  const inbox = createWebhookInbox(options.now);

  const respond: RequestHandler = (req, res) => {
    const { hang, statusOf, status, retryAfter, location, responseBytes } = controls.current;
    const headers = Object.fromEntries(
      Object.entries(req.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
    );
    inbox.take(req.path, headers, typeof req.body === 'string' ? req.body : '');
    if (hang.includes(req.path)) return;
    if (retryAfter) res.set('retry-after', retryAfter);
    if (location) res.set('location', location);
    res.status(statusOf[req.path] ?? status).type('text/plain');
    res.send('ok'.padEnd(responseBytes, '.').slice(0, responseBytes));
  };

  const app = express();
  app.disable('x-powered-by');
  app.use(controlRoutes(controls));
  app.get('/', (_req, res) => void res.type('html').send(inboxPage(inbox.received)));
  app.get('/_log', (_req, res) => void res.json({ received: inbox.received }));
  app.delete('/_log', (_req, res) => {
    inbox.clear();
    res.status(204).end();
  });
  app.put('/_secrets/*path', express.json(), (req, res) => {
    const { secret } = (req.body ?? {}) as { secret?: unknown };
    if (typeof secret !== 'string') return void res.status(400).json({ error: '`secret` must be a text' });
    inbox.setSecret(`/${[req.params['path'] ?? []].flat().join('/')}`, secret);
    res.status(204).end();
  });
  // Read before any delay: of a caller who is gone by then the parser would leave the body out.
  app.use(express.text({ limit: BODY_LIMIT, type: () => true }));
  app.use(
    faultMiddleware(
      () => controls.current,
      (res) => void res.status(500).send('Out of order'),
    ),
  );
  app.post('/*path', respond);
  app.use((_req, res) => void res.status(404).send('Webhooks are posted'));
  const server = await listen(app, options);

  return {
    url: server.url,
    control: (patch) => void controls.set(patch),
    resetControls: () => void controls.reset(),
    setSecret: (path, secret) => inbox.setSecret(path, secret),
    received: (path) => inbox.received.filter((item) => path === undefined || item.path === path),
    clear: () => inbox.clear(),
    close: () => server.close(),
  };
}
