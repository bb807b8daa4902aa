import { expect } from '@jest/globals';
import type { Place } from './json-schema.js';
import type { SweepResponse } from './sweep.js';

/** What is put where into a body. */
export interface Change {
  place: Place;
  value: unknown;
}

/**
 * Every value at every place in as few bodies as may be: places of one depth do not touch each other, and one response
 * names them all. The first body has the first value of each, and so on.
 */
export function allAtOnce(
  places: readonly Place[],
  valuesFor: (place: Place) => readonly unknown[],
): Change[][] {
  const rounds = new Map<string, Change[]>();
  for (const place of places) {
    valuesFor(place).forEach((value, round) => {
      const key = `${place.path.length} ${round}`;
      rounds.set(key, [...(rounds.get(key) ?? []), { place, value }]);
    });
  }
  return [...rounds.values()];
}

/** Holds that a body is refused, and that each change is named: its place, or the alternatives that it is part of. */
export function expectNamed(
  response: SweepResponse,
  changes: readonly Pick<Change, 'place'>[],
  sent: unknown,
): void {
  const paths = (response.error.errors ?? []).map(({ path }) => path);
  const unnamed = changes
    .map(({ place }) => ['body', ...place.path].join('.'))
    .filter((wanted) => !paths.some((path) => path !== 'body' && `${wanted}.`.startsWith(`${path}.`)));
  const { status, error } = response;
  expect({ sent, status, code: error.errorCode, unnamed, paths }).toMatchObject({
    status: 400,
    code: 'VALIDATION_ERROR',
    unnamed: [],
  });
}
