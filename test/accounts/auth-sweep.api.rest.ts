import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { errorLogger } from '../_support/error-logger.js';
import { startPlatform, type TestPlatform } from '../_support/platform.js';
import { createVendor } from '../_support/vendors.js';
import { inParallel } from '../sweeps/sweep.js';
import { type AuthOperation, authOperations } from './auth-operations.js';

/**
 * Every operation of better-auth as it lists them itself: whatever is sent, it gets a response, never with a failure of
 * ours, nor with a refusal that names no field. They are not in openapi.json, so that neither the other sweeps nor the fuzz come by here.
 */

/** No id, no text that the database can keep, no text at all. */
const strange = [
  'not-an-id',
  '',
  'a\u0000b',
  '\ud800',
  '%',
  'x'.repeat(5000),
  null,
  -1,
  1e300,
  true,
  [],
  {},
  ['a\u0000b'],
];

interface Sent {
  path: string;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** A strange value in each place at a time, the rest as it should be. */
function* strangeRequests({ path, query, body, method }: AuthOperation): Generator<Sent> {
  const sent: Sent = { path, query, ...(method === 'GET' ? {} : { body }) };
  yield sent;
  for (const value of strange) {
    for (const key of Object.keys(query)) yield { ...sent, query: { ...query, [key]: value } };
    for (const key of Object.keys(sent.body ?? {})) yield { ...sent, body: { ...body, [key]: value } };
  }
  if (path.includes('/:')) {
    for (const segment of ['%00', '%', '%ff', '..', '%2e%2e', 'x'.repeat(4000)])
      yield { ...sent, path: path.replace(/:\w+/, segment) };
  }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const asSearch = (query: object) =>
  new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, asText(value)]));

describe('/auth/*', () => {
  /** Lines of level error and above: nobody may fill the log of errors from outside. */
  const lines: string[] = [];
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ logger: errorLogger(lines) });
  });
  afterAll(() => platform.stop());

  /** What a failure of the database about a value would be told as: it says nothing of the field. */
  const { code, message } = platformErrors.validation();
  const unnamed = JSON.stringify({ code, message });

  it.each(authOperations().map((operation) => [operation.name, operation] as const))(
    '%s',
    async (_name, operation) => {
      let { token } = await createVendor(platform.container);
      const failed: unknown[] = [];
      await inParallel([...strangeRequests(operation)], async ({ path, query = {}, body }) => {
        for (const http of [platform.http, platform.http.as(token)]) {
          const response = await http.raw(operation.method, `/auth${path}?${asSearch(query)}`, {
            redirect: 'manual',
            headers: body ? { 'content-type': 'application/json' } : {},
            body: body && JSON.stringify(body),
          });
          const text = await response.text();
          if (response.status >= 500 || text === unnamed)
            failed.push({ status: response.status, path, query, body });
        }
        // What ends the session must not keep the rest from coming any further than the door.
        const { status } = await platform.http.as(token).get('/me');
        if (status === 401) ({ token } = await createVendor(platform.container));
      });
      expect(failed).toEqual([]);
      expect(lines.splice(0)).toEqual([]);
    },
  );
});
