import type { EntityName } from '#api/kernel/entities.js';
import type { Route } from '#api/kernel/route.js';
import { placesOf } from './json-schema.js';
import { entityOf, inputSchema } from './sample-body.js';
import { pathOf } from './send-route.js';

/** The entities whose ids a request of the route may carry, in its path or in its body. */
export function entitiesOf(route: Route): EntityName[] {
  const named = new Set<EntityName>();
  pathOf(route, (entity) => {
    named.add(entity);
    return entity;
  });
  for (const { path } of placesOf(inputSchema(route) ?? {})) {
    const entity = entityOf(String(path.at(-1)));
    if (entity) named.add(entity);
  }
  return [...named];
}
