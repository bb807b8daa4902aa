import { expect } from '@jest/globals';
import type { Route } from '#api/kernel/route.js';
import { placesOf, typesOf } from './json-schema.js';
import { inputSchema, sampleBody, withValue } from './sample-body.js';
import { eachRoute, inParallel, type Sweep } from './sweep.js';

/** Where an object would be written with the key: a program that makes one takes it for what the object inherits from. */
const MARK = 'notKeptHere';

/** With a mark in the place of the key, a few objects and lists down. */
const deep = { list: [{ [MARK]: { admin: true } }] };

/** A key that no object keeps is refused with its place, known or unknown to the route and at any depth: nothing is lost. */
export function lostKeysSweep(routes: readonly [string, Route][], sweep: () => Sweep): void {
  const taking = routes.filter(([, route]) => inputSchema(route));

  eachRoute(taking)('%s', async (_name, route) => {
    const schema = inputSchema(route) ?? {};
    const body = (sampleBody(route, sweep().fixtures.idOf) ?? {}) as object;
    const objects = placesOf(schema).filter(({ variants }) => typesOf(variants)?.has('object') ?? true);
    const bodies: [string, object][] = [
      ['body', { ...body, [MARK]: null }],
      ['body.notKnownHere.list.0', { ...body, notKnownHere: deep }],
      ...objects.flatMap((place): [string, object][] => [
        [['body', ...place.path].join('.'), withValue(body, place, schema, { [MARK]: 1 }) as object],
        [['body', ...place.path, 'list', 0].join('.'), withValue(body, place, schema, deep) as object],
      ]),
    ];
    const refuses = async ([place, sent]: [string, object]) => {
      // The second way to write the same key.
      for (const written of ['__proto__', '\\u005f_proto__']) {
        const text = JSON.stringify(sent).replace(MARK, () => written);
        const { status, error } = await sweep().call(route, { body: text });
        const issue = error.errors?.find(({ path }) => path === `${place}.__proto__`);
        expect({ text, status, code: error.errorCode, said: issue?.message }).toEqual({
          text,
          status: 400,
          code: 'VALIDATION_ERROR',
          said: 'must not be called __proto__',
        });
      }
    };
    await sweep().changesNothing(() => inParallel(bodies, refuses));
  });
}
