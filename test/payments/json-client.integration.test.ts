import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { z } from 'zod';
import { HttpCallError } from '#integrations/http/http-call-error.js';
import { createJsonClient } from '#integrations/http/json-client.js';
import { retryAfterSeconds } from '#integrations/http/retry-after.js';
import { listen, type RunningServer } from '../../sandboxes/_shared/listen.js';

const SECRET = 'very-secret-key';
let server: RunningServer;

beforeAll(async () => {
  const app = express();
  app.get('/ok', (req, res) => void res.json({ id: 'a', extra: 1, query: req.query, key: req.get('x-key') }));
  app.post('/echo', express.json(), express.urlencoded({ extended: false }), (req, res) => {
    res.json({ id: 'a', type: req.get('content-type'), body: req.body as unknown });
  });
  app.get('/empty', (_req, res) => void res.status(204).end());
  app.get('/slow', (_req, res) => void setTimeout(() => res.json({ id: 'late' }), 2_000).unref());
  app.get('/cut', (_req, res) => {
    res.set('content-length', '100').write('{"id":');
    res.socket?.destroy();
  });
  app.get('/html', (_req, res) => void res.status(502).send('<h1>Bad gateway</h1>'));
  app.get(
    '/limited',
    (_req, res) => void res.status(429).set('retry-after', '7').json({ error: 'slow down' }),
  );
  app.get('/refused', (_req, res) => {
    res.status(422).json({ error: `bad key ${SECRET}`, nested: [{ key: SECRET }] });
  });
  app.get('/moved', (_req, res) => void res.redirect('/ok'));
  app.get('/huge', (_req, res) => void res.send(Buffer.alloc(6 * 1024 * 1024, 32)));
  server = await listen(app, { port: 0 });
});
afterAll(() => server.close());

const response = z.object({ id: z.string() });
const client = (options = {}) =>
  createJsonClient({
    baseUrl: `${server.url}/`,
    headers: { 'x-key': SECRET },
    secrets: [SECRET],
    timeoutMs: 5_000,
    describeError: (body) => (body as { error?: string } | undefined)?.error,
    ...options,
  });
async function failure(path: string, options = {}): Promise<HttpCallError> {
  const error: unknown = await client(options)
    .call({ method: 'GET', path, response })
    .catch((caught: unknown) => caught);
  if (!(error instanceof HttpCallError)) throw new Error(`expected a failure, got ${String(error)}`);
  return error;
}

describe('a call', () => {
  it('sends query, headers and body, and lets unknown keys pass', async () => {
    const full = z.looseObject({ id: z.string() });
    const call = {
      method: 'GET',
      path: '/ok',
      query: { a: 1, b: undefined, c: 'x y' },
      response: full,
    } as const;
    const { status, data } = await client().call(call);
    expect(status).toBe(200);
    expect(data).toMatchObject({ id: 'a', key: SECRET, query: { a: '1', c: 'x y' } });

    const json = await client().call({ method: 'POST', path: '/echo', json: { a: [1] }, response: full });
    expect(json.data).toMatchObject({ type: 'application/json', body: { a: [1] } });
    const form = await client().call({
      method: 'POST',
      path: '/echo',
      form: { 'a[b]': '1 &' },
      response: full,
    });
    expect(form.data['body']).toEqual({ 'a[b]': '1 &' });
  });

  it('takes an empty response where one is expected', async () => {
    const { data } = await client().call({ method: 'GET', path: '/empty', response: z.undefined() });
    expect(data).toBeUndefined();
  });
});

describe('a failure', () => {
  it.each([
    [
      '/limited',
      { status: 429, retryable: true, outcome: 'answered', retryAfterSeconds: 7, reason: 'slow down' },
    ],
    ['/html', { status: 502, retryable: true, outcome: 'unknown', body: '<h1>Bad gateway</h1>' }],
    ['/empty', { status: 204, retryable: false, outcome: 'unknown' }],
    ['/slow', { status: null, retryable: true, outcome: 'unknown', reason: 'no response within 200 ms' }],
    ['/cut', { status: null, retryable: true, outcome: 'unknown' }],
    ['/moved', { status: null, outcome: 'unknown' }],
    ['/huge', { status: null, outcome: 'unknown' }],
    ['/nowhere', { status: 404, retryable: false, outcome: 'answered', reason: 'answered 404' }],
  ])('of %s says what is known', async (path, expected) => {
    expect(await failure(path, path === '/slow' ? { timeoutMs: 200 } : {})).toMatchObject(expected);
  });

  it('before the connection is known to have done nothing', async () => {
    const gone = await listen(express(), { port: 0 });
    await gone.close();
    expect(await failure('/ok', { baseUrl: gone.url })).toMatchObject({
      status: null,
      outcome: 'not_sent',
      retryable: true,
      reason: 'ECONNREFUSED',
    });
  });

  it('carries no secret, neither in words nor in its body or cause', async () => {
    const error = await failure('/refused');
    expect(error.message).toBe('GET /refused: bad key [redacted]');
    expect(error.body).toEqual({ error: 'bad key [redacted]', nested: [{ key: '[redacted]' }] });
    const slow = await failure('/slow', { timeoutMs: 200 });
    expect(JSON.stringify(Object.getOwnPropertyDescriptors(slow.cause ?? {}))).not.toContain(SECRET);
  });

  it('of a cancelled call says so', async () => {
    const cancelled = client().call({ method: 'GET', path: '/ok', response, signal: AbortSignal.abort() });
    await expect(cancelled).rejects.toMatchObject({ reason: 'the call was cancelled' });
  });
});

it('reads Retry-After in seconds and as a date', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  expect(retryAfterSeconds('120', now)).toBe(120);
  expect(retryAfterSeconds('Sat, 21 Nov 2026 10:00:30 GMT', now)).toBe(30);
  expect(retryAfterSeconds('Sat, 21 Nov 2026 09:00:00 GMT', now)).toBe(0);
  expect(retryAfterSeconds('soon', now)).toBeUndefined();
  expect(retryAfterSeconds(null, now)).toBeUndefined();
});
