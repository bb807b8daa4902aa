import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { type Request, type Response, Router } from 'express';
import { allRoutes } from '#api/routes.js';
import type { Route } from '#api/kernel/route.js';
import { engineViews } from '#domain/jobs/engine-views.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { smallPage, smallPagePolicy } from '#integrations/http/small-page.js';
import { sha256 } from '#lib/crypto.js';
import { projectRoot } from '#lib/project-files.js';
import { readMailBrand } from '#operations/mail/mail-settings.js';
import { storefrontUrl } from '#operations/settings/page-urls.js';
import type { Platform } from '#operations/platform.js';
import { type ConsoleDeclarations, consoleDeclarations } from './console-declarations.js';
import { type ConsoleAsset, type ConsoleFiles, isFileName, readConsoleFiles } from './console-files.js';

const compress = promisify(brotliCompress);
const YEAR_SECONDS = 31_536_000;

export interface ConsoleOptions {
  /** Where the built console lies; by default `dist/console`. */
  folder?: string;
  routes?: readonly Route[];
}

/** `/console`: the page, its files, and the declarations that its generic pages are made of. */
export function consoleRouter(platform: Platform, options: ConsoleOptions = {}): Router {
  const router = Router();
  if (!platform.config.CONSOLE) return router;
  const folder = options.folder ?? join(projectRoot, 'dist', 'console');
  let files = readConsoleFiles(folder);
  router.get('/console/assets/:name', (request, response) => {
    const name = String(request.params['name']);
    // The console was built anew beside this process: the page that is open loads itself again, and finds the new one.
    if (files.has(name) && !files.asset(name)) files = readConsoleFiles(folder);
    sendAsset(files.asset(name), request, response);
  });
  addDeclarations(router, platform, options.routes ?? allRoutes);
  router.get(/^\/console(\/.*)?$/, (request, response, next) => {
    // A file that is not there is no page; an address may have dots itself, `/settings/admin/payment.razorpay`.
    const wantsPage = request.accepts(['html', 'json']) === 'html' && !isFileName(request.path);
    if (!wantsPage) return next();
    response.locals['route'] = '/console';
    // While somebody works on the console, each build has other files.
    if (platform.config.NODE_ENV === 'development') files = readConsoleFiles(folder);
    sendPage(platform, files, response);
  });
  router.all(/^\/console(\/.*)?$/, (request, response, next) => {
    if (['GET', 'HEAD'].includes(request.method)) return next();
    const allowed = 'GET, HEAD';
    response.set('allow', allowed);
    throw platformErrors.methodNotAllowed({ method: request.method, path: request.path, allowed });
  });
  return router;
}

function sendAsset(asset: ConsoleAsset | undefined, request: Request, response: Response): void {
  response.locals['route'] = '/console/assets/:name';
  if (!asset) {
    response.status(404).set('cache-control', 'no-store').type('text/plain').send('Not found');
    return;
  }
  const encoding = request.acceptsEncodings(['br', 'gzip']);
  const packed = encoding === 'br' ? asset.brotli : encoding === 'gzip' ? asset.gzip : undefined;
  response.set({
    'content-type': asset.type,
    'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
    vary: 'Accept-Encoding',
    ...(packed && { 'content-encoding': String(encoding) }),
  });
  response.end(request.method === 'HEAD' ? undefined : (packed ?? asset.plain));
}

function sendPage(platform: Platform, { page }: ConsoleFiles, response: Response): void {
  if (page === undefined) {
    const brand = { ...readMailBrand(platform.settings, platform.storage), logoUrl: '' };
    const content = '<p>The console has not been built yet: run <code>npm run build</code>.</p>';
    response
      .status(503)
      .set({ 'content-security-policy': smallPagePolicy("'self'"), 'cache-control': 'no-store' })
      .type('html')
      .send(smallPage({ brand, title: 'No console here', content }));
    return;
  }
  response
    .set({
      'content-security-policy': policy(platform),
      'cache-control': 'no-cache',
      'referrer-policy': 'same-origin',
    })
    .type('html')
    .send(page);
}

/**
 * What the page may load. Styles are `unsafe-inline` because Mantine writes style tags, and a nonce would make the page
 * uncacheable; pictures of products may come from anywhere over HTTPS.
 */
function policy({ config }: Platform): string {
  const storage = config.S3_ENDPOINT ? ` ${new URL(config.S3_ENDPOINT).origin}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: https:${storage}`,
    "connect-src 'self'",
    "font-src 'self'",
    "frame-src 'self' blob:",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ');
}

/** A public key, to find where the storage serves keys from. */
const ANY_KEY = 'media/any';

/** The declarations change with a deploy alone, so they are made once, with the first request. */
function addDeclarations(router: Router, platform: Platform, routes: readonly Route[]): void {
  let made: ConsoleDeclarations | undefined;
  const packed = new Map<string, Promise<Buffer>>();
  async function send(request: Request, response: Response, value: unknown): Promise<void> {
    response.locals['route'] = '/console/declarations';
    const text = JSON.stringify(value);
    const tag = `"${sha256(text).slice(0, 32)}"`;
    response.set({ etag: tag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
    if (request.fresh) return void response.status(304).end();
    response.type('application/json');
    if (request.acceptsEncodings('br') !== 'br') return void response.end(text);
    const body = packed.get(tag) ?? compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } });
    packed.set(tag, body);
    response.set('content-encoding', 'br').end(await body);
  }
  router.get('/console/declarations.json', async (request, response) => {
    made ??= consoleDeclarations(routes);
    const { settings, config, storage } = platform;
    const store = {
      name: settings.get(storeSettings.storeName),
      currency: settings.get(storeSettings.currency),
      timeZone: settings.get(storeSettings.timeZone),
      // Where shoppers are; null while the store has no address.
      shopUrl: storefrontUrl(settings) || null,
      engine: config.TEMPORAL_UI_URL
        ? { url: config.TEMPORAL_UI_URL, namespace: config.TEMPORAL_NAMESPACE, views: engineViews }
        : null,
      // Files of this machine are served at the address of the page.
      filesUrl: storage.local ? '/' : storage.publicUrl(ANY_KEY).slice(0, -ANY_KEY.length),
    };
    await send(request, response, { ...(made.index as object), store });
  });
  router.get('/console/declarations/:slug', async (request, response, next) => {
    made ??= consoleDeclarations(routes);
    const feature = made.features.get(String(request.params['slug']).replace(/\.json$/, ''));
    if (feature === undefined) return next();
    await send(request, response, feature);
  });
}
