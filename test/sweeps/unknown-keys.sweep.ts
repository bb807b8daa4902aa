import { expect, it } from '@jest/globals';
import type { Route } from '#api/_shared/route.js';
import { inputSchema, sampleBody } from './sample-body.js';
import type { Sweep } from './sweep.js';

/** Keys that a route does not know: refused by name where it says so, left out elsewhere. */
export function unknownKeysSweep(routes: readonly [string, Route][], sweep: () => Sweep): void {
  // A record takes every key; what it makes of them is for its feature to say.
  const taking = routes.filter(([, route]) => {
    const { additionalProperties } = inputSchema(route) ?? { additionalProperties: {} };
    return typeof additionalProperties !== 'object';
  });

  it.each(taking)('%s', async (_name, route) => {
    const body = sampleBody(route, sweep().world.idOf) as object;
    const sent = JSON.stringify({ ...body, notKnownHere: 1 });
    const { status, error } = await sweep().call(route, { body: sent });
    const issues = error.errors?.filter(({ message }) => message.includes('notKnownHere'));
    if (route.unknownKeys === 'strict') {
      expect([status, error.errorCode, issues?.[0]?.path]).toEqual([400, 'VALIDATION_ERROR', 'body']);
    } else {
      expect([status, status === 400, issues ?? []]).toEqual([status, false, []]);
    }
    const inherited = JSON.stringify(body).replace(/^\{/, '{"__proto__":{"admin":true},').replace(',}', '}');
    await sweep().call(route, { body: inherited });
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
}
