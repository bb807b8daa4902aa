import { expect } from '@jest/globals';
import type { Route } from '#api/kernel/route.js';
import { inputSchema, sampleBody } from './sample-body.js';
import { eachRoute, type Sweep } from './sweep.js';

/**
 * One that nobody would think of, those that every object responds to, and brackets that some frameworks read. The one
 * that no object keeps is refused by every route: lost-keys.sweep.ts.
 */
const strangeKeys = ['notKnownHere', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'a[b]'];

/** Keys that a route does not know: refused by name where it says so, left out elsewhere. */
export function unknownKeysSweep(routes: readonly [string, Route][], sweep: () => Sweep): void {
  // A record takes every key; what it makes of them is for its feature to say.
  const taking = routes.filter(([, route]) => {
    const { additionalProperties } = inputSchema(route) ?? { additionalProperties: {} };
    return typeof additionalProperties !== 'object';
  });

  eachRoute(taking)('%s', async (_name, route) => {
    const body = JSON.stringify(sampleBody(route, sweep().fixtures.idOf));
    // As text: some of them are no keys that an object in a program takes.
    const added = strangeKeys.map((key) => `"${key}":{"admin":true}`).join();
    const sent = body === '{}' ? `{${added}}` : body.replace('{', `{${added},`);
    const { status, error } = await sweep().call(route, { body: sent });
    const issues = error.errors?.filter(({ message }) => strangeKeys.some((key) => message.includes(key)));
    if (route.unknownKeys === 'strict') {
      expect([status, error.errorCode, issues?.[0]?.path]).toEqual([400, 'VALIDATION_ERROR', 'body']);
      const unnamed = strangeKeys.filter((key) => !issues?.[0]?.message.includes(key));
      expect(unnamed).toEqual([]);
    } else {
      expect([status, status === 400, issues ?? []]).toEqual([status, false, []]);
    }
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
}
