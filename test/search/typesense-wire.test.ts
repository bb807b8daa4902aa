import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type SearchEngine,
  SearchIndexMissing,
  SearchUnavailable,
} from '#integrations/search/search-engine.js';
import { createTypesenseClient } from '#integrations/search/typesense/typesense-client.js';
import { filterKey } from '#integrations/search/typesense/filter-key.js';
import { storedDocument } from '#integrations/search/typesense/typesense-document.js';
import { createTypesenseEngine } from '#integrations/search/typesense/typesense-engine.js';
import { attributesOf, brandOf, documentOf, idOf, queryOf } from './search-documents.js';
import {
  type ScriptedResponse,
  type ScriptedServer,
  type ServerCall,
  startScriptedServer,
} from './scripted-typesense.js';

const KEY = 'the-secret-key';
let server: ScriptedServer;
let engine: SearchEngine;
let clock: number;
let warnings: unknown[][];

beforeEach(async () => {
  server = await startScriptedServer();
  clock = 1_000;
  warnings = [];
  const client = createTypesenseClient({
    url: server.url,
    apiKey: KEY,
    logger: { warn: () => undefined },
    now: () => clock,
  });
  engine = createTypesenseEngine(client, {
    logger: { warn: (...entry: unknown[]) => void warnings.push(entry) },
    now: () => clock,
  });
});
afterEach(() => server.close());

const lamp = documentOf(1, {
  title: 'Lamp',
  description: '<b>Brass</b>',
  ...brandOf(1, 'Aanya'),
  ...attributesOf({ 'base-colour': ['red'] }),
});
const fields = ['title', 'facet_base-colour', 'facet_size'].map((name) => ({ name }));

/** The collection behind the alias, and what a search returns. */
function live(results: object[] | ((call: ServerCall) => ScriptedResponse)): void {
  server.response((call) => {
    if (call.path === '/aliases/products') return { body: { collection_name: 'products_v1' } };
    if (call.method === 'GET' && call.path === '/collections/products_v1')
      return { body: { num_documents: 1, fields } };
    if (call.path.startsWith('/synonym_sets')) return { body: {} };
    if (call.path === '/multi_search')
      return typeof results === 'function' ? results(call) : { body: { results } };
    return undefined;
  });
}

const found = (overrides: object = {}) => ({
  found: 1,
  hits: [{ document: storedDocument(lamp) }],
  facet_counts: [],
  ...overrides,
});
const searches = () =>
  server.calls
    .filter(({ path }) => path === '/multi_search')
    .flatMap(({ body }) => (JSON.parse(body) as { searches: Record<string, unknown>[] }).searches);

