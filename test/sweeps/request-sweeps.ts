import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Route } from '#api/kernel/route.js';
import { bodySweep } from './bodies.sweep.js';
import { limitsSweep } from './limits.sweep.js';
import { lostKeysSweep } from './lost-keys.sweep.js';
import { querySweep } from './queries.sweep.js';
import { startSweep, type Sweep } from './sweep.js';
import { textSweep } from './texts.sweep.js';
import { unknownKeysSweep } from './unknown-keys.sweep.js';
import { unknownQueryKeysSweep } from './unknown-query-keys.sweep.js';

/** What is wrong with a request must be said, and must not do anything: each of these routes, from its declaration. */
export function requestSweeps(routes: readonly [string, Route][]): void {
  if (routes.length === 0) {
    it.skip('no route was chosen', () => undefined);
    return;
  }
  let sweep: Sweep;

  beforeAll(async () => {
    sweep = await startSweep();
  });
  afterAll(() => sweep.stop());

  const now = () => sweep;

  describe('a body that is not what the route takes', () => bodySweep(routes, now));
  describe('a query', () => querySweep(routes, now));
  describe('a query with keys that a route does not know', () => unknownQueryKeysSweep(routes, now));
  describe('texts that nothing can keep', () => textSweep(routes, now));
  describe('a key that no object keeps', () => lostKeysSweep(routes, now));
  // These write where the request turns out to be right, so they come last.
  describe('keys that a route does not know', () => unknownKeysSweep(routes, now));
  describe('limits', () => limitsSweep(routes, now));
}
