import { randomBytes } from 'node:crypto';
import { Router } from 'express';
import type { AccountBook } from './account-book.js';
import type { MerchantControls } from './controls.js';

const SCOPE = 'https://www.googleapis.com/auth/content';
const CODE_MS = 600_000;

interface Code {
  clientId: string;
  redirectUri: string;
  offline: boolean;
  expiresAt: number;
}

export interface OauthOptions {
  book: AccountBook;
  controls: MerchantControls;
  /** The secret that it was started with. */
  clientSecret: string;
  now: () => number;
}

/** Consent page, token and revocation endpoints. */
export function oauthRoutes({ book, controls, clientSecret, now }: OauthOptions): Router {
  const router = Router();
  const codes = new Map<string, Code>();
  const page = (
    query: URLSearchParams,
  ) => `<!doctype html><meta charset="utf-8"><title>Merchant sandbox</title>
<style>body{font:16px system-ui;margin:4rem auto;max-width:32rem}a{display:inline-block;margin:1rem 1rem 0 0;padding:.6rem 1rem;background:#0f5c4d;color:#fff;border-radius:.4rem;text-decoration:none}</style>
<h1>Allow access to the merchant account?</h1>
<p>An application asks to manage the products of your merchant account.</p>
<a href="/o/oauth2/v2/auth/allow?${query.toString()}">Allow</a><a href="/o/oauth2/v2/auth/deny?${query.toString()}">Deny</a>`;

  router.get('/o/oauth2/v2/auth', (req, res) => {
    const query = new URL(req.url, 'http://localhost').searchParams;
    const problem = ['client_id', 'redirect_uri', 'state'].find((name) => !query.get(name));
    if (problem) return void res.status(400).send(`Missing parameter ${problem}`);
    res.send(page(query));
  });

  router.get('/o/oauth2/v2/auth/:choice', (req, res) => {
    const query = new URL(req.url, 'http://localhost').searchParams;
    const redirectUri = query.get('redirect_uri') ?? '';
    if (!URL.canParse(redirectUri)) return void res.status(400).send('redirect_uri_mismatch');
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    if (req.params.choice === 'deny') back.searchParams.set('error', 'access_denied');
    else {
      const code = `4/sandbox-${randomBytes(12).toString('base64url')}`;
      // A second consent gives a refresh token only when it is forced.
      const offline = query.get('access_type') === 'offline' && query.get('prompt') === 'consent';
      codes.set(code, {
        clientId: query.get('client_id') ?? '',
        redirectUri,
        offline,
        expiresAt: now() + CODE_MS,
      });
      back.searchParams.set('code', code);
      back.searchParams.set('scope', SCOPE);
    }
    res.redirect(302, back.href);
  });

  router.post('/token', (req, res) => {
    const form = req.body as Record<string, string>;
    const invalid = (error: string, description: string, status = 400) =>
      void res.status(status).json({ error, error_description: description });
    if (form['client_secret'] !== (controls.clientSecret || clientSecret))
      return invalid('invalid_client', 'The provided client secret is invalid.', 401);
    const response = () => ({
      access_token: book.grantAccess(now() + controls.tokenSeconds * 1_000),
      expires_in: controls.tokenSeconds,
      scope: SCOPE,
      token_type: 'Bearer',
    });
    if (form['grant_type'] === 'refresh_token') {
      if (controls.deadGrants || !book.isRefreshToken(form['refresh_token'] ?? ''))
        return invalid('invalid_grant', 'Token has been expired or revoked.');
      return void res.json(response());
    }
    const code = codes.get(form['code'] ?? '');
    codes.delete(form['code'] ?? '');
    const fits = code && code.clientId === form['client_id'] && code.redirectUri === form['redirect_uri'];
    if (!fits || code.expiresAt <= now()) return invalid('invalid_grant', 'Malformed auth code.');
    const refresh = code.offline && controls.refreshTokens ? { refresh_token: book.grantRefresh() } : {};
    res.json({ ...response(), ...refresh });
  });

  router.post('/revoke', (req, res) => {
    const { token = '' } = req.body as Record<string, string>;
    book.write({ op: 'revoke', token });
    res.json({});
  });

  return router;
}
