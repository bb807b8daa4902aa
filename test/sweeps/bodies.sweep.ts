import { expect } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import type { Route } from '#api/kernel/route.js';
import { allAtOnce, expectNamed } from './changes.js';
import { type JsonSchema, placesOf, typeOf, typesOf } from './json-schema.js';
import { inputSchema, sampleBody, withValue, without } from './sample-body.js';
import { eachRoute, inParallel, type Sweep } from './sweep.js';

/** One value of each type of JSON. */
const oneOfEach = ['text', 7, 1.5, true, {}, [], null];

/** What does not belong at a place: other types, and texts that are not of its kind. */
function wrongValues(variants: readonly JsonSchema[]): unknown[] {
  const types = typesOf(variants);
  if (!types) return [];
  const wrong: unknown[] = oneOfEach.filter((value) => !types.has(typeOf(value)));
  const texts = variants.filter(({ type }) => type === 'string');
  const choosy = texts.length > 0 && texts.every(({ enum: values, format }) => values ?? format);
  return choosy ? [...wrong, 'neither this nor that'] : wrong;
}

async function notJson(sweep: Sweep, route: Route): Promise<void> {
  const broken = ['{', '{"a":', 'no json', '\u0000', '{"a":1}}'];
  for (const body of broken) {
    const { status, error } = await sweep.call(route, { body });
    expect([body, status, error.errorCode]).toEqual([body, 400, 'BAD_REQUEST']);
  }
  const packed = { body: new TextEncoder().encode('not packed'), headers: { 'content-encoding': 'gzip' } };
  const response = await sweep.call(route, packed);
  expect([response.status, response.error.errorCode]).toEqual([400, 'BAD_REQUEST']);
}

async function notTheType(sweep: Sweep, route: Route, body: string): Promise<void> {
  const others: Record<string, string>[] = [
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'application/json; charset=iso-8859-1' },
    { 'content-encoding': 'compress' },
  ];
  for (const headers of others) {
    const response = await sweep.call(route, { body, headers });
    expect([headers, response.status, response.error.errorCode]).toEqual([
      headers,
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
  }
}

async function notAnObject(sweep: Sweep, route: Route, schema: JsonSchema): Promise<void> {
  for (const value of oneOfEach.filter((item) => typeOf(item) !== schema.type)) {
    const { status, error } = await sweep.call(route, { body: JSON.stringify(value) });
    expect([value, status, error.errorCode]).toEqual([value, 400, 'VALIDATION_ERROR']);
    expect(error.errors?.map(({ path }) => path)).toEqual(['body']);
  }
}

/** Bodies that are not JSON, not an object, or have the wrong things in them: 400 that names the place, and nothing is written. */
export function bodySweep(routes: readonly [string, Route][], sweep: () => Sweep): void {
  const taking = routes.filter(([, route]) => inputSchema(route));

  eachRoute(taking)('%s', async (_name, route) => {
    const schema = inputSchema(route) ?? {};
    const body = sampleBody(route, sweep().fixtures.idOf);
    await sweep().changesNothing(async () => {
      await notJson(sweep(), route);
      await notTheType(sweep(), route, JSON.stringify(body));
      await notAnObject(sweep(), route, schema);
      const wrong = allAtOnce(placesOf(schema), (place) => wrongValues(place.variants));
      await inParallel(wrong, async (changes) => {
        const sent = changes.reduce((made, { place, value }) => withValue(made, place, schema, value), body);
        expectNamed(await sweep().call(route, { body: JSON.stringify(sent) }), changes, sent);
      });
      const missing = placesOf(schema).filter(({ required }) => required);
      await inParallel(missing, async (place) => {
        const sent = without(body, place, schema);
        expectNamed(await sweep().call(route, { body: JSON.stringify(sent) }), [{ place }], sent);
      });
    });
  });

  // Where the chosen routes have one that takes a body.
  eachRoute(taking.slice(0, 1))('%s: a packed body is unpacked', async (_name, route) => {
    const response = await sweep().call(route, {
      body: gzipSync('{"unpacked": '),
      headers: { 'content-encoding': 'gzip' },
    });
    expect(response.error.errorCode).toBe('BAD_REQUEST');
  });
}
