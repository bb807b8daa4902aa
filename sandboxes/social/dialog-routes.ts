import { randomBytes } from 'node:crypto';
import { Router } from 'express';
import { refuse } from './responses.js';
import type { CatalogBook } from './catalog-book.js';
import type { SocialControls } from './controls.js';

const CODE_MS = 600_000;
const SHORT_SECONDS = 3_600;

export interface DialogOptions {
  book: CatalogBook;
  controls: SocialControls;
  secret: () => string;
  now: () => number;
}

/** The consent dialog, and the tokens that come of it. */
export function dialogRoutes({ book, controls, secret, now }: DialogOptions): Router {
  const router = Router();
  const codes = new Map<
    string,
    { clientId: string; redirectUri: string; expiresAt: number; used: boolean }
  >();
  const queryOf = (url: string) => new URL(url, 'http://localhost').searchParams;
  const page = (
    version: string,
    query: URLSearchParams,
  ) => `<!doctype html><meta charset="utf-8"><title>Social sandbox</title>
<style>body{font:16px system-ui;margin:4rem auto;max-width:32rem}a{display:inline-block;margin:1rem 1rem 0 0;padding:.6rem 1rem;background:#1877f2;color:#fff;border-radius:.4rem;text-decoration:none}</style>
<h1>Continue to the app?</h1><p>It asks to manage your businesses and catalogs.</p>
<a href="/${version}/dialog/oauth/allow?${query.toString()}">Continue</a><a href="/${version}/dialog/oauth/deny?${query.toString()}">Not now</a>`;

  router.get('/:version/dialog/oauth', (req, res) => {
    const query = queryOf(req.url);
    const missing = ['client_id', 'redirect_uri', 'state'].find((name) => !query.get(name));
    if (missing) return void res.status(400).send(`Missing parameter ${missing}`);
    res.send(page(req.params.version, query));
  });

  router.get('/:version/dialog/oauth/:choice', (req, res) => {
    const query = queryOf(req.url);
    const redirectUri = query.get('redirect_uri') ?? '';
    if (!URL.canParse(redirectUri)) return void res.status(400).send('redirect_uri is not allowed');
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    if (req.params.choice === 'deny') {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_reason', 'user_denied');
      back.searchParams.set('error_description', 'Permissions error');
    } else {
      const code = `AQsandbox${randomBytes(18).toString('base64url')}`;
      codes.set(code, {
        clientId: query.get('client_id') ?? '',
        redirectUri,
        expiresAt: now() + CODE_MS,
        used: false,
      });
      back.searchParams.set('code', code);
    }
    res.redirect(302, back.href);
  });

  router.get('/:version/oauth/access_token', (req, res) => {
    const query = queryOf(req.url);
    const given = (name: string) => query.get(name) ?? '';
    if (given('client_secret') !== secret()) return refuse(res, 400, 1, 'Error validating client secret.');
    if (given('grant_type') === 'fb_exchange_token') {
      const short = book.token(given('fb_exchange_token'));
      const isGood = short && short.secret === secret() && (short.expiresAt ?? 0) > now();
      if (!isGood) return refuse(res, 400, 190, 'Error validating access token: Session has expired', 463);
      const seconds = controls.userTokenSeconds;
      const { token } = book.grant({
        kind: 'user',
        secret: secret(),
        expiresAt: now() + seconds * 1_000,
        systemUserId: null,
      });
      return void res.json({ access_token: token, token_type: 'bearer', expires_in: seconds });
    }
    const code = codes.get(given('code'));
    if (code?.used) return refuse(res, 400, 100, 'This authorization code has been used.', 36_009);
    const fits = code && code.clientId === given('client_id') && code.redirectUri === given('redirect_uri');
    if (!fits || code.expiresAt <= now())
      return refuse(res, 400, 100, 'Invalid verification code format.', 36_007);
    code.used = true;
    const expiresAt = now() + SHORT_SECONDS * 1_000;
    const { token } = book.grant({ kind: 'short', secret: secret(), expiresAt, systemUserId: null });
    res.json({ access_token: token, token_type: 'bearer', expires_in: SHORT_SECONDS });
  });

  return router;
}
