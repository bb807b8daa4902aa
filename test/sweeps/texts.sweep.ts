import { expect } from '@jest/globals';
import { isEntityParam, type Route } from '#api/kernel/route.js';
import { allAtOnce, expectNamed } from './changes.js';
import { emptyForUnknown } from './empty-for-unknown.js';
import { placesOf, typesOf } from './json-schema.js';
import { inputSchema, sampleBody, withValue } from './sample-body.js';
import { queryParameters } from './sample-query.js';
import { eachRoute, inParallel, type Sweep } from './sweep.js';
import { nameOf } from './send-route.js';

/** What a path can carry and no row is called: NUL, broken escapes, broken UTF-8, a way out, more than any name. */
const strangeSegments = [
  '%00',
  'a%00b',
  '%',
  '%zz',
  '%ff',
  '%ED%A0%80',
  '..%2f..%2fetc',
  '%F0%9F%AA%94',
  'x'.repeat(4000),
];

const strangeQueryTexts = ['%ff', '%ED%A0%80', '%', '%zz', '%F0%9F%AA%94', '%E0%A4%95'];

/** Texts that the database cannot keep, or that files cannot show. */
const brokenTexts = ['a\u0000b', '\u0000', '\ud800', 'a\udc00b', '\udc00\ud800', 'a\uffffb', '\ufffe'];

const DEEP = 20_000;

/** The path with one parameter after the other replaced by a strange segment. */
function strangePaths(route: Route, keyed: string): string[] {
  const [names, values] = [route.path.split('/'), keyed.split('/')];
  return names.flatMap((name, index) =>
    /^[:*]/.test(name) ? strangeSegments.map((strange) => values.with(index, strange).join('/')) : [],
  );
}

async function refuses(sweep: Sweep, route: Route, sent: object, path: string): Promise<void> {
  const { status, error } = await sweep.call(route, sent);
  const named = (error.errors ?? []).some(
    (issue) => path === issue.path || path.startsWith(`${issue.path}.`),
  );
  expect({ sent, status, code: error.errorCode, named, errors: error.errors }).toMatchObject({
    status: 400,
    code: 'VALIDATION_ERROR',
    named: true,
  });
}

/** Texts that are no texts, in path, query and body: 400 or 404, and never a failure of ours. */
export function textSweep(routes: readonly [string, Route][], sweep: () => Sweep): void {
  const withParams = routes.filter(([, { params }]) => Object.keys(params).length > 0);
  eachRoute(withParams)('%s: path', async (name, route) => {
    const keyed = sweep().pathOf(route);
    await inParallel(strangePaths(route, keyed), async (path) => {
      const { status } = await sweep().call(route, { path });
      expect([path, status]).toEqual([path, expect.any(Number)]);
      const ids = Object.values(route.params).every(isEntityParam);
      const expected = ids ? [404] : [400, 401, 404, ...(emptyForUnknown[name] ? [200] : [])];
      expect([path, expected]).toEqual([path, expect.arrayContaining([status])]);
    });
  });

  const asking = routes.filter(([, route]) => queryParameters(route).length > 0);
  eachRoute(asking)('%s: query', async (_name, route) => {
    await inParallel(queryParameters(route), async ({ name, filters = {} }) => {
      const key = encodeURIComponent(name);
      await refuses(sweep(), route, { query: `?${key}=a%00b` }, `query.${name}.0`);
      for (const text of strangeQueryTexts) {
        const { status } = await sweep().call(route, { query: `?${key}=${text}&%ff=%ff&%=%` });
        expect([text, [200, 400]]).toEqual([text, expect.arrayContaining([status])]);
      }
      const fields = Object.keys(filters).map((field) => `${key}=${field}:eq:a%00b`);
      if (fields.length > 0)
        await refuses(sweep(), route, { query: `?${fields.join('&')}` }, `query.${name}.0`);
    });
  });

  const taking = routes.filter(([, route]) => inputSchema(route));
  eachRoute(taking)('%s: body', async (_name, route) => {
    const schema = inputSchema(route) ?? {};
    const body = sampleBody(route, sweep().fixtures.idOf);
    const places = placesOf(schema).filter(({ variants }) => typesOf(variants)?.has('string') ?? true);
    const broken = allAtOnce(places, () => brokenTexts);
    await sweep().changesNothing(async () => {
      await inParallel(broken, async (changes) => {
        const sent = changes.reduce((made, { place, value }) => withValue(made, place, schema, value), body);
        expectNamed(await sweep().call(route, { body: JSON.stringify(sent) }), changes, sent);
      });
      await refuses(sweep(), route, { body: '{"a\\u0000b":1}' }, 'body');
      const deep = `{"metadata":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`;
      const { status, error } = await sweep().call(route, { body: deep });
      expect([nameOf(route), status, error.errorCode]).toEqual([nameOf(route), 400, 'VALIDATION_ERROR']);
    });
  });
}
