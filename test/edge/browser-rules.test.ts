import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type PaymentSandbox, startPaymentSandbox } from '../../sandboxes/payments/payment-sandbox.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

const SHOP = 'https://shop.example.com';
const EVIL = 'https://evil.example';

let platform: TestPlatform;
let sandbox: PaymentSandbox;

beforeAll(async () => {
  sandbox = await startPaymentSandbox({ port: 0, secret: 'sandbox-webhook-secret' });
  platform = await startPlatform({
    environment: { CORS_ORIGINS: SHOP, PUBLIC_API_BASE_URL: 'https://api.example.com' },
  });
});
afterAll(async () => {
  await platform.stop();
  await sandbox.close();
});

/** The directives of a Content-Security-Policy by name. */
function policyOf(response: Response): Record<string, string> {
  const text = response.headers.get('content-security-policy') ?? '';
  return Object.fromEntries(
    text.split(';').map((part) => {
      const [name = '', ...rest] = part.trim().split(/\s+/);
      return [name, rest.join(' ')];
    }),
  );
}

describe('security headers', () => {
  test.each([
    '/health/live',
    '/store/checkout/options',
    '/no/such/path',
    '/auth/get-session',
    '/docs',
    '/openapi.json',
  ])('are on %s', async (path) => {
    const { headers } = await platform.http.raw('GET', path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('content-security-policy')).toBeTruthy();
    expect([headers.get('x-powered-by'), headers.get('server')]).toEqual([null, null]);
  });

  test('the reference runs its own scripts alone and cannot be framed', async () => {
    const policy = policyOf(await platform.http.raw('GET', '/docs'));
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
    // Without a rule of their own scripts follow default-src: nothing inline, nothing from elsewhere.
    expect(policy['script-src'] ?? policy['default-src']).toBe("'self'");
    const page = await (await platform.http.raw('GET', '/docs')).text();
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=/);
  });

  test('the page of the payment sandbox runs no script and cannot be framed', async () => {
    const response = await fetch(`${sandbox.url}/checkout/order_unknown`);
    expect(response.status).toBe(404);
    const policy = policyOf(response);
    expect(policy['default-src']).toBe("'none'");
    expect(policy['script-src'] ?? "'none'").toBe("'none'");
    expect(policy['frame-ancestors']).toBe("'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('pages of other origins', () => {
  const preflight = (origin: string) =>
    platform.http.raw('OPTIONS', '/me', {
      headers: {
        origin,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'content-type',
      },
    });

  test('a configured origin may call with cookies and read the headers that clients need', async () => {
    const allowed = await preflight(SHOP);
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([204, SHOP]);
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
    expect(allowed.headers.get('access-control-allow-methods')).toContain('DELETE');
    expect(allowed.headers.get('vary')).toContain('Origin');
    const response = await platform.http.raw('GET', '/health/live', { headers: { origin: SHOP } });
    expect(response.headers.get('access-control-expose-headers')).toContain('retry-after');
  });

  test.each([EVIL, 'null', `${SHOP}.evil.example`, 'http://shop.example.com', 'https://xshop.example.com'])(
    '%s may not, and a star is never returned',
    async (origin) => {
      const refused = await preflight(origin);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  test('a cross-site form post with the cookie changes nothing, also at the sign-out', async () => {
    const user = await createSession(platform.container, {});
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: EVIL, cookie: user.cookie };
    const signOut = (headers: Record<string, string>, body: string) =>
      platform.http.raw('POST', '/auth/sign-out', { headers, body });
    // The library takes JSON alone, which no form can send; a script that tries is refused by its origin.
    expect((await signOut(form, '')).status).toBe(415);
    expect((await signOut({ ...form, 'content-type': 'application/json' }, '{}')).status).toBe(403);
    expect((await platform.http.as(user.token).get('/me')).status).toBe(200);
    const post = await platform.http.raw('POST', '/store/carts', { headers: form, body: '' });
    expect(post.status).toBe(403);
    const bearer = {
      authorization: `Bearer ${user.token}`,
      origin: EVIL,
      'content-type': 'application/json',
    };
    expect(
      (await platform.http.raw('POST', '/store/carts', { headers: bearer, body: '{}' })).status,
    ).toBeLessThan(300);
  });
});
