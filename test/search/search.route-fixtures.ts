import { newId } from '#lib/ids.js';
import type { MakeFixture } from '../sweeps/fixture-makers.js';

/** No two synonyms are the same. */
const uniqueSynonym: MakeFixture = () => {
  const root = () => `word${newId().slice(-12)}`;
  const first = root();
  const fit = (json: unknown) =>
    (json as { root?: unknown }).root === first ? { ...(json as object), root: root() } : json;
  return Promise.resolve({ body: { root: first, words: ['chai', 'coffee'] }, fit });
};

/** No two rules are for the same. */
const uniqueRule: MakeFixture = () => {
  const query = () => `word${newId().slice(-12)}`;
  const first = query();
  const fit = (json: unknown) =>
    (json as { query?: unknown }).query === first ? { ...(json as object), query: query() } : json;
  return Promise.resolve({ body: { query: first, redirect: '/pages/diwali' }, fit });
};

const explained: MakeFixture = async ({ fixtures }) => ({
  query: `?q=lamp&productId=${await fixtures.make('product')}`,
});

export const searchRouteFixtures: Readonly<Record<string, MakeFixture>> = {
  'GET /admin/search/explain': explained,
  'GET /admin/search/missed-queries': () => Promise.resolve({ query: '?kind=zero-results' }),
  'GET /admin/quick-search': () => Promise.resolve({ query: '?q=lamp' }),
  'GET /store/product-search/suggestions': () => Promise.resolve({ query: '?q=lamp' }),
  'POST /admin/search/rules': uniqueRule,
  'PUT /admin/search/rules/:id': uniqueRule,
  'POST /admin/search/synonyms': uniqueSynonym,
  'PUT /admin/search/synonyms/:id': uniqueSynonym,
};
