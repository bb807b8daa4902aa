import type { Route } from '#api/_shared/route.js';
import type { TestPlatform } from '../_support/platform.js';
import { routeFixtures } from './route-fixtures.js';
import { sampleBody } from './sample-body.js';
import { nameOf, pathOf } from './send-route.js';
import type { SweepRequest } from './sweep.js';
import type { World } from './world.js';

export interface PreparedRequest extends SweepRequest {
  /** Before it is written as JSON; undefined where the route takes no JSON. */
  json?: unknown;
}

/** A request of the route's rightful owner that is to succeed, with the rows that it needs. */
export async function prepareRequest(
  platform: TestPlatform,
  route: Route,
  world: World,
): Promise<PreparedRequest> {
  const {
    params = {},
    body,
    headers,
    token,
  } = (await routeFixtures[nameOf(route)]?.({ platform, container: platform.container, world })) ?? {};
  const path = pathOf(route, world.keyOf, params);
  const usual = route.auth === 'webhook' ? undefined : world.tokenFor(route);
  const request = { path, headers, token: token ?? usual };
  if (typeof body === 'string' || body instanceof FormData) return { ...request, body };
  if (route.bodyKind) throw new Error(`${nameOf(route)} takes a body of its own: give it a fixture in route-fixtures.ts`); // prettier-ignore
  const json = body ?? sampleBody(route, world.idOf);
  return { ...request, json, body: json === undefined ? undefined : JSON.stringify(json) };
}
