const made = new WeakMap<object, Map<unknown, unknown>>();

/**
 * A service, made once for each platform: what another feature uses too is the same one that the routes have.
 * @param create `create<Name>Service`
 */
export function sharedService<P extends object, S>(platform: P, create: (platform: P) => S): S {
  const services = made.get(platform) ?? new Map<unknown, unknown>();
  made.set(platform, services);
  if (!services.has(create)) services.set(create, create(platform));
  return services.get(create) as S;
}
