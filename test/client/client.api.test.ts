import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError, createClient, type Client } from '../../client/src/index.js';
import { createSession } from '../_support/accounts.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

let platform: TestPlatform;
let client: Client;

beforeAll(async () => {
  platform = await startPlatform();
  const { token } = await createSession(platform.container, { roles: ['admin'] });
  client = createClient({ baseUrl: platform.url, token });
});
afterAll(() => platform.stop());

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError) return error;
  throw new Error(`expected an ApiError, got ${String(error)}`);
}

it('calls an operation by its id, and unwraps data and metadata', async () => {
  const made = await client.call('postAdminBrands', { body: { title: 'Kolam Works' } });
  expect([made.status, made.data.slug]).toEqual([201, 'kolam-works']);
  const brand = await client.data('getAdminBrandsById', { path: { id: made.data.id } });
  expect(brand.title).toBe('Kolam Works');
  const { data, metadata } = await client.call('getAdminBrands', {
    query: { search: 'kolam', 'filters[]': ['title:like:Kolam', 'slug:eq:kolam-works'] },
  });
  expect([data.map(({ id }) => id), metadata.total]).toEqual([[made.data.id], 1]);
});

it('goes through all pages of a list', async () => {
  for (let number = 0; number < 5; number += 1)
    await client.data('postAdminTags', { body: { title: `Tag ${number}` } });
  const titles: string[] = [];
  for await (const tag of client.rows('getAdminTags', { query: { limit: 2, sort: 'title:asc' } }))
    titles.push(tag.title);
  expect(titles).toEqual(['Tag 0', 'Tag 1', 'Tag 2', 'Tag 3', 'Tag 4']);
  const offsets: number[] = [];
  for (const title of ['One', 'Two', 'Three'])
    await client
      .data('postAdminContentPages', { body: { title, template: 'article', content: {} } as never })
      .catch(() => undefined);
  for await (const page of client.pages('getAdminContentPages', { query: { limit: 1 } }))
    offsets.push(page.metadata.offset);
  expect(offsets).toEqual([...offsets.keys()]);
});

describe('an error', () => {
  it('has code, reason, the fields and the id of the request', async () => {
    const error = await refusal(client.data('postAdminBrands', { body: { title: '' } }));
    expect(error).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', reason: 'platform.validation' });
    expect(error.errors.map(({ path }) => path)).toEqual(['body.title']);
    expect(error.requestId).toMatch(/.{8,}/);
  });

  it('of a server that cannot be reached is one as well', async () => {
    const nowhere = createClient({ baseUrl: 'http://127.0.0.1:1' });
    expect(await refusal(nowhere.data('getMe'))).toMatchObject({ status: 0, reason: 'client.unreachable' });
  });

  it('of an aborted call is the reason of its signal', async () => {
    const call = client.data('getMe', { signal: AbortSignal.abort(new Error('left the page')) });
    await expect(call).rejects.toThrow('left the page');
  });
});

it('follows an event stream until the loop is left', async () => {
  const events = client.events('getAdminAnalyticsLiveOrders');
  const first = await events.next();
  expect(first.value?.data).toContain('{');
  await events.return();
});
