import { buildOnce } from '#lib/build-once.js';

/**
 * A service, made once for each platform: what another feature uses too is the same one that the routes have.
 * @param create `create<Name>Service`
 */
export function sharedService<P extends object, S>(platform: P, create: (platform: P) => S): S {
  return buildOnce(platform, create);
}
