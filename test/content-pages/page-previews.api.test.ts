import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPreviewTokens } from '#api/content-pages/preview-tokens.js';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createPageDesk } from './page-desk.js';

let platform: TestPlatform;
let admin: HttpClient;

beforeAll(async () => {
  platform = await startPlatform();
  admin = platform.http.as((await createSession(platform.container, { roles: ['admin'] })).token);
});
afterAll(() => platform.stop());

const link = (id: string, body: object = {}) =>
  admin.post<{ url: string; expiresAt: string }>(`/admin/content-pages/${id}/preview-link`, body);
const pathOf = (url: string) => url.slice(url.indexOf('/store/'));

it('a draft is shown by its link, uncached, until the page is deleted', async () => {
  const desk = createPageDesk(platform.container);
  const page = await desk.create({ content: '<b>soon</b>' });
  const { status, body } = await link(page.id);
  expect(status).toBe(201);
  expect(Date.parse(body.data.expiresAt) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
  const response = await fetch(platform.url + pathOf(body.data.url));
  expect(response.headers.get('cache-control')).toContain('no-store');
  expect(await response.json()).toMatchObject({
    data: { id: page.id, status: 'DRAFT', content: '<b>soon</b>' },
  });
  await desk.update(page.id, { content: '<b>sooner</b>' });
  const again = await platform.http.get<{ content: string }>(pathOf(body.data.url));
  expect(again.body.data.content).toBe('<b>sooner</b>');
  await desk.delete(page.id);
  expect((await platform.http.get(pathOf(body.data.url))).body.errorCode).toBe('NOT_FOUND');
  expect((await link(page.id)).status).toBe(404);
});

it('a link that has expired, or was changed or made up, is not found', async () => {
  const page = await createPageDesk(platform.container).create();
  const tokens = createPreviewTokens(platform.container.config.AUTH_SECRET);
  const at = (ms: number) => new Date(Date.now() + ms);
  const good = tokens.sign({ pageId: page.id, expiresAt: at(60_000) });
  const [pageId, seconds = '', signature] = good.split('.');
  const read = async (token: string) =>
    (await platform.http.get(`/store/content-pages/preview/${encodeURIComponent(token)}`)).status;
  expect(await read(good)).toBe(200);
  for (const token of [
    tokens.sign({ pageId: page.id, expiresAt: at(-1_000) }),
    `${pageId}.${Number(seconds) + 3_600}.${signature}`,
    `${newId()}.${seconds}.${signature}`,
    `${good}.x`,
    createPreviewTokens('another secret').sign({ pageId: page.id, expiresAt: at(60_000) }),
    'x',
  ])
    expect(await read(token)).toBe(404);
});

it.each([0, 73, 1.5])('%d hours are refused', async (hours) => {
  const page = await createPageDesk(platform.container).create();
  expect((await link(page.id, { hours })).body.errors?.[0]?.path).toBe('body.hours');
});
