import { expect } from '@jest/globals';
import type { Route } from '#api/kernel/route.js';
import { queryParameters } from './sample-query.js';
import { eachRoute, inParallel, type Sweep, type SweepResponse } from './sweep.js';

/** Names that every object responds to, brackets that some frameworks make objects of, and none at all. */
const strangeKeys = [
  'notKnownHere',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'a[b]',
  'a[]',
  'a.b',
  '__proto__[limit]',
  'constructor[prototype][limit]',
  '',
];

/** Keys that look like those that the route knows. */
const alike = (name: string) => [
  `${name}[gte]`,
  `${name}[__proto__]`,
  `${name}.x`,
  name.toUpperCase(),
  `${name} `,
];

/** What a client goes by; a stream, a file or a page says what time it is. */
function said({ status, error, json }: SweepResponse, { kind = 'json' }: Route) {
  return { status, errors: error.errors, json: kind === 'json' ? json : undefined };
}

/** Keys of a query that a route does not know are left out: the response is the one without them. */
export function unknownQueryKeysSweep(routes: readonly [string, Route][], sweep: () => Sweep): void {
  const reading = routes.filter(([, { method }]) => method === 'get');

  eachRoute(reading)('%s', async (_name, route) => {
    const parameters = queryParameters(route);
    const known = new Set(parameters.map(({ name }) => name));
    const keys = [...strangeKeys, ...parameters.flatMap(({ name }) => alike(name))];
    const plain = said(await sweep().call(route), route);
    const unknown = keys.filter((key) => !known.has(key)).map((key) => `${encodeURIComponent(key)}=2`);
    const all = unknown.join('&');
    // One by one only where anything of a query is read.
    const alone = route.query ? unknown.slice(0, strangeKeys.length) : [];
    await inParallel([all, `${all}&${all}`, ...alone], async (query) => {
      const response = await sweep().call(route, { query: `?${query}` });
      expect({ query, ...said(response, route) }).toEqual({ query, ...plain });
    });
  });
}
