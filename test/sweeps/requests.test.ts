import { afterAll, beforeAll, describe } from '@jest/globals';
import { allRoutes } from '#api/routes.js';
import type { Route } from '#api/_shared/route.js';
import { bodySweep } from './bodies.sweep.js';
import { nameOf } from './send-route.js';
import { startSweep, type Sweep } from './sweep.js';

/** What is wrong with a request must be said, and must not do anything: every route, from its declaration. */

let sweep: Sweep;

beforeAll(async () => {
  sweep = await startSweep();
}, 60_000);
afterAll(() => sweep.stop());

const routes = allRoutes.map((route): [string, Route] => [nameOf(route), route]);
const now = () => sweep;

describe('a body that is not what the route takes', () => bodySweep(routes, now));
