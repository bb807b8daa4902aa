import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { writeUnsubscribeToken } from '#operations/campaigns/unsubscribe-token.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

function newLink() {
  const address = `buyer-${newId()}@example.com`;
  const token = writeUnsubscribeToken({ broadcastId: newId(), address }, platform.container.keyring);
  return { address, path: `/store/unsubscribe/${token}` };
}
const suppressed = async (address: string) =>
  (await platform.container.knex('mail_suppressions').where({ address }).first()) as
    | { reason: string }
    | undefined;
const post = (
  path: string,
  body: string | FormData = 'List-Unsubscribe=One-Click',
  headers: Record<string, string> = {},
) =>
  platform.http.raw('POST', path, {
    body,
    redirect: 'manual',
    headers:
      body instanceof FormData
        ? headers
        : { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

it('get-changes-nothing: the page has one button and the store’s face', async () => {
  const { address, path } = newLink();
  const response = await platform.http.raw('GET', path);
  const html = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(html).toContain(address);
  expect(html.match(/<button/g)).toHaveLength(1);
  expect(await suppressed(address)).toBeUndefined();
});

describe('one-click-post', () => {
  it('suppresses, again and again, as urlencoded and as multipart form, without a session', async () => {
    const { address, path } = newLink();
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    for (const body of ['List-Unsubscribe=One-Click', form, ''])
      expect((await post(path, body)).status).toBe(200);
    expect(await suppressed(address)).toMatchObject({ reason: 'unsubscribe' });
    const notified = await platform.container
      .knex('outbox_events')
      .where({ type: 'mail.address_suppressed', entityId: address });
    expect(notified).toHaveLength(1);
  });

  it('can be taken back on the page, and by an operator', async () => {
    const { address, path } = newLink();
    expect(await (await post(path)).text()).toContain('Undo');
    expect((await post(path, 'undo=1')).status).toBe(200);
    expect(await suppressed(address)).toBeUndefined();
    await post(path);
    const admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
    expect((await admin.delete(`/admin/email/suppressions/${address}`)).status).toBe(200);
    expect(await suppressed(address)).toBeUndefined();
  });

  it('does not lift what is suppressed for another reason', async () => {
    const { address, path } = newLink();
    await platform.container
      .knex('mail_suppressions')
      .insert({ address, reason: 'hard_bounce', source: 'mailapi' });
    expect((await post(path, 'undo=1')).status).toBe(200);
    expect(await suppressed(address)).toMatchObject({ reason: 'hard_bounce' });
  });
});

it('token-forged: 404 for what is forged, cut or made for something else', async () => {
  const { address, path } = newLink();
  const other = platform.container.keyring.encrypt(JSON.stringify(['something-else', newId(), address]));
  for (const wrong of [
    path.slice(0, -3),
    `${path}x`,
    '/store/unsubscribe/abc',
    `/store/unsubscribe/${other}`,
  ]) {
    expect((await platform.http.raw('GET', wrong)).status).toBe(404);
    expect((await post(wrong)).status).toBe(404);
  }
  expect(await suppressed(address)).toBeUndefined();
});

it('a browser gets a page for a link that is not valid, and for that of a test mail', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const invalid = await platform.http.raw('GET', '/store/unsubscribe/abc', { headers: { accept } });
  expect([invalid.status, invalid.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await invalid.text()).toContain('This link is not valid');
  expect((await post('/store/unsubscribe/abc', 'undo=1', { accept })).status).toBe(404);
  const json = await platform.http.raw('GET', '/store/unsubscribe/abc', { headers: { accept: '*/*' } });
  expect(json.headers.get('content-type')).toContain('application/json');

  const sample = await platform.http.raw('GET', '/store/unsubscribe/preview', { headers: { accept } });
  const html = await sample.text();
  expect([sample.status, html.includes('<button')]).toEqual([200, false]);
  expect(html).toContain('This link is from a test mail');
  expect((await post('/store/unsubscribe/preview')).status).toBe(200);
});

it('guesses are counted against the address', async () => {
  const limited = await startPlatform({ environment: { RATE_LIMIT_FACTOR: '1' } });
  try {
    const statuses: number[] = [];
    for (let n = 0; n < 32; n += 1)
      statuses.push((await limited.http.raw('GET', '/store/unsubscribe/abc')).status);
    expect(statuses.slice(0, 30).every((status) => status === 404)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  } finally {
    await limited.stop();
  }
});
