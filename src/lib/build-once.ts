const built = new WeakMap<object, Map<unknown, unknown>>();

/**
 * What is built from `deps`, once for each of them; later callers share it.
 * @param create builds it the first time
 */
export function buildOnce<D extends object, T>(deps: D, create: (deps: D) => T): T {
  const made = built.get(deps) ?? new Map<unknown, unknown>();
  built.set(deps, made);
  if (!made.has(create)) made.set(create, create(deps));
  return made.get(create) as T;
}
