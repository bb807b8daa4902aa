import express, { type ErrorRequestHandler } from 'express';
import { controlRoutes } from '../_shared/controls.js';
import { faultMiddleware } from '../_shared/faults.js';
import { listen } from '../_shared/listen.js';
import { createRequestLog, type LoggedRequest } from '../_shared/request-log.js';
import { createAccountBook, type StoredProduct } from './account-book.js';
import { refuse } from './responses.js';
import { createMerchantControls, type MerchantControls } from './controls.js';
import { merchantApi } from './merchant-api.js';
import { oauthRoutes } from './oauth-routes.js';

export interface MerchantSandboxOptions {
  /** 0 takes a free port. */
  port: number;
  host?: string;
  /** What the OAuth client has to send. */
  clientSecret: string;
  /** Where accounts, products and tokens are kept; in memory when undefined. */
  journalFile?: string;
  now?: () => number;
}

export interface MerchantSandbox {
  url: string;
  control(patch: Partial<MerchantControls>): void;
  resetControls(): void;
  /** The products of an account, by offer id. */
  products(account: string): ReadonlyMap<string, StoredProduct>;
  /** Withdraws all consents. */
  endGrants(): void;
  /** Ends the access tokens before their time; refresh tokens stay. */
  endAccess(): void;
  requests(): readonly LoggedRequest[];
  close(): Promise<void>;
}

/** Starts a merchant account service: consent, tokens, merchant API v1, controls. */
export async function startMerchantSandbox(options: MerchantSandboxOptions): Promise<MerchantSandbox> {
  const controls = createMerchantControls();
  const clock = options.now ?? Date.now;
  const now = () => clock() + controls.current.aheadMs;
  const book = createAccountBook(options.journalFile);
  const { requests, middleware: logRequest } = createRequestLog();

  const app = express();
  app.disable('x-powered-by');
  app.use(logRequest);
  app.use(controlRoutes(controls));
  app.get('/_log', (_req, res) => void res.json({ requests }));
  // Read before any delay: of a caller who is gone by then the parser would leave the body out.
  app.use(express.json({ limit: '1mb' }), express.urlencoded({ extended: false }));
  app.use(
    ['/accounts', '/datasources', '/products', '/quota', '/token'],
    faultMiddleware(
      () => controls.current,
      (res) => refuse(res, 500, 'Internal error encountered.'),
    ),
  );
  app.use(oauthRoutes({ book, controls: controls.current, clientSecret: options.clientSecret, now }));
  app.use(merchantApi({ book, controls: controls.current, now }));
  app.use((_req, res) => refuse(res, 404, 'Method not found.'));
  const errors: ErrorRequestHandler = (error: { status?: number }, _req, res, next) => {
    if (res.headersSent) return next(error);
    refuse(res, error.status ?? 500, 'The request cannot be read.');
  };
  app.use(errors);
  const server = await listen(app, options);

  return {
    url: server.url,
    control: (patch) => void controls.set(patch),
    resetControls: () => void controls.reset(),
    products: (account) =>
      new Map(
        [...book.accountOf(account).products.values()].map((item) => [String(item.input['offerId']), item]),
      ),
    endGrants: () => book.endGrants(),
    endAccess: () => book.endAccess(),
    requests: () => requests,
    close: () => server.close(),
  };
}
