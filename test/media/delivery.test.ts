import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { plainRequest } from '../_support/plain-request.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
let now = new Date('2026-11-21T09:30:00.000Z');
const bytes = Buffer.from('0123456789');
const key = 'media/vendors/v/one.png';

beforeAll(async () => {
  platform = await startPlatform({ clock: { now: () => now } });
  await platform.container.storage.put(key, bytes, { contentType: 'image/png' });
  await platform.container.storage.put('invoices/v/INV-1.pdf', bytes, { contentType: 'application/pdf' });
});
afterAll(() => platform.stop());

const get = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
  plainRequest(platform.url, target, { headers, method });

describe('GET /media/*', () => {
  it('serves a public file so that it may be kept for ever and shown anywhere', async () => {
    const { status, headers, body } = await get(`/${key}`);
    expect([status, body.toString()]).toEqual([200, '0123456789']);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '10',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(headers['etag']).toMatch(/^"/);
  });

  it('responds with HEAD and conditions without the file', async () => {
    const head = await get(`/${key}`, {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '10', 0]);
    const etag = String(head.headers['etag']);
    const known = await get(`/${key}`, { 'if-none-match': etag });
    expect([known.status, known.body.length]).toEqual([304, 0]);
    const since = await get(`/${key}`, { 'if-modified-since': String(head.headers['last-modified']) });
    expect(since.status).toBe(304);
    expect((await get(`/${key}`, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ])('serves the range %s', async (range, part, contentRange) => {
    const { status, headers, body } = await get(`/${key}`, { range });
    expect([status, body.toString(), headers['content-range'], headers['content-length']]).toEqual([
      206,
      part,
      contentRange,
      String(part.length),
    ]);
  });

  it('says when a range cannot be, and gives the whole for what it does not serve', async () => {
    const beyond = await get(`/${key}`, { range: 'bytes=10-' });
    expect([beyond.status, beyond.headers['content-range'], beyond.body.length]).toEqual([
      416,
      'bytes */10',
      0,
    ]);
    for (const range of ['bytes=0-1,4-5', 'bytes=x', 'lines=1-2']) {
      const { status, body } = await get(`/${key}`, { range });
      expect([status, body.length]).toEqual([200, 10]);
    }
    const changed = await get(`/${key}`, { range: 'bytes=2-4', 'if-range': '"other"' });
    expect([changed.status, changed.body.length]).toEqual([200, 10]);
  });

  it('serves other files only by signed URLs, until they expire', async () => {
    const { storage } = platform.container;
    const options = { expiresInSeconds: 60, downloadName: 'Rechnung ₹ 1.pdf' };
    const { pathname, search } = new URL(await storage.signedUrl('invoices/v/INV-1.pdf', options));
    const { status, headers, body } = await get(pathname + search);
    expect([status, body.length, headers['content-type']]).toEqual([200, 10, 'application/pdf']);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="Rechnung .*filename\*=UTF-8''Rechnung%20/,
    );

    expect((await get(`${pathname}${search.replace(/.$/, '0')}x`)).status).toBe(404);
    expect((await get(pathname)).status).toBe(404);
    now = new Date(now.getTime() + 61_000);
    expect((await get(pathname + search)).status).toBe(404);
  });

  it.each([
    '/media/invoices/v/INV-1.pdf',
    '/media/none.png',
    '/media/',
    '/media/../invoices/v/INV-1.pdf',
    '/media/..%2finvoices/v/INV-1.pdf',
    '/media/%2e%2e/invoices/v/INV-1.pdf',
    '/media/vendors/v/one.png@details.json',
    '/media/vendors/v',
    '/media/%E0%A4%A',
  ])('has nothing at %s', async (target) => {
    const { status, body } = await get(target);
    expect([status, (JSON.parse(body.toString()) as { errorCode: string }).errorCode]).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('refuses a key with a byte that no text of ours can hold', async () => {
    const { status, body } = await get('/media/vendors/v/one.png%00');
    expect(status).toBe(400);
    expect(JSON.parse(body.toString())).toMatchObject({ errorCode: 'VALIDATION_ERROR' });
  });
});
