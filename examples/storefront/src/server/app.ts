import { brotliCompressSync, constants } from 'node:zlib';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { ApiError, createClient } from 'haat-client';
import { actions, pages } from '../pages/routes.js';
import { awayPage, brokenPage, unknownPage } from '../pages/failures.js';
import type { Assets } from './assets.js';
import { documentOf } from './document.js';
import { robots, sitemap, sitemapIndex } from './search-engines.js';
import { type Action, type Page, type PageResult, type Shop } from './page.js';
import { relay } from './relay.js';
import type { ShopSettings } from './settings.js';
import { createStoreReader, type Store } from './store.js';
import { isTimeout, timedFetch } from './timed-fetch.js';
import { apiHeaders, Elsewhere, problemOf, Refusal, Visit } from './visit.js';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'",
  "img-src 'self' https: data:",
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
].join('; ');

/** Larger than every form of the shop. */
const FORM_LIMIT = '64kb';

/** The shop: pages, forms, and what it relays. */
export function createShop(settings: ShopSettings, assets: Assets): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const readStore = createStoreReader(
    createClient({ baseUrl: settings.apiUrl, headers: apiHeaders, fetch: timedFetch }),
  );
  const visitOf = (request: Request) =>
    new Visit(settings, request, request.params as Record<string, string>);

  app.use((_request, response, next) => {
    response.set({
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    next();
  });
  app.use('/assets', assets.serve);
  app.get('/health', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/robots.txt', robots(settings));
  app.get('/sitemap.xml', sitemapIndex(settings));
  app.get('/sitemap/:kind.xml', sitemap(settings));
  app.get('/media/*key', (request, response) =>
    relay(visitOf(request), request.originalUrl, request, response),
  );
  app.use(ownOriginOnly(settings));
  app.use(
    express.urlencoded({ extended: false, limit: FORM_LIMIT, type: 'application/x-www-form-urlencoded' }),
  );

  for (const { path, page } of pages) app.get(path, (request, response) => show(page, request, response));
  for (const { path, action } of actions)
    app.post(path, (request, response) => act(action, request, response));
  app.get('/suggestions', (request, response) => {
    const q = new URL(request.originalUrl, settings.url).searchParams.get('q') ?? '';
    return relay(
      visitOf(request),
      `/store/product-search/suggestions?q=${encodeURIComponent(q.slice(0, 120))}&limit=5`,
      request,
      response,
    );
  });
  for (const [path, target] of posted)
    app.post(path, (request, response) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', body: JSON.stringify(request.body), headers };
      return relay(visitOf(request), target, request, response, init);
    });
  for (const [path, target] of relayed)
    app.get(path, (request, response) => {
      const { orderId = '', id = '' } = request.params as Record<string, string>;
      return relay(
        visitOf(request),
        target(encodeURIComponent(orderId), encodeURIComponent(id)),
        request,
        response,
      );
    });
  app.use((request, response) => show(unknownPage, request, response));

  async function show(
    page: Page,
    request: Request,
    response: Response,
    given?: { visit: Visit; status: number },
  ) {
    const visit = given?.visit ?? visitOf(request);
    let store: Store | undefined;
    let result: PageResult;
    let status = given?.status ?? 200;
    try {
      store = await readStore();
      result = await page({ visit, store });
      status = result.status ?? status;
    } catch (error) {
      if (error instanceof Elsewhere) return leave(visit, response, error.to, error.status);
      if (error instanceof ApiError && error.status === 401) {
        if (visit.visitor.token) visit.signOut();
        return leave(visit, response, `/sign-in?to=${encodeURIComponent(request.originalUrl)}`);
      }
      const failure = failureOf(error);
      if (failure.status >= 500 && failure.status !== 503)
        console.error('page failed', { path: request.path, error });
      result = failure.page(visit);
      status = failure.status;
      if (failure.retryAfter) response.set('retry-after', String(failure.retryAfter));
    }
    send(result, status, { visit, store: store ?? NO_STORE }, response);
  }

  async function act(action: Action, request: Request, response: Response) {
    const visit = visitOf(request);
    visit.form = new URLSearchParams(request.body as Record<string, string>);
    try {
      const store = await readStore();
      const done = await action.run({ visit, store }, visit.form);
      if (typeof done === 'string') return leave(visit, response, done);
      return send(done, done.status ?? 200, { visit, store }, response);
    } catch (error) {
      if (
        error instanceof ApiError &&
        error.status === 401 &&
        visit.visitor.token &&
        error.reason !== 'client.unreachable'
      )
        visit.signOut();
      const refused = problemOf(error);
      if (refused) visit.problem = refused.problem;
      else if (!(error instanceof Elsewhere))
        return show(() => Promise.reject(error as Error), request, response, { visit, status: 503 });
      return show(error instanceof Elsewhere ? () => Promise.reject(error) : action.page, request, response, {
        visit,
        status: refused?.status ?? 422,
      });
    }
  }

  function send(result: PageResult, status: number, shop: Shop, response: Response) {
    const { visit } = shop;
    visit.writeCookies(response);
    response
      .status(status)
      .set({ 'cache-control': 'private, no-cache', vary: 'accept, accept-encoding, cookie' });
    if (!wantsPart(visit.request))
      return sendText(visit.request, response.type('html'), documentOf(result, shop, assets));
    const { part, head } = result;
    const props = {
      part: part ?? null,
      title: head.title,
      cartCount: visit.visitor.cartCount,
      to: part ? null : (head.forward ?? visit.url.pathname),
    };
    sendText(visit.request, response.type('json'), JSON.stringify(props));
  }

  function leave(visit: Visit, response: Response, to: string, status: 301 | 303 = 303) {
    visit.writeCookies(response);
    response.set('cache-control', 'private, no-store');
    if (wantsPart(visit.request)) return void response.json({ to, cartCount: visit.visitor.cartCount });
    response.redirect(status, to);
  }

  app.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error);
    // An address whose escapes are broken, as `/products/%E0%A4%A`, leads nowhere.
    if (error instanceof URIError) return show(unknownPage, request, response);
    return show(() => Promise.reject(error as Error), request, response);
  });
  return app;
}

