import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmbeddedEngine } from '#integrations/search/embedded/embedded-engine.js';
import { SearchIndexMissing, SearchUnavailable } from '#integrations/search/search-engine.js';
import { searchDatabaseOf } from '#runtime/search-database.js';
import { eventually } from '../_support/eventually.js';
import { startKernel, type TestKernel } from '../_support/kernel.js';
import { describeEngine } from './engine-conformance.js';
import {
  engineOf,
  type RealTypesense,
  startRealTypesense,
  typesenseHere,
  type Warnings,
} from './real-typesense.js';
import { attributesOf, documentOf, idOf, queryOf } from './search-documents.js';
import { equalQueries, manyDocuments } from './equal-queries.js';

if (!typesenseHere) {
  it.skip('a real Typesense server does what the embedded engine does', () => undefined);
} else {
  let server: RealTypesense;
  beforeAll(async () => {
    server = await startRealTypesense();
  });
  afterAll(() => server.close());

  describeEngine('typesense', () =>
    Promise.resolve({ engine: engineOf(server.url), close: () => Promise.resolve() }),
  );

  describe('the same queries', () => {
    const NAME = 'products_v3';
    let kernel: TestKernel;
    beforeAll(async () => {
      kernel = await startKernel();
    });
    afterAll(() => kernel.stop());

    it('200 queries find, order and count the same as on the embedded engine', async () => {
      const embedded = createEmbeddedEngine(searchDatabaseOf(kernel.container.knex));
      const real = engineOf(server.url);
      const writes = manyDocuments().map((document) => ({ kind: 'upsert', document }) as const);
      for (const engine of [embedded, real]) {
        await engine.dropCollection(NAME);
        await engine.createCollection(NAME);
        const outcomes = await engine.write([NAME], writes);
        expect(outcomes.filter(({ error }) => error !== undefined)).toEqual([]);
        await engine.swapAlias(NAME);
      }
      const different: unknown[] = [];
      const queries = equalQueries();
      for (const query of queries) {
        const [first, second] = await Promise.all([embedded.search(query), real.search(query)]);
        const shown = ({ total, hits, facets }: typeof first) => ({
          total,
          ids: hits.map(({ id }) => id),
          facets: facets && {
            ...facets,
            attributes: [...facets.attributes].sort((a, b) => (a.code < b.code ? -1 : 1)),
          },
        });
        if (JSON.stringify(shown(first)) !== JSON.stringify(shown(second)))
          different.push({ query, embedded: shown(first), typesense: shown(second) });
      }
      await real.dropCollection(NAME);
      expect(queries).toHaveLength(200);
      expect(different.slice(0, 3)).toEqual([]);
    });
  });

  describe('trouble', () => {
    const NAME = 'products_v4';
    const fill = async (engine: ReturnType<typeof engineOf>, name = NAME) => {
      await engine.dropCollection(name);
      await engine.createCollection(name);
      await engine.write(
        [name],
        [
          {
            kind: 'upsert',
            document: documentOf(1, { title: 'Brass Lamp', ...attributesOf({ colour: ['red'] }) }),
          },
        ],
      );
      await engine.swapAlias(name);
    };

    it('responds with the earlier synonyms when the alias moves, also to a process that has not set them', async () => {
      const engine = engineOf(server.url);
      await fill(engine);
      await engine.useSynonyms([{ id: idOf(1), root: null, words: ['lamp', 'deepak'] }]);
      const worker = engineOf(server.url);
      await fill(worker, 'products_v5');
      expect((await engine.search(queryOf({ q: 'deepak' }))).total).toBe(1);
      await engine.dropCollection(NAME);
      await engine.dropCollection('products_v5');
    });

    it('a wrong key makes the server unavailable, also to health, and the key is in no message', async () => {
      const warnings: Warnings = [];
      const engine = engineOf(server.url, { apiKey: 'another-key', warnings });
      const errors = await Promise.all(
        [engine.search(queryOf()), engine.health(), engine.readAlias()].map((call) =>
          call.catch((error: unknown) => error),
        ),
      );
      expect(errors).toEqual([
        expect.any(SearchUnavailable),
        expect.any(SearchUnavailable),
        expect.any(SearchUnavailable),
      ]);
      expect(String(errors[0])).toContain('TYPESENSE_API_KEY');
      expect(JSON.stringify([errors.map(String), warnings])).not.toContain('another-key');
    });

    it('warns of no version that was tested', async () => {
      const warnings: Warnings = [];
      expect(await engineOf(server.url, { warnings }).health()).toBe(true);
      expect(warnings).toEqual([]);
    });

    it('a server that is killed is unavailable, and has its documents when it is back', async () => {
      const engine = engineOf(server.url);
      await fill(engine);
      const outcomes = new Set<string>();
      let searching = true;
      const load = (async () => {
        while (searching) {
          await engine.search(queryOf({ q: 'lamp' })).then(
            ({ total }) => outcomes.add(`found ${total}`),
            (error: unknown) => outcomes.add((error as Error).name),
          );
          await new Promise((next) => setImmediate(next));
        }
      })();
      const sees = (outcome: string) =>
        eventually(() => Promise.resolve(expect(outcomes).toContain(outcome)));
      await sees('found 1');
      await server.kill();
      await sees('SearchUnavailable');
      await server.start();
      outcomes.delete('found 1');
      await sees('found 1');
      searching = false;
      await load;
      expect([...outcomes].sort()).toEqual(['SearchUnavailable', 'found 1']);
      expect((await engine.search(queryOf({ q: 'lamp' }))).total).toBe(1);
    });

    it('after a loss of its data there is no index, not an empty one; synonyms come back with it', async () => {
      const engine = engineOf(server.url);
      await fill(engine);
      await engine.useSynonyms([{ id: idOf(1), root: null, words: ['lamp', 'deepak'] }]);
      await server.kill();
      await server.loseData();
      await server.start();
      await expect(engine.search(queryOf({ q: 'lamp' }))).rejects.toThrow(SearchIndexMissing);
      expect([await engine.health(), await engine.readAlias()]).toEqual([true, null]);
      await expect(engine.write([NAME], [{ kind: 'upsert', document: documentOf(1) }])).rejects.toThrow(
        SearchUnavailable,
      );
      await fill(engine);
      expect((await engine.search(queryOf({ q: 'deepak' }))).total).toBe(1);
    });
  });
}
