import { it } from '@jest/globals';
import type { Route } from '#api/kernel/route.js';
import { type TestPlatform } from '../_support/platform.js';
import { changesNothing, recordChanges } from './changed-tables.js';
import { expectDeclared, type RawResponse } from './openapi-check.js';
import { pathOf } from './send-route.js';
import { startSweepPlatform } from './sweep-platform.js';
import { createWorld, createWorldFor, type Fixtures } from './fixtures.js';

export interface ErrorBody {
  errorCode: string;
  errors?: { path: string; message: string; code: string }[];
}

export interface SweepRequest {
  /** Instead of the path with the world's ids. */
  path?: string;
  /** With its question mark. */
  query?: string;
  /** As it is to be sent. */
  body?: string | Uint8Array | FormData;
  headers?: Record<string, string>;
  token?: string;
}

export interface SweepResponse extends RawResponse {
  headers: Headers;
  /** The body of an error; empty for a success. */
  error: Partial<ErrorBody>;
}

/** The one platform that a file of sweeps runs against. */
export interface Sweep {
  platform: TestPlatform;
  fixtures: Fixtures;
  /** The path of a route with the keys of the world's rows. */
  pathOf(route: Route): string;
  /** Calls a route as its rightful owner. Every response, whatever it is, must be one that `openapi.json` declares, and no 5xx. */
  call(route: Route, request?: SweepRequest): Promise<SweepResponse>;
  /** Rows that no other request has touched, for a route that may change them. */
  freshWorld(route: Route): Promise<Fixtures>;
  /** `changesNothing` */
  changesNothing(step: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the platform with a world in it; call `stop` in `afterAll`. */
export async function startSweep(): Promise<Sweep> {
  const platform = await startSweepPlatform();
  await recordChanges(platform);
  const fixtures = await createWorld(platform.container);
  return {
    platform,
    fixtures,
    pathOf: (route) => pathOf(route, fixtures.keyOf),
    call: (route, request = {}) =>
      callRoute(platform.url, route, {
        path: pathOf(route, fixtures.keyOf),
        token: route.auth === 'webhook' ? undefined : fixtures.tokenFor(route),
        ...request,
      }),
    freshWorld: (route) => createWorldFor(route, platform.container, fixtures),
    changesNothing: (step) => changesNothing(platform, step),
    stop: () => platform.stop(),
  };
}

/** Calls a route and holds its response against the reference. @throws Error for what it must not respond */
export async function callRoute(
  baseUrl: string,
  route: Route,
  { path = '', query = '', body, headers = {}, token }: SweepRequest,
): Promise<SweepResponse> {
  const json = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(`${baseUrl}${path}${query}`, {
    method: route.method.toUpperCase(),
    redirect: 'manual',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body: body as RequestInit['body'],
  });
  const contentType = response.headers.get('content-type') ?? '';
  const text = contentType.startsWith('text/event-stream')
    ? await firstChunk(response)
    : await response.text();
  const parsed: unknown = /\bjson\b/.test(contentType) && text !== '' ? JSON.parse(text) : undefined;
  const raw = { status: response.status, headers: response.headers, contentType, text, json: parsed };
  if (response.status >= 500) throw new Error(`${route.path} responds with ${response.status}: ${text}`);
  expectDeclared(route, raw);
  return { ...raw, error: response.status >= 400 ? ((parsed ?? {}) as ErrorBody) : {} };
}

/** A stream goes on until somebody leaves. */
async function firstChunk(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const chunk = await reader?.read();
  await reader?.cancel();
  return new TextDecoder().decode(chunk?.value);
}

/** `it.each` by the name of the route; of the routes that a run chooses there may be none. */
export function eachRoute(
  routes: readonly [string, Route][],
): (name: string, work: (name: string, route: Route) => Promise<void>) => void {
  return (name, work) => {
    if (routes.length > 0) it.each([...routes])(name, work);
  };
}

/** Works a list off, some at a time: faster than one by one, and no flood. */
export async function inParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  width = 8,
): Promise<void> {
  const queue = [...items];
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