/** In brotli where the browser takes it, fast rather than small: there need not be a proxy that does it. */
function sendText(request: Request, response: Response, text: string): void {
  if (!/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return void response.send(text);
  const small = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });
  response.set('content-encoding', 'br').send(small);
}

/** The script of the page asks for the part that lives, and not for all of the page. */
const wantsPart = (request: Request) => request.headers.accept === 'application/vnd.shop.part+json';

/** Forms whose fields the API takes as they are. */
const posted: [string, string][] = [
  ['/orders/lookup/invoice.pdf', '/store/orders/lookup/invoice'],
  ['/search-events', '/store/search-events'],
];

/** Files and streams of the API that a page links to: where they are here, and where they come from. */
const relayed: [string, (orderId: string, id: string) => string][] = [
  ['/orders/:orderId/invoice.pdf', (orderId) => `/store/orders/${orderId}/invoice`],
  ['/orders/:orderId/invoice/stream', (orderId) => `/store/orders/${orderId}/invoice/stream`],
  ['/account/data/:id/download', (_orderId, id) => `/me/personal-data/exports/${id}/download`],
  ['/orders/:orderId/credit-notes/:id.pdf', (orderId, id) => `/store/orders/${orderId}/credit-notes/${id}`],
];

/** While nothing has been read of the store yet, a page that says so needs no more than this. */
const NO_STORE: Store = {
  profile: {
    name: 'Shop',
    logoUrl: null,
    accentColor: '',
    accentTextColor: '',
    currency: 'INR',
    timeZone: 'UTC',
    pricesIncludeTax: false,
  },
  categories: [],
  links: [],
  pages: [],
  home: () => Promise.resolve({ tiles: [], banners: [], listings: [] }),
};

function failureOf(error: unknown): {
  status: number;
  retryAfter?: number;
  page: (visit: Visit) => PageResult;
} {
  if (error instanceof Refusal) return { status: error.status, page: () => brokenPage(error.message) };
  if (error instanceof ApiError) {
    if ([403, 404].includes(error.status)) return { status: 404, page: unknownPageOf };
    if (error.status === 0 || error.status >= 502)
      return {
        status: 503,
        retryAfter: error.retryAfter ?? 5,
        page: (visit) => awayPage(visit, error.reason),
      };
    if (error.status === 429)
      return {
        status: 429,
        retryAfter: error.retryAfter ?? 10,
        page: () => brokenPage('Too many requests came from your address. Please wait a moment.'),
      };
    // An invalid address, as with `?page=x`.
    if (error.status === 400 || error.status === 422) return { status: 404, page: unknownPageOf };
  }
  if (isTimeout(error)) return { status: 503, retryAfter: 5, page: (visit) => awayPage(visit) };
  return { status: 500, page: () => brokenPage('An internal error. Your cart is safe.') };
}

const unknownPageOf = (): PageResult => unknownPage.result();

/** A form counts only from a page of the shop: what another site sends is refused, whatever cookies come with it. */
function ownOriginOnly(settings: ShopSettings) {
  const own = new URL(settings.url).origin;
  return (request: Request, response: Response, next: NextFunction) => {
    if (request.method === 'GET' || request.method === 'HEAD') return next();
    const { origin, host } = request.headers;
    const here = origin !== undefined && (origin === own || origin === `http://${host}`);
    if (here && request.headers['sec-fetch-site'] !== 'cross-site') return next();
    response.status(403).type('text/plain').send('This form was not sent from the shop.');
  };
}