describe('a search', () => {
  it('sends words, filters and three sort keys, and returns the document as it was', async () => {
    live([found()]);
    const result = await engine.search(
      queryOf(
        { q: '-brass "lamp', sortBy: 'price-asc', page: 2, limit: 5 },
        { brandSlugs: ['aanya'], minPrice: 100, inStock: true },
      ),
    );
    expect(result).toEqual({ total: 1, hits: [lamp], facets: null });
    const [sent] = searches();
    expect(sent).toMatchObject({
      collection: 'products',
      q: 'brass lamp',
      page: 2,
      per_page: 5,
      drop_tokens_threshold: 0,
      filter_by: `status:=active && visibility:=public && publishedAtTs:>0 && filterKeys:=[${filterKey('brand', 'aanya')}] && priceMin:>=0 && priceMin:<=2147483647 && priceMax:>=100 && inStock:=true`,
    });
    expect(String(sent?.['sort_by']).split(',')).toHaveLength(3);
    expect(server.calls.every(({ key }) => key === KEY)).toBe(true);
  });

  it('asks for private products only of those who see them, in suggestions too', async () => {
    live([found(), found()]);
    const alsoIds = [idOf(8), idOf(9)];
    const own = `status:=active && publishedAtTs:>0 && (visibility:=public || idKey:=[\`${idOf(8)}\`,\`${idOf(9)}\`])`;
    await engine.search(queryOf({}, { alsoIds, inStock: true }));
    expect(searches()[0]).toMatchObject({ filter_by: `${own} && inStock:=true` });
    await engine.suggest({ q: 'lamp', limit: 5, alsoIds });
    expect(searches()[1]).toMatchObject({ filter_by: own });
  });

  it('cannot be given a filter by a value', async () => {
    live([found()]);
    await engine.search(
      queryOf({}, { brandSlugs: ['x`] || status:=draft || brandSlug:=[`y'], tagSlugs: ['a) || (b'] }),
    );
    await engine.search(queryOf({}, { attributes: { 'a:=1 || status': ['x'], 'base-colour': ['`'] } }));
    const clause = String.raw`filterKeys:=\[[0-9a-f]{20}\]`;
    const published = 'status:=active && visibility:=public && publishedAtTs:>0';
    for (const sent of searches())
      expect(String(sent['filter_by']).replace(/,[0-9a-f]{20}/, '')).toMatch(
        new RegExp(`^${published} && ${clause} && ${clause}$`),
      );
  });

  it('asks for no attribute that no document has', async () => {
    live([found()]);
    await engine.search(queryOf({ facets: { attributes: ['base-colour', 'unknown'] } }));
    expect(searches()[0]).toMatchObject({ max_facet_values: 1000 });
    expect(String(searches()[0]?.['facet_by'])).toBe('brandFacet,facet_base-colour,ratingSteps');
  });

  it('counts facets, each without its own filter where they are disjunctive', async () => {
    const brand = (n: number, name: string, count: number) => ({
      value: JSON.stringify([idOf(n), name.toLowerCase(), name]),
      count,
    });
    live([
      found({
        facet_counts: [
          { field_name: 'facet_base-colour', counts: [{ value: '["hash","red"]', count: 2 }] },
          {
            field_name: 'ratingSteps',
            counts: [
              { value: '5', count: 1 },
              { value: '4', count: 1 },
              { value: '3', count: 3 },
              { value: '2', count: 3 },
              { value: '1', count: 3 },
            ],
          },
          { field_name: 'facetPriceMin', counts: [], stats: { min: 100 } },
          { field_name: 'facetPriceMax', counts: [], stats: { max: 900 } },
        ],
      }),
      found({
        facet_counts: [{ field_name: 'brandFacet', counts: [brand(2, 'Bodhi', 1), brand(1, 'Aanya', 1)] }],
      }),
    ]);
    const result = await engine.search(
      queryOf(
        { facets: { attributes: ['base-colour'], price: true, disjunctive: true } },
        { brandSlugs: ['aanya'] },
      ),
    );
    expect(result.facets).toEqual({
      brands: [
        { id: idOf(1), slug: 'aanya', name: 'Aanya', productCount: 1 },
        { id: idOf(2), slug: 'bodhi', name: 'Bodhi', productCount: 1 },
      ],
      attributes: [{ code: 'base-colour', values: [{ value: 'red', productCount: 2 }] }],
      ratings: [1, 1, 3, 3, 3],
      price: { min: 100, max: 900 },
    });
    const [main, brands] = searches();
    expect(String(main?.['filter_by'])).toContain('filterKeys');
    expect(brands).toMatchObject({ facet_by: 'brandFacet', per_page: 0 });
    expect(String(brands?.['filter_by'])).not.toContain('filterKeys');
  });

  it('is unavailable, not empty, where the collection misses a field', async () => {
    live([{ code: 404, error: 'Could not find a facet field named `attr_size` in the schema.' }]);
    await expect(engine.search(queryOf())).rejects.toThrow(SearchUnavailable);
    live([found()]);
    expect((await engine.search(queryOf())).total).toBe(1);
  });

  it('has no index while the alias points nowhere, or the collection is gone', async () => {
    live([{ code: 404, error: 'Not found.' }]);
    await expect(engine.search(queryOf())).rejects.toThrow(SearchIndexMissing);
    server.response(() => undefined);
    clock += 1_001;
    await expect(engine.search(queryOf())).rejects.toThrow(SearchIndexMissing);
  });

  it('fails at once for a second after the server was away, then tries again', async () => {
    live(() => ({ status: 503, body: { message: 'Not Ready' } }));
    await expect(engine.search(queryOf())).rejects.toThrow(SearchUnavailable);
    const before = server.calls.length;
    await expect(engine.search(queryOf())).rejects.toThrow(SearchUnavailable);
    expect(server.calls).toHaveLength(before);
    live([found()]);
    clock += 1_001;
    expect((await engine.search(queryOf())).total).toBe(1);
  });

  it('does not wait longer than two seconds', async () => {
    live(() => ({ delayMs: 3_600_000 }));
    const error = await engine.search(queryOf()).catch((caught: unknown) => caught as Error);
    expect(error).toBeInstanceOf(SearchUnavailable);
    expect(JSON.stringify([String(error), (error as Error).stack])).not.toContain(KEY);
  });
});

