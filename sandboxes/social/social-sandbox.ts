import express, { type ErrorRequestHandler } from 'express';
import { controlRoutes } from '../_shared/controls.js';
import { faultMiddleware } from '../_shared/faults.js';
import { listen } from '../_shared/listen.js';
import { createRequestLog, type LoggedRequest } from '../_shared/request-log.js';
import { refuse } from './responses.js';
import { catalogApi } from './catalog-api.js';
import { createCatalogBook, type SocialToken, type SystemUser } from './catalog-book.js';
import { createSocialControls, type SocialControls } from './controls.js';
import { dialogRoutes } from './dialog-routes.js';
import { graphApi } from './graph-api.js';

/** As much as a batch may be. */
const BODY_LIMIT = '28mb';

export interface SocialSandboxOptions {
  /** 0 takes a free port. */
  port: number;
  host?: string;
  /** The secret of the app. */
  appSecret: string;
  /** Where tokens, users and catalogs are kept; in memory when undefined. */
  journalFile?: string;
  now?: () => number;
}

export interface SocialSandbox {
  url: string;
  control(patch: Partial<SocialControls>): void;
  resetControls(): void;
  items(catalogId: string): ReadonlyMap<string, Record<string, unknown>>;
  systemUsers(businessId: string): SystemUser[];
  tokens(): SocialToken[];
  endTokens(): void;
  requests(): readonly LoggedRequest[];
  close(): Promise<void>;
}

/** Starts a social catalog service: consent dialog, Graph API, batches of items, controls. */
export async function startSocialSandbox(options: SocialSandboxOptions): Promise<SocialSandbox> {
  const controls = createSocialControls();
  const clock = options.now ?? Date.now;
  const now = () => clock() + controls.current.aheadMs;
  const secret = () => controls.current.appSecret || options.appSecret;
  const book = createCatalogBook(options.journalFile);
  const { requests, middleware: logRequest } = createRequestLog();
  const parts = { book, controls: controls.current, secret, now };

  const app = express();
  app.disable('x-powered-by');
  app.use(logRequest);
  app.use(controlRoutes(controls));
  app.get('/_log', (_req, res) => void res.json({ requests }));
  // Read before any delay: of a caller who is gone by then the parser would leave the body out.
  app.use(express.json({ limit: BODY_LIMIT }), express.urlencoded({ extended: false }));
  app.use(
    // Ends before the slash: express passes over a match that ends within a part of the path.
    /^\/v\d+\.\d+(?=\/(?!dialog))/,
    faultMiddleware(
      () => controls.current,
      (res) => refuse(res, 500, 2, 'Service temporarily unavailable'),
    ),
  );
  app.use(dialogRoutes(parts));
  app.use(graphApi(parts));
  app.use(catalogApi(parts));
  app.use((_req, res) => refuse(res, 404, 2_500, 'Unknown path components'));
  const errors: ErrorRequestHandler = (error: { status?: number }, _req, res, next) => {
    if (res.headersSent) return next(error);
    refuse(res, error.status ?? 500, 1, "Please reduce the amount of data you're asking for");
  };
  app.use(errors);
  const server = await listen(app, options);

  return {
    url: server.url,
    control: (patch) => void controls.set(patch),
    resetControls: () => void controls.reset(),
    items: (catalogId) => book.itemsOf(catalogId),
    systemUsers: (businessId) => book.systemUsers(businessId),
    tokens: () => book.tokens(),
    endTokens: () => book.endTokens(),
    requests: () => requests,
    close: () => server.close(),
  };
}
