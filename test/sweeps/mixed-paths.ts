import type { Route } from '#api/kernel/route.js';
import { pathOf, rowParams } from './send-route.js';
import type { Fixtures } from './fixtures.js';

/** Rows of the caller, other rows of the same caller, and rows of somebody else. */
export interface FixtureIds {
  own: Fixtures;
  alsoOwn: Fixtures;
  foreign: Fixtures;
}

/** Each way to give every one of `count` ids an owner. */
function waysToOwn<T>(owners: readonly T[], count: number): T[][] {
  if (count === 0) return [[]];
  return waysToOwn(owners, count - 1).flatMap((way) => owners.map((owner) => [...way, owner]));
}

/**
 * The paths of a route whose ids name rows that its caller must not get at together: a parent with the child of
 * another, however the two are owned, and somebody else's altogether. An administrator may see everybody's, so for
 * them only the mixed ones are left.
 */
export function mixedPaths(route: Route, { own, alsoOwn, foreign }: FixtureIds): string[] {
  const names = rowParams(route);
  const seesAll = route.auth !== 'customer' && route.auth !== 'vendor';
  return waysToOwn([own, alsoOwn, foreign], names.length)
    .filter((way) => new Set(way).size > 1 || (way[0] === foreign && !seesAll))
    .map((way) =>
      pathOf(route, (entity, column, name) => (way[names.indexOf(name)] ?? own).keyOf(entity, column)),
    );
}
