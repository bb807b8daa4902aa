import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createSession } from '../_support/accounts.js';
import type { HttpClient } from '../_support/http-client.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';

/** Keys of free data that mean something to the language: kept as they were sent, or refused; never lost without a word. */

let platform: TestPlatform;
let http: HttpClient;
beforeAll(async () => {
  platform = await startPlatform();
  const { token } = await createSession(platform.container, { roles: ['superAdmin'] });
  http = platform.http.as(token);
});
afterAll(() => platform.stop());

interface Tag {
  id: string;
  metadata: object;
}

const said = {
  constructor: { prototype: { admin: true } },
  prototype: 'p',
  toString: 's',
  valueOf: null,
  hasOwnProperty: 1,
  toJSON: 'j',
  then: ['t'],
  length: 3,
};
const metadata = { ...said, below: [{ ...said, 'a.b': { '': said } }] };

it('every name but one is kept, at any depth', async () => {
  const made = await http.post<Tag>('/admin/tags', { title: 'Handmade', metadata });
  expect([made.status, made.body.data.metadata]).toEqual([201, metadata]);
  const { id } = made.body.data;
  const changed = { ...metadata, prototype: 'changed' };
  const put = await http.put<Tag>(`/admin/tags/${id}`, { title: 'Handmade', metadata: changed });
  expect([put.status, put.body.data.metadata]).toEqual([200, changed]);
  expect((await http.get<Tag>(`/admin/tags/${id}`)).body.data.metadata).toEqual(changed);
});

it('the one that no object keeps is refused with its place, and nothing is written', async () => {
  const body = '{"title":"Lost","metadata":{"a":{"b":[1,{"__proto__":{"admin":true}}]},"__proto__":null}}';
  const headers = { 'content-type': 'application/json' };
  const response = await http.raw('POST', '/admin/tags', { body, headers });
  const message = 'must not be called __proto__';
  expect([response.status, await response.json()]).toMatchObject([
    400,
    {
      errorCode: 'VALIDATION_ERROR',
      errors: [
        { path: 'body.metadata.a.b.1.__proto__', message },
        { path: 'body.metadata.__proto__', message },
      ],
    },
  ]);
  expect((await http.get<Tag[]>('/admin/tags?search=Lost')).body.data).toEqual([]);
});

it.each(['__proto__', 'constructor', 'prototype', 'toString'])(
  'a setting of the name %s is refused',
  async (key) => {
    const body = `{"${key}":"Bazaar"}`;
    const headers = { 'content-type': 'application/json' };
    const response = await http.raw('PATCH', '/admin/settings/store', { body, headers });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ path: `body.${key}` }] },
    ]);
  },
);

it('of a query it is left out like every key that a route does not know', async () => {
  const plain = await http.get<Tag[]>('/admin/tags');
  expect(await http.get('/admin/tags?__proto__=1&__proto__[limit]=0')).toMatchObject({
    status: 200,
    body: plain.body,
  });
});
