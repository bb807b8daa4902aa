import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Route } from '#api/kernel/route.js';
import { allRoutes } from '#api/routes.js';
import { type TestPlatform } from '../_support/platform.js';
import { placesOf } from './json-schema.js';
import { type PreparedRequest, prepareRequest } from './prepared-request.js';
import { routeFixtures } from './route-fixtures.js';
import { queryParameters } from './sample-query.js';
import { inputSchema } from './sample-body.js';
import { nameOf } from './send-route.js';
import { callRoute, type SweepRequest, type SweepResponse } from './sweep.js';
import { startSweepPlatform } from './sweep-platform.js';
import { unreachableBounds } from './unreachable-bounds.js';
import { withoutSuccess } from './without-success.js';
import { createWorld, createWorldFor, type Fixtures } from './fixtures.js';

/** What gets a response to whom a route is for, held against the committed openapi.json. */

let platform: TestPlatform;
let shared: Fixtures;

beforeAll(async () => {
  platform = await startSweepPlatform();
  shared = await createWorld(platform.container);
});
afterAll(() => platform.stop());

const all = allRoutes.map((route): [string, Route] => [nameOf(route), route]);

async function callAsOwner(route: Route, fixtures: Fixtures, token?: string): Promise<SweepResponse> {
  const request = await prepareRequest(platform, route, fixtures);
  return callRoute(platform.url, route, { ...request, token: token ?? request.token });
}

/** Success, so that its shape is held against the reference; those that cannot have one say where that is done. */
function expectSuccess(name: string, { status, text }: SweepResponse): void {
  const succeeds = status >= 200 && status < 300;
  expect({ status, text, succeeds }).toEqual({ status, text, succeeds: !(name in withoutSuccess) });
}

/** The tag that an edit is to name; undefined where it compares none. */
async function tagFor(route: Route, request: PreparedRequest): Promise<string | null | undefined> {
  const read = allRoutes.find(({ method, path }) => method === 'get' && path === route.ifMatch);
  if (!read) return undefined;
  // What is read stands above what is edited, or is the same.
  const path = request.path?.split('/').slice(0, read.path.split('/').length).join('/');
  const { status, headers } = await callRoute(platform.url, read, { ...request, body: undefined, path });
  expect([read.path, status]).toEqual([read.path, 200]);
  return headers.get('etag');
}

/** An edit of what somebody else has changed meanwhile is refused; with the tag that is read it goes through. */
async function expectTagged(route: Route, request: PreparedRequest): Promise<SweepRequest> {
  const tag = await tagFor(route, request);
  if (tag === undefined) return request;
  expect(tag).toMatch(/^"[\w.-]+"$/);
  const withTag = (value: string) => ({ ...request, headers: { ...request.headers, 'if-match': value } });
  const refused = await callRoute(platform.url, route, withTag('"0"'));
  expect([refused.status, refused.error.errorCode]).toEqual([412, 'PRECONDITION_FAILED']);
  return withTag(tag ?? '');
}

describe('the lists of the sweeps', () => {
  const names = all.map(([name]) => name);

  it.each(Object.keys(routeFixtures))('%s, which has a fixture, is a route', (name) => {
    expect(names).toContain(name);
  });

  it('each bound that is out of reach is one of a route', () => {
    const places = all.flatMap(([name, route]) =>
      placesOf(inputSchema(route) ?? {}).map(({ path }) => `${name} ${['body', ...path].join('.')}`),
    );
    const named = [...unreachableBounds.keys()].map((key) => key.replace(/ (most|least)$/, ''));
    expect(places).toEqual(expect.arrayContaining(named));
  });

  it('only what is read takes a query, and what writes, shows or sends the words of a mail its language', () => {
    const others = all.filter(([, { method, query }]) => query && method !== 'get');
    const isOfWords = (name: string) => name.includes(' /admin/email/templates/:eventType/:role');
    // It takes no body, which clients rely on, and may be told where the money goes.
    const cancel = 'POST /store/orders/:orderId/cancel';
    expect(others.map(([name]) => name).filter((name) => !isOfWords(name))).toEqual([cancel]);
    for (const [name, route] of others)
      expect(queryParameters(route).map((parameter) => parameter.name)).toEqual([
        name === cancel ? 'refundTo' : 'locale',
      ]);
  });

  it('what is checked elsewhere is a route, and there is such a test', () => {
    for (const [name, { test }] of Object.entries(withoutSuccess)) {
      expect(names).toContain(name);
      expect([name, existsSync(join(import.meta.dirname, '..', test))]).toEqual([name, true]);
    }
  });
});

describe('to its owner', () => {
  it.each(all.filter(([, { method }]) => method === 'get'))('%s', async (name, route) => {
    expectSuccess(name, await callAsOwner(route, shared));
  });

  // Each with its own fixtures: they change and delete what they name.
  it.each(all.filter(([, { method }]) => method !== 'get'))('%s', async (name, route) => {
    const fixtures = await createWorldFor(route, platform.container, shared);
    const request = await prepareRequest(platform, route, fixtures);
    const tagged = name in withoutSuccess ? request : await expectTagged(route, request);
    expectSuccess(name, await callRoute(platform.url, route, tagged));
    // Once more, on what the first time has left.
    await callRoute(platform.url, route, request);
  });
});

describe('to nobody, and to somebody without the right', () => {
  it.each(all.filter(([, { auth }]) => auth !== 'webhook'))('%s', async (_name, route) => {
    await callAsOwner(route, shared, '');
    await callAsOwner(route, shared, shared.otherCustomer.token);
    await callAsOwner(route, shared, shared.otherVendor.token);
  });
});
