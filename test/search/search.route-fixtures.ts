import type { MakeFixture } from '../sweeps/fixture-makers.js';

export const searchRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'GET /store/product-search/suggestions': () => Promise.resolve({ query: '?q=lamp' }),
};
