/** Stands for `@jest/globals`: the bindings are live, so that modules which outlast a test file see those of the next. */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

/** @param {typeof import('@jest/globals')} globals what jest made for the file that is about to run */
export function useJest(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
