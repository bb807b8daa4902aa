import { buildOnce } from '#lib/build-once.js';

/**
 * An operation that is built once for what it is built from: operations that use each other share it, and a process
 * with one set of dependencies has one of each.
 */
export function builtOnce<D extends object, T extends object>(create: (deps: D) => T): (deps: D) => T {
  return (deps) => buildOnce(deps, create);
}
