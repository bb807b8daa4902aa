import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { isEntityParam, type Route } from '#api/_shared/route.js';
import { naturalKeys } from '#api/_shared/values.js';
import { allRoutes } from '#api/routes.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { sampleBody } from './sample-body.js';
import { nameOf, pathOf } from './send-route.js';
import { callRoute, type SweepAnswer } from './sweep.js';
import { createWorld, type World } from './world.js';

/** What is answered to whom a route is for, held against the committed openapi.json. */

let platform: TestPlatform;
let shared: World;

beforeAll(async () => {
  platform = await startPlatform();
  shared = await createWorld(platform.container);
}, 60_000);
afterAll(() => platform.stop());

const all = allRoutes.map((route): [string, Route] => [nameOf(route), route]);

function bodyOf(route: Route, world: World): string | FormData | undefined {
  if (route.bodyKind === 'multipart') {
    const form = new FormData();
    form.set('file', new Blob(['Handle,Title,Variant Price\nlamp,Lamp,100\n']), 'products.csv');
    return form;
  }
  if (route.bodyKind === 'raw') return '{}';
  return route.body ? JSON.stringify(sampleBody(route, world.idOf)) : undefined;
}

function callAsOwner(route: Route, world: World, token?: string): Promise<SweepAnswer> {
  return callRoute(platform.url, route, {
    path: pathOf(route, world.keyOf),
    body: bodyOf(route, world),
    token: route.auth === 'webhook' ? undefined : (token ?? world.tokenFor(route)),
  });
}

/** Keys of the path that no row of the world has: 404 is all that can be expected. */
const isMadeUp = (param: Route['params'][string]) =>
  !isEntityParam(param) && !naturalKeys.has(param) && !(param instanceof z.ZodEnum);

/**
 * Success; or what the route itself says of a state that a fresh row may be in. Files and pages are made of a row, and
 * may not be there yet.
 */
function expectOwnAnswer(route: Route, { status, text, error }: SweepAnswer): void {
  if (status < 300) return;
  const allowed = (route.errors ?? []).map(({ definition }) => `${definition.status} ${definition.code}`);
  const derived = route.kind === 'file' || route.kind === 'page';
  if (derived || Object.values(route.params).some(isMadeUp)) allowed.push('404 NOT_FOUND');
  const said = `${status} ${error.errorCode ?? ''}`;
  expect({ said, text, allowed }).toEqual({ said, text, allowed: expect.arrayContaining([said]) as unknown });
}

describe('to its owner', () => {
  it.each(all.filter(([, { method }]) => method === 'get'))('%s', async (_name, route) => {
    expectOwnAnswer(route, await callAsOwner(route, shared));
  });

  // Each in a world of its own: they change and delete what they name.
  it.each(all.filter(([, { method }]) => method !== 'get'))('%s', async (_name, route) => {
    const world = await createWorld(platform.container);
    expectOwnAnswer(route, await callAsOwner(route, world));
    // Once more, on what the first time has left.
    await callAsOwner(route, world);
  });
});

describe('to nobody, and to somebody without the right', () => {
  it.each(all.filter(([, { auth }]) => auth !== 'webhook'))('%s', async (_name, route) => {
    await callAsOwner(route, shared, '');
    await callAsOwner(route, shared, shared.otherCustomer.token);
    await callAsOwner(route, shared, shared.otherVendor.token);
  });
});
