import { expect } from '@jest/globals';
import type { Route } from '#api/kernel/route.js';
import { filterOperators } from '#domain/_shared/list-query.js';
import { routeFixtures } from './route-fixtures.js';
import { prepareRequest } from './prepared-request.js';
import { type QueryParameter, edgeTexts, filterTexts, queryParameters, wrongTexts } from './sample-query.js';
import { eachRoute, inParallel, type Sweep } from './sweep.js';

const pair = (name: string, value: string) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;

/** Lists side by side: the first of each together, then the second. */
function rounds<T>(lists: readonly (readonly T[])[]): T[][] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, round) => lists.flatMap((list) => list.slice(round, round + 1)));
}

type Filters = NonNullable<QueryParameter['filters']>;
type Operators = QueryParameter['operators'];

/** Filters that break one rule. */
function wrongFilters(filters: Filters, operators: Operators): string[] {
  const known = Object.entries(filters).flatMap(([field, type]) => [
    ...filterTexts(type).bad.map((value) => `${field}:eq:${value}`),
    ...['between', '', 'EQ', 'toString'].map((operator) => `${field}:${operator}:1`),
    ...(type === 'string' ? [] : [`${field}:like:1`]),
    ...refused(field, operators).map((operator) => `${field}:${operator}:${filterTexts(type).good[0] ?? ''}`),
    `${field}:eq`,
    field,
  ]);
  return [...known, 'colour:eq:red', '__proto__:eq:1', 'constructor:eq:1', ':eq:1', '::', ''];
}

function refused(field: string, operators: Operators): string[] {
  const taken = operators?.[field];
  return taken ? filterOperators.filter((operator) => !taken.includes(operator)) : [];
}

/** Filters that break none, for each field. */
function rightFilters(filters: Filters, taken: Operators): string[][] {
  return Object.entries(filters).map(([field, type]) => {
    const { good } = filterTexts(type);
    const usual = filterOperators.filter((operator) => operator !== 'like' || type === 'string');
    const operators = taken?.[field] ?? usual;
    return [
      ...good.map((value) => `${field}:eq:${value}`),
      ...operators.map((operator) => `${field}:${operator}:${good[0] ?? ''}`),
      ...(operators.includes('in') ? [`${field}:in:${good.join(',')}`] : []),
    ];
  });
}

/** Routes whose queries are right once and in one combination, and why; what they refuse is tried all the same. */
const singleUseQueries: Readonly<Record<string, string>> = {
  'POST /store/orders/:orderId/cancel':
    'is for orders that were paid where store credit is on: test/store-credit/store-credit.workflow.test.ts',
  'GET /admin/merchant-feed/oauth/callback':
    'its state and code are made by the consent page for one request',
  'GET /admin/social-catalog/oauth/callback': 'its state and code are made by the dialog for one request',
};

/** Queries that break rules: 400 that names each parameter. What the rules allow gets a response, up to their edges. */
export function querySweep(routes: readonly [string, Route][], sweep: () => Sweep): void {
  const asking = routes.filter(([, route]) => queryParameters(route).length > 0);

  async function refuses(route: Route, query: string, names: string[]): Promise<void> {
    const { status, error } = await sweep().call(route, { query: `?${query}` });
    const unnamed = names.filter((name) => !error.errors?.some(({ path }) => path === `query.${name}`));
    expect({ query, status, code: error.errorCode, unnamed }).toEqual({
      query,
      status: 400,
      code: 'VALIDATION_ERROR',
      unnamed: [],
    });
  }

  /** The edges of a parameter; one that must name a row names one that is there. */
  function rightTexts(parameter: QueryParameter): string[] {
    const entity = parameter.required ? parameter.schema['x-entity'] : undefined;
    return entity ? [sweep().fixtures.keyOf(entity, 'id')] : edgeTexts(parameter);
  }

  eachRoute(asking)('%s refuses what is wrong', async (_name, route) => {
    const parameters = queryParameters(route);
    const texts = parameters.map(({ name, ...rest }) =>
      wrongTexts({ name, ...rest }).map((text) => ({ name, text })),
    );
    const repeated = parameters
      .filter(({ schema }) => schema.type !== 'array')
      .map((parameter) => ({ name: parameter.name, text: edgeTexts(parameter)[0] ?? 'text' }));
    await inParallel([...rounds(texts), [...repeated, ...repeated]], async (sent) => {
      const names = sent.map(({ name }) => name);
      await refuses(route, sent.map(({ name, text }) => pair(name, text)).join('&'), names);
    });
    const missing = parameters.filter(({ required, schema }) => required && schema.default === undefined);
    if (missing.length > 0)
      await refuses(
        route,
        '',
        missing.map(({ name }) => name),
      );
  });

  eachRoute(asking.filter(([, route]) => queryParameters(route).some(({ filters }) => filters)))(
    '%s refuses each wrong filter',
    async (_name, route) => {
      for (const { name, filters, operators } of queryParameters(route)) {
        const wrong = filters ? wrongFilters(filters, operators) : [];
        for (let from = 0; from < wrong.length; from += 100) {
          const some = wrong.slice(from, from + 100);
          const query = some.map((text) => pair(name, text)).join('&');
          const { status, error } = await sweep().call(route, { query: `?${query}` });
          const issues = error.errors?.filter(({ path }) => path === `query.${name}`);
          expect({ status, issues: issues?.length }).toEqual({ status: 400, issues: some.length });
        }
      }
    },
  );

  eachRoute(asking)('%s takes what is right', async (name, route) => {
    if (name in singleUseQueries) return;
    const parameters = queryParameters(route);
    const lists = parameters.map((parameter) =>
      rightTexts(parameter).map((text) => pair(parameter.name, text)),
    );
    const most = Math.max(0, ...lists.map(({ length }) => length));
    // What is required goes along in every round.
    const boundaries = lists.map((list, at) =>
      parameters[at]?.required ? Array.from({ length: most }, (_, n) => list[n] ?? list.at(-1) ?? '') : list,
    );
    const filters = parameters.flatMap(({ name, filters, operators }) =>
      filters ? rightFilters(filters, operators).map((texts) => texts.map((text) => pair(name, text))) : [],
    );
    // What writes takes a body beside its query, and some routes need more than fresh rows to succeed.
    const prepares = route.body !== undefined || name in routeFixtures;
    const { body } = prepares ? await prepareRequest(sweep().platform, route, sweep().fixtures) : {};
    await inParallel([...rounds(boundaries), ...rounds(filters)], async (pairs) => {
      const query = pairs.join('&');
      const { status, error } = await sweep().call(route, { query: `?${query}`, body });
      expect([query, status, error.errors]).toEqual([query, 200, undefined]);
    });
  });
}
