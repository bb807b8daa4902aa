import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes } from '#api/routes.js';
import { createLogger } from '#lib/logger.js';
import { errorLogger } from '../_support/error-logger.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { inParallel } from '../sweeps/sweep.js';

describe('mistakes of somebody who is not signed in', () => {
  const lines: string[] = [];
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ logger: errorLogger(lines) });
  });
  afterAll(() => platform.stop());

  it('log no line of level error, whatever they send and wherever', async () => {
    const paths = [...new Set(allRoutes.map(({ path }) => path.replace(/[:*]\w+/g, 'x')))];
    const json = { 'content-type': 'application/json' };
    const sent: [method: string, path: string, init: RequestInit][] = paths.flatMap((path) => [
      ['POST', path, { headers: json, body: '{"a":' }],
      ['PUT', path, { headers: { 'content-type': 'text/plain' }, body: 'x' }],
      ['GET', path.replace('x', '%E0%A4%A'), {}],
      ['GET', `${path}?page=-1&limit=x&sort=%00&filters[]=a`, { headers: { authorization: 'Bearer x' } }],
    ]);
    const wrong: [string, Record<string, unknown>][] = [
      ['/auth/sign-in/email', { email: 'nobody@example.com', password: 'a wrong password' }],
      ['/auth/sign-up/email', { email: 'x', password: 'short', name: '' }],
      ['/auth/reset-password', { token: 'unknown', newPassword: 'another password' }],
      ['/auth/sign-in/magic-link', { email: 'a@example.com', callbackURL: 'https://evil.example' }],
      ['/auth/sign-in/social', { provider: 'github' }],
      ['/store/orders/lookup', { orderNumber: 'HT-0000-00000', email: 'a@example.com' }],
    ];
    for (const [path, body] of wrong)
      for (const origin of [platform.url, 'https://evil.example'])
        sent.push(['POST', path, { headers: { ...json, origin }, body: JSON.stringify(body) }]);
    for (const path of [
      '/auth/verify-email?token=x',
      '/auth/magic-link/verify?token=x',
      '/auth/reset-password/x?callbackURL=/',
      '/auth/delete-user/callback?token=x',
      '/auth/callback/github',
      '/auth/organization/list',
    ])
      sent.push(['GET', path, { redirect: 'manual' }]);
    const failed: string[] = [];
    await inParallel(sent, async ([method, path, init]) => {
      const { status } = await platform.http.raw(method, path, init);
      if (status >= 500) failed.push(`${status} ${method} ${path}`);
    });
    expect(failed).toEqual([]);
    expect(lines).toEqual([]);
  });
});

describe('paths that hold secrets', () => {
  it('are logged without them, also where the method is wrong or the request fails', async () => {
    const lines: string[] = [];
    const logger = createLogger(
      { level: 'info', name: 'test' },
      { write: (line: string) => void lines.push(line) },
    );
    const platform = await startPlatform({ logger });
    try {
      const secret = 'v1.s3cret-t0ken';
      const places = [
        '/store/unsubscribe',
        '/store/back-in-stock',
        '/store/content-pages/preview',
        '/auth/reset-password',
        '/account/invitation',
      ];
      for (const place of places)
        for (const method of ['GET', 'POST', 'PATCH'])
          await platform.http.raw(method, `${place}/${secret}`, { redirect: 'manual' });
      await platform.http.raw('POST', `/account/invitation/${secret}/accept`, { redirect: 'manual' });
      const text = lines.join('');
      expect(text).not.toContain(secret);
      for (const place of places) expect(text).toContain(`"path":"${place}/:`);
      expect(text).toContain('"path":"/account/invitation/:id/accept"');
    } finally {
      await platform.stop();
    }
  });
});
