import type { Feature } from '#domain/_shared/feature.js';
import { features } from '#domain/features.js';

type EntitiesOf<F> = F extends { readonly entities: readonly (infer Name extends string)[] } ? Name : never;

/**
 * Every kind of row that a path parameter may name, as the features say. A parameter must name one, so that the tests that
 * go over all routes can make a row of it for its owner and try it as somebody else.
 */
export type EntityName = EntitiesOf<(typeof features)[number]>;
export const entityNames = features
  .flatMap((feature: Feature) => (feature.entities ?? []) as readonly EntityName[])
  .sort();

/** What a 404 calls the entity. */
export function entityTitle(name: EntityName): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
