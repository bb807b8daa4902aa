import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#lib/ids.js';
import { createSession } from '../_support/accounts.js';
import { createApiKey } from '../_support/api-keys.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createPageDesk } from './page-desk.js';

const base = ['content:read', 'content:create', 'content:update', 'content:delete'];
const raw = [...base, 'content:manageRawHtml'];

let platform: TestPlatform;
let callers: Record<string, { plain: HttpClient; trusted: HttpClient }>;

beforeAll(async () => {
  platform = await startPlatform();
  const { container, http } = platform;
  const owner = await createSession(container, { roles: ['superAdmin'] });
  const session = async (permissions: string[]) =>
    http.as((await createSession(container, { permissions })).token);
  const apiKey = async (permissions: string[]) =>
    http.as((await createApiKey(container, { ...owner, permissions })).key);
  callers = {
    session: { plain: await session(base), trusted: await session(raw) },
    'API key': { plain: await apiKey(base), trusted: await apiKey(raw) },
  };
});
afterAll(() => platform.stop());

const forbidden = { status: 403, body: { errorCode: 'FORBIDDEN' } };
const of = (caller: string) => {
  const found = callers[caller];
  if (!found) throw new Error(caller);
  return found;
};

describe.each(['session', 'API key'])('with a %s, raw HTML needs its permission', (caller) => {
  const create = (http: HttpClient, template: string) =>
    http.post('/admin/content-pages', { title: 'x', content: '<p>x</p>', slug: `x-${newId()}`, template });

  it('to create a page with the template html', async () => {
    const { plain, trusted } = of(caller);
    expect(await create(plain, 'html')).toMatchObject(forbidden);
    expect((await create(plain, 'default')).status).toBe(201);
    expect((await create(trusted, 'html')).status).toBe(201);
  });

  it('to change template or content of any page, not to send them unchanged', async () => {
    const { plain, trusted } = of(caller);
    const desk = createPageDesk(platform.container);
    for (const template of ['default', 'html'] as const) {
      const { id, content } = await desk.create({ template });
      const put = (http: HttpClient, body: object) => http.put(`/admin/content-pages/${id}`, body);
      const other = template === 'html' ? 'default' : 'html';
      expect(await put(plain, { content: '<p>y</p>' })).toMatchObject(forbidden);
      expect(await put(plain, { template: other, title: 'y' })).toMatchObject(forbidden);
      expect((await put(plain, { content, template, title: 'y' })).status).toBe(200);
      expect((await put(trusted, { content: '<p>y</p>', template: other })).status).toBe(200);
    }
  });

  it('to duplicate a subtree that has raw HTML anywhere', async () => {
    const { plain, trusted } = of(caller);
    const desk = createPageDesk(platform.container);
    const top = await desk.create();
    const middle = await desk.create({ parentId: top.id });
    const duplicate = (http: HttpClient) => http.post(`/admin/content-pages/${top.id}/duplicate`, {});
    expect((await duplicate(plain)).status).toBe(201);
    const leaf = await desk.create({ parentId: middle.id, template: 'html' });
    expect(await duplicate(plain)).toMatchObject(forbidden);
    expect((await duplicate(trusted)).status).toBe(201);
    await desk.delete(leaf.id);
    expect((await duplicate(plain)).status).toBe(201);
  });
});
