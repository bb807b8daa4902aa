import { expect } from '@jest/globals';
import type { Route } from '#api/kernel/route.js';
import { BODY_LIMIT } from '#api/kernel/middleware/body.js';
import { bodySchema } from '#api/kernel/middleware/validate.js';
import { boundariesOf } from './boundaries.js';
import { type JsonSchema, type Place, placesOf } from './json-schema.js';
import { prepareRequest } from './prepared-request.js';
import { inputSchema, sampleBody, sampleItems, withValue } from './sample-body.js';
import { createTexts } from './sample-text.js';
import { eachRoute, inParallel, type Sweep, type SweepResponse } from './sweep.js';
import { unreachableBounds } from './unreachable-bounds.js';
import type { Fixtures } from './fixtures.js';
import { withoutSuccess } from './without-success.js';

const whereOf = ({ path }: Place) => ['body', ...path].join('.');

/** How often a text that was taken is followed by another: of one letter there are not many. */
const TEXTS = 6;

/** What others have used up is tried again with rows that nobody has touched. */
async function withFreshRows(
  first: SweepResponse,
  again: () => Promise<SweepResponse>,
): Promise<SweepResponse> {
  let response = first;
  for (let attempt = 0; attempt < TEXTS && response.status >= 300; attempt += 1) {
    if (attempt > 0 && response.error.errorCode !== 'UNIQUE_VIOLATION') break;
    response = await again();
  }
  return response;
}

/** Whatever a schema allows at most must succeed; one more is 400 that names the place. */
export function limitsSweep(routes: readonly [string, Route][], sweep: () => Sweep): void {
  const taking = routes.filter(([, route]) => inputSchema(route));
  const texts = createTexts();
  const boundariesIn = (fixtures: Fixtures, place: Place, root: JsonSchema) =>
    boundariesOf(place, texts, (schema, count) =>
      sampleItems(schema, count, root, { idOf: fixtures.idOf, property: String(place.path.at(-1)) }),
    );

  /** Calls a route at an edge of a place, or a step past it, with the rows of a world; all else of the body is right. */
  async function callAt(
    route: Route,
    { place, index }: { place: Place; index: number },
    fixtures: Fixtures,
  ): Promise<{ at: () => Promise<SweepResponse>; past: () => Promise<SweepResponse> }> {
    const root = inputSchema(route) ?? {};
    const { json, fit, body: _body, ...request } = await prepareRequest(sweep().platform, route, fixtures);
    const bodyWith = (value: unknown) => fit(withValue(json, place, root, value));
    const send = async (value: unknown) =>
      sweep().call(route, { ...request, body: JSON.stringify(await bodyWith(value)) });
    for (const { at, past } of boundariesIn(fixtures, place, root)[index]?.values ?? [])
      if (bodySchema(route)?.safeParse(await bodyWith(at)).success)
        return { at: () => send(at), past: () => send(past) };
    throw new Error(`${whereOf(place)} takes none of the values at its bound: add one to sample-text.ts`);
  }

  eachRoute(taking)('%s: lengths, amounts, counts', async (name, route) => {
    const root = inputSchema(route) ?? {};
    const fixtures = await sweep().freshWorld(route);
    const boundaries = placesOf(root).flatMap((place) =>
      boundariesIn(fixtures, place, root).map(({ bound }, index) => ({ place, bound, index })),
    );
    await inParallel(boundaries, async (edge) => {
      const where = whereOf(edge.place);
      const { at, past } = await callAt(route, edge, fixtures);
      const within = await withFreshRows(await at(), async () =>
        (await callAt(route, edge, await sweep().freshWorld(route))).at(),
      );
      const { status, text } = within;
      const said = { where, bound: edge.bound, status, text: text.slice(0, 500) };
      const places = [`${name} ${where}`, `${name} ${where} ${edge.bound}`];
      const reached = !places.some((place) => unreachableBounds.has(place)) && !(name in withoutSuccess);
      expect({ ...said, succeeds: status < 300 }).toEqual({ ...said, succeeds: reached });
      const { status: refusal, error } = await past();
      const named = (error.errors ?? []).some(
        ({ path }) => path !== 'body' && `${where}.`.startsWith(`${path}.`),
      );
      expect({ where, bound: edge.bound, refusal, named }).toMatchObject({ refusal: 400, named: true });
    });
  });

  const reading = routes.filter(
    ([, { body, bodyKind }]) => (body && bodyKind !== 'multipart') || bodyKind === 'raw',
  );
  eachRoute(reading)('%s: a body that is too large', async (_name, route) => {
    const body = `{"x":"${'x'.repeat(route.bodyLimit ?? BODY_LIMIT)}"}`;
    const { status, error } = await sweep().call(route, { body });
    expect([status, error.errorCode]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  const idempotent = routes.filter(([, route]) => route.idempotent);
  eachRoute(idempotent)('%s: keys that are none', async (_name, route) => {
    const body = JSON.stringify(sampleBody(route, sweep().fixtures.idOf));
    for (const key of ['', 'k'.repeat(256), 'two words', 'caf\u00e9']) {
      const { status, error } = await sweep().call(route, { body, headers: { 'idempotency-key': key } });
      expect([key, status, error.errors?.[0]?.path]).toEqual([key, 400, 'header.idempotency-key']);
    }
  });
}
