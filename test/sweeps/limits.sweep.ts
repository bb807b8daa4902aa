import { expect, it } from '@jest/globals';
import type { Route } from '#api/_shared/route.js';
import { BODY_LIMIT } from '#api/middleware/body.js';
import { type JsonSchema, type Place, placesOf } from './json-schema.js';
import { inputSchema, sample, sampleBody, withValue } from './sample-body.js';
import { inParallel, type Sweep } from './sweep.js';

interface Edge {
  place: Place;
  /** Just what is allowed. */
  at: unknown;
  /** One more. */
  past: unknown;
}

function textOf(length: number, { format, pattern }: JsonSchema): string {
  if (format === 'uri') return 'https://example.com/'.padEnd(length, 'x');
  return pattern && !new RegExp(pattern).test('x') ? '1'.repeat(length) : 'x'.repeat(length);
}

function itemsOf(count: number, { items = {} }: JsonSchema, root: JsonSchema): unknown[] {
  return Array.from({ length: count }, () => sample(items, root));
}

function edgesOf(place: Place, root: JsonSchema): Edge[] {
  return place.variants.flatMap((schema) => {
    const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
    const edges: Edge[] = [];
    const add = (at: unknown, past: unknown) => edges.push({ place, at, past });
    if (minimum !== undefined) add(minimum, minimum - 1);
    if (maximum !== undefined) add(maximum, maximum + 1);
    if (minLength) add(textOf(minLength, schema), textOf(minLength - 1, schema));
    if (maxLength !== undefined) add(textOf(maxLength, schema), textOf(maxLength + 1, schema));
    if (minItems) add(itemsOf(minItems, schema, root), itemsOf(minItems - 1, schema, root));
    if (maxItems !== undefined) add(itemsOf(maxItems, schema, root), itemsOf(maxItems + 1, schema, root));
    return edges;
  });
}

/** Whatever a schema allows at most must get through to the end; one more is 400 that names the place. */
export function limitsSweep(routes: readonly [string, Route][], sweep: () => Sweep): void {
  const taking = routes.filter(([, route]) => inputSchema(route));

  it.each(taking)('%s: lengths, amounts, counts', async (_name, route) => {
    const schema = inputSchema(route) ?? {};
    const body = sampleBody(route, sweep().world.idOf);
    const edges = placesOf(schema).flatMap((place) => edgesOf(place, schema));
    await inParallel(edges, async ({ place, at, past }) => {
      const where = ['body', ...place.path].join('.');
      const send = (value: unknown) =>
        sweep().call(route, { body: JSON.stringify(withValue(body, place, schema, value)) });
      const within = await send(at);
      const refused = within.error.errors?.filter(
        ({ path, code }) => path === where && /^too_(big|small)$/.test(code),
      );
      expect([where, 'within', refused ?? []]).toEqual([where, 'within', []]);
      const { status, error } = await send(past);
      const named = (error.errors ?? []).some(
        ({ path }) => path !== 'body' && `${where}.`.startsWith(`${path}.`),
      );
      expect({ where, past: String(past).slice(0, 50), status, named }).toMatchObject({
        status: 400,
        named: true,
      });
    });
  });

  const reading = routes.filter(
    ([, { body, bodyKind }]) => (body && bodyKind !== 'multipart') || bodyKind === 'raw',
  );
  it.each(reading)('%s: a body that is too large', async (_name, route) => {
    const body = `{"x":"${'x'.repeat(route.bodyLimit ?? BODY_LIMIT)}"}`;
    const { status, error } = await sweep().call(route, { body });
    expect([status, error.errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  const idempotent = routes.filter(([, route]) => route.idempotent);
  it.each(idempotent)('%s: keys that are none', async (_name, route) => {
    const body = JSON.stringify(sampleBody(route, sweep().world.idOf));
    for (const key of ['', 'k'.repeat(256), 'two words', 'caf\u00e9']) {
      const { status, error } = await sweep().call(route, { body, headers: { 'idempotency-key': key } });
      expect([key, status, error.errors?.[0]?.path]).toEqual([key, 400, 'header.idempotency-key']);
    }
  });
}
