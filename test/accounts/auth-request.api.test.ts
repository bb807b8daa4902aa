import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { plainRequest } from '../_support/plain-request.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { type AuthOperation, authOperations } from './auth-operations.js';

/** Requests to `/auth/*` that could be read in two ways, or not at all: refused, with the part that is wrong. */

let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  ({ token } = await createVendor(platform.container));
});
afterAll(() => platform.stop());

interface Refusal {
  errorCode?: string;
  errors?: { path: string; message: string }[];
}

async function send(path: string, init: RequestInit = {}): Promise<{ status: number; refusal: Refusal }> {
  const response = await platform.http.as(token).raw(init.method ?? 'GET', `/auth${path}`, {
    redirect: 'manual',
    ...init,
  });
  const text = await response.text();
  const refusal = (text.startsWith('{') ? JSON.parse(text) : {}) as Refusal;
  return { status: response.status, refusal };
}

const refused = (path: string, message: string) => ({
  status: 400,
  refusal: {
    errorCode: 'VALIDATION_ERROR',
    errors: expect.arrayContaining([expect.objectContaining({ path, message })]),
  },
});

const all = authOperations();
const json = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

describe('a key of the query that is repeated', () => {
  it.each(all.map((item) => [item.name, item] as const))('%s', async (_name, operation: AuthOperation) => {
    const { method, path, query, lists } = operation;
    const init = method === 'GET' ? { method } : { method, ...json({}) };
    for (const key of [...Object.keys(query), 'notKnownHere'].filter((name) => !lists.includes(name))) {
      const response = await send(`${path}?${key}=first&x=1&${key}=last`, init);
      expect(response).toMatchObject(refused(`query.${key}`, 'must not be repeated'));
    }
  });

  it('is let through where the library takes a list', async () => {
    expect(new Set(all.flatMap(({ lists }) => lists))).toEqual(new Set(['filterValue']));
    const search = 'filterField=role&filterOperator=in&filterValue=owner&filterValue=member';
    expect((await send(`/organization/list-members?${search}`)).status).toBe(200);
  });
});

it.each(['__proto__', 'constructor', 'toString'])('a key that every object responds to: %s', async (key) => {
  const response = await send(`/get-session?${key}=1`);
  expect(response).toMatchObject(refused(`query.${key}`, 'is not known'));
});

it.each([
  ['GET', '/organization/get-invitation?id=not-an-id', undefined, 'query.id'],
  ['POST', '/organization/leave', { organizationId: 'not-an-id' }, 'body.organizationId'],
  ['POST', '/organization/remove-member', { memberIdOrEmail: 'nobody' }, 'body.memberIdOrEmail'],
])('an id that is none: %s %s', async (method, path, body, place) => {
  expect(await send(path, { method, ...(body && json(body)) })).toMatchObject(
    refused(place, 'must be an id'),
  );
});

it('a key of a form that is repeated', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = 'email=asha@example.com&password=first&password=last';
  const response = await send('/sign-in/email', { method: 'POST', headers, body });
  expect(response).toMatchObject(refused('body.password', 'must not be repeated'));
});

it('a key of a body that no object keeps, at any depth', async () => {
  const body = '{"email":"asha@example.com","metadata":{"a":[{"__proto__":{"admin":true}}]}}';
  const headers = { 'content-type': 'application/json' };
  const response = await send('/sign-in/magic-link', { method: 'POST', headers, body });
  expect(response).toMatchObject(refused('body.metadata.a.0.__proto__', 'must not be called __proto__'));
});

it.each(['[', 'a b', 'user:secret@example.com', '%zz', 'x:notaport'])(
  'a host that is none: %s',
  async (host) => {
    const { status, body } = await plainRequest(platform.url, '/auth/get-session', { headers: { host } });
    expect({ status, refusal: JSON.parse(body.toString()) as Refusal }).toMatchObject(
      refused('header.host', 'must be the name of a host'),
    );
  },
);
