import type { Route } from '#api/kernel/route.js';
import type { TestPlatform } from '../_support/platform.js';
import { routeFixtures } from './route-fixtures.js';
import { sampleBody } from './sample-body.js';
import { nameOf, pathOf } from './send-route.js';
import type { SweepRequest } from './sweep.js';
import type { Fixtures } from './fixtures.js';

export interface PreparedRequest extends SweepRequest {
  /** Before it is written as JSON; undefined where the route takes no JSON. */
  json?: unknown;
  /** `RouteFixture.fit` */
  fit: (json: unknown) => unknown;
}

/** A request of the route's rightful owner that is to succeed, with the rows that it needs. */
export async function prepareRequest(
  platform: TestPlatform,
  route: Route,
  fixtures: Fixtures,
): Promise<PreparedRequest> {
  const { container } = platform;
  const fixture = (await routeFixtures[nameOf(route)]?.({ platform, container, fixtures })) ?? {};
  const { body, headers, query, fit = (json: unknown) => json } = fixture;
  const usual = route.auth === 'webhook' ? undefined : fixtures.tokenFor(route);
  const path = pathOf(route, fixtures.keyOf, fixture.params);
  const request = { path, headers, query, token: fixture.token ?? usual, fit };
  if (typeof body === 'string' || body instanceof FormData) return { ...request, body };
  if (route.bodyKind)
    throw new Error(`${nameOf(route)} takes its own body: give it one in route-fixtures.ts`);
  const json = body ?? sampleBody(route, fixtures.idOf);
  return { ...request, json, body: json === undefined ? undefined : JSON.stringify(json) };
}
