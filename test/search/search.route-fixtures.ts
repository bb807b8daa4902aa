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

interface Rule {
  query?: unknown;
  pins?: unknown;
  buried?: unknown;
  boosts?: unknown;
  redirect?: unknown;
}

const isObject = (item: unknown): item is Record<string, unknown> =>
  typeof item === 'object' && item !== null;

/** Each product, brand and place once, of which the first are there; a redirect is a path. */
function fitRule({ ...rule }: Rule, productId: string, brandId: string): Rule {
  if (Array.isArray(rule.pins) && rule.pins.every(isObject)) {
    const isOne = rule.pins.length === 1;
    rule.pins = rule.pins.map((pin, n) => ({
      ...pin,
      productId: n === 0 ? productId : newId(),
      ...(!isOne && { position: n + 1 }),
    }));
  }
  if (Array.isArray(rule.buried)) rule.buried = rule.buried.map((_id, n) => (n === 0 ? productId : newId()));
  if (Array.isArray(rule.boosts) && rule.boosts.every(isObject))
    rule.boosts = rule.boosts.map(({ kind, id: _id, days, ...boost }, n) =>
      kind === 'new' || days !== undefined
        ? { ...boost, kind: 'new', days: days ?? 30 }
        : { ...boost, kind, id: n === 0 ? brandId : newId() },
    );
  if (typeof rule.redirect === 'string' && rule.redirect !== '') rule.redirect = `/${rule.redirect.slice(1)}`;
  return rule;
}

/** No two rules are for the same. */
const uniqueRule: MakeFixture = async ({ fixtures }) => {
  const query = () => `word${newId().slice(-12)}`;
  const first = query();
  const productId = await fixtures.make('product');
  const brandId = await fixtures.make('brand');
  const fit = (json: unknown) => {
    const rule = fitRule(json as Rule, productId, brandId);
    return rule.query === first ? { ...rule, query: query() } : rule;
  };
  return { body: { query: first, redirect: '/pages/diwali' }, fit };
};

const previewedRule: MakeFixture = async (at) => {
  const { body, fit = (json: unknown) => json } = await uniqueRule(at);
  return {
    body: { rule: body },
    fit: (json) => ({ ...(json as object), rule: fit((json as { rule: unknown }).rule) }),
  };
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
  'POST /admin/search/rules/preview': previewedRule,
  'PUT /admin/search/rules/:id': uniqueRule,
  'POST /admin/search/synonyms': uniqueSynonym,
  'PUT /admin/search/synonyms/:id': uniqueSynonym,
};
