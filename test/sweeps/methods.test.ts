import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allRoutes } from '#api/routes.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { pathOf } from './send-route.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const ids = () => '0199c0de-7e5c-7000-8000-0000000000ff';
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const declared = new Map<string, Set<string>>();
for (const route of allRoutes) {
  const path = pathOf(route, ids);
  declared.set(path, (declared.get(path) ?? new Set()).add(route.method.toUpperCase()));
}

describe('a method that no route of the path declares', () => {
  it.each([...declared].map(([path, taken]) => [path, taken] as const))(
    '%s is 405 with Allow',
    async (path, taken) => {
      const [method] = methods.filter(
        (item) => !taken.has(item) && declaredElsewhere(path, item).length === 0,
      );
      if (!method) return;
      const response = await platform.http.raw(method, path);
      const body = (await response.json()) as { errorCode: string };
      expect([response.status, body.errorCode]).toEqual([405, 'METHOD_NOT_ALLOWED']);
      const allowed = (response.headers.get('allow') ?? '').split(', ');
      expect(allowed).toEqual(expect.arrayContaining([...taken]));
      expect(allowed).not.toContain(method);
    },
  );

  it('an unknown path stays 404', async () => {
    expect((await platform.http.raw('DELETE', '/nothing/here')).status).toBe(404);
  });
});

/** Paths with parameters of the same shape as this one, which would take the method. */
function declaredElsewhere(path: string, method: string): string[] {
  return allRoutes
    .filter((route) => route.method.toUpperCase() === method)
    .filter(({ path: pattern }) =>
      new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+').replace(/\*\w+/g, '.+')}$`).test(path),
    )
    .map((route) => route.path);
}

describe('a body that the parser cannot read', () => {
  it('is 400 also where an operation takes none, and well-formed JSON is left alone', async () => {
    const buyer = await createSession(platform.container);
    const post = async (body: string, type = 'application/json') => {
      const headers = { 'content-type': type, authorization: `Bearer ${buyer.token}` };
      return (await platform.http.raw('POST', '/store/carts', { headers, body })).status;
    };
    expect(await post('{"a":')).toBe(400);
    expect([await post('{}'), await post('null'), await post('x', 'text/plain')]).toEqual([201, 201, 201]);
  });

  const send = (body: Buffer, headers: Record<string, string> = {}) =>
    platform.http.raw('POST', '/store/orders/lookup', {
      headers: { 'content-type': 'application/json', ...headers },
      body: new Uint8Array(body),
    });
  const complete = Buffer.from(JSON.stringify({ orderNumber: 'H7K2-9QXM', email: 'a@example.com' }));

  it.each(['br', 'gzip', 'deflate'])('is 400 when it is not %s', async (encoding) => {
    expect((await send(complete, { 'content-encoding': encoding })).status).toBe(400);
  });

  it('is read when it is', async () => {
    expect((await send(brotliCompressSync(complete), { 'content-encoding': 'br' })).status).toBe(404);
  });

  it('is 400 when it is not UTF-8', async () => {
    const broken = Buffer.concat([
      Buffer.from('{"orderNumber":"'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('"}'),
    ]);
    const response = await send(broken);
    expect([response.status, ((await response.json()) as { errorCode: string }).errorCode]).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  });
});