describe('a write', () => {
  it('reads the outcome of each line, and leaves what was read later', async () => {
    server.response(({ method, path }) => {
      if (path.endsWith('/export'))
        return { text: `{"id":"${idOf(1)}","indexedAtTs":5}\n{"id":"${idOf(3)}","indexedAtTs":99}` };
      if (path.endsWith('/import'))
        return { text: '{"success":true}\n{"success":false,"error":"Field `x` is bad"}' };
      return method === 'DELETE' ? { body: { num_deleted: 1 } } : undefined;
    });
    const at = (n: number, indexedAtTs: number) => ({
      kind: 'upsert' as const,
      document: { ...documentOf(n), indexedAtTs },
    });
    const outcomes = await engine.write(
      ['products_v1'],
      [at(1, 10), at(2, 10), at(3, 10), { kind: 'delete', productId: idOf(4), at: 10 }],
    );
    expect(outcomes).toEqual([
      { productId: idOf(1), existed: true },
      { productId: idOf(2), existed: false, error: 'Field `x` is bad' },
      { productId: idOf(3), existed: true },
      { productId: idOf(4), existed: false },
    ]);
    const sent = server.calls.find(({ path }) => path.endsWith('/import'));
    expect(sent?.query).toMatchObject({ action: 'upsert' });
    expect(sent?.body.split('\n').map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([
      idOf(1),
      idOf(2),
    ]);
    expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(false);
  });

  it('stores attributes by the documented names, and only words of a description for searching', () => {
    expect(storedDocument(lamp)).toMatchObject({
      'attr_base-colour': ['red'],
      'attr_base-colour_ids': [],
      'facet_base-colour': [expect.stringMatching(/^\["[0-9a-f]{20}","red"\]$/)],
      description: '<b>Brass</b>',
      descriptionText: expect.not.stringContaining('<'),
    });
    expect(storedDocument(documentOf(2))).not.toHaveProperty('brandId');
  });

  it('is unavailable, not wrong, while the server is down', async () => {
    server.response(() => ({ status: 500, body: { message: 'oops' } }));
    await expect(engine.write(['products_v1'], [{ kind: 'upsert', document: lamp }])).rejects.toThrow(
      SearchUnavailable,
    );
  });
});

it('writes synonyms as one set, which searches name while there is one', async () => {
  const synonyms: [string, string][] = [];
  const script = (call: ServerCall) => {
    if (!call.path.startsWith('/synonym_sets')) return undefined;
    synonyms.push([call.method, call.body]);
    return call.method === 'DELETE' ? { status: 404, body: { message: 'Not Found' } } : { body: {} };
  };
  server.response(script);
  await engine.useSynonyms([
    { id: 's1', root: null, words: ['Diya', 'deepak'] },
    { id: 's2', root: 'Beverage', words: ['chai'] },
  ]);
  expect(synonyms).toEqual([
    [
      'PUT',
      JSON.stringify({
        items: [
          { id: 's1', synonyms: ['diya', 'deepak'] },
          { id: 's2', root: 'beverage', synonyms: ['chai'] },
        ],
      }),
    ],
  ]);
  live([found()]);
  await engine.search(queryOf({ q: 'diya' }));
  expect(searches()[0]).toMatchObject({ synonym_sets: 'haat' });
  server.response(script);
  await engine.useSynonyms([]);
  live([found()]);
  await engine.search(queryOf({ q: 'diya' }));
  expect(searches()[1]).not.toHaveProperty('synonym_sets');
});

it('before version 30 writes synonyms to the collection, and gives them to the next one ahead of the alias', async () => {
  server.version = '29.0';
  const calls: string[] = [];
  let alias = 'products_v1';
  server.response(({ method, path, body }) => {
    if (path.includes('/synonyms')) calls.push(`${method} ${path} ${body}`.trim());
    if (path === '/aliases/products') {
      if (method === 'PUT') calls.push('PUT alias');
      alias = method === 'PUT' ? 'products_v2' : alias;
      return { body: { collection_name: alias } };
    }
    if (path === '/collections/products_v1/synonyms' && method === 'GET')
      return {
        body: {
          synonyms: [
            { id: 's1', root: '', synonyms: ['diya', 'deepak'] },
            { id: 's9', root: '', synonyms: ['a', 'b'] },
          ],
        },
      };
    if (path.startsWith('/collections/products_v2/synonyms') && method === 'GET')
      return { body: { synonyms: [] } };
    return { body: { fields } };
  });
  await engine.useSynonyms([
    { id: 's1', root: null, words: ['diya', 'deepak'] },
    { id: 's2', root: 'beverage', words: ['chai'] },
  ]);
  expect(calls).toEqual([
    'GET /collections/products_v1/synonyms',
    'PUT /collections/products_v1/synonyms/s2 {"synonyms":["chai"],"root":"beverage"}',
    'DELETE /collections/products_v1/synonyms/s9',
  ]);
  calls.length = 0;
  await engine.swapAlias('products_v2');
  expect(calls.map((call) => call.split(' ', 2).join(' '))).toEqual([
    'GET /collections/products_v1/synonyms',
    'GET /collections/products_v2/synonyms',
    'PUT /collections/products_v2/synonyms/s1',
    'PUT /collections/products_v2/synonyms/s9',
    'PUT alias',
  ]);
});

it.each([
  ['0.24.1', 0],
  ['30.1', 0],
  ['27.1', 1],
  ['31.0', 1],
  ['nightly', 1],
])('of version %s it warns %d times', async (version, times) => {
  server.version = version;
  server.response(({ path }) => (path === '/health' ? { body: { ok: true } } : undefined));
  await engine.health();
  clock += 60_001;
  await engine.health();
  expect(warnings).toHaveLength(times);
});

it('is unavailable below version 0.24, and says so', async () => {
  server.version = '0.23.1';
  server.response(({ path }) => (path === '/health' ? { body: { ok: true } } : undefined));
  await expect(engine.health()).rejects.toThrow('Typesense 0.23.1 is older than 0.24, the oldest that works');
});

it('creates a collection once, drops one that is gone, and reads what is there', async () => {
  server.response(({ method, path }) => {
    if (method === 'POST' && path === '/collections') return { status: 409, body: { message: 'exists' } };
    if (path === '/health') return { body: { ok: true } };
    return undefined;
  });
  await engine.createCollection('products_v1');
  await engine.dropCollection('products_v9');
  expect([await engine.readAlias(), await engine.count('products_v9'), await engine.health()]).toEqual([
    null,
    0,
    true,
  ]);
});
