import { understandText } from '#api/search/understood-text.js';
import { readProductStates } from '#db/search/search-documents.query.js';
import { createKnex } from '#db/kernel/knex.js';
import type { SearchDocument } from '#domain/search/search-document.js';
import type { SearchEngine } from '#integrations/search/search-engine.js';
import { createEmbeddedEngine } from '#integrations/search/embedded/embedded-engine.js';
import { createLogger } from '#lib/logger.js';
import { createSearchEngine } from '#integrations/search/create-search-engine.js';
import { searchDatabaseOf } from '#runtime/search-database.js';
import { gradedProductOf, readCatalog } from '../relevance/catalogs.js';
import { type GradedProduct, type Judgement, readJudgements, scoreOf } from '../relevance/judgements.js';
import { createPlainSearch } from '../relevance/plain-search.js';
import { commerceSynonyms } from '../relevance/synonyms.js';

/**
 * Searches for judged queries: `node relevance.js <folder of judgements> <worked-on | held-out> [<catalog.csv>]`, over the products of
 * `DATABASE_URL`, and over the catalog. Prints a row for each query and engine as JSON.
 */
const [folder = '', which = 'worked-on', csv] = process.argv.slice(2);
const knex = createKnex({
  url: process.env['DATABASE_URL'] ?? '',
  poolMax: 4,
  applicationName: 'bench',
  guard: false,
});
const database = searchDatabaseOf(knex);

export interface QueryRow {
  catalog: string;
  engine: string;
  kind: string;
  q: string;
  heldOut: boolean;
  ndcg: number;
  precision: number;
  empty: boolean;
  first: string[];
}
const rows: QueryRow[] = [];

async function demoDocuments(): Promise<SearchDocument[]> {
  const ids = (await knex<{ id: string }>('products').select('id')).map(({ id }) => id);
  const states = await readProductStates(knex, ids, new Date());
  return states.flatMap(({ document }) => document ?? []);
}

/** Searches with a fresh collection of these documents. */
async function fill(
  engine: SearchEngine,
  collection: string,
  documents: readonly SearchDocument[],
): Promise<void> {
  await engine.dropCollection(collection);
  await engine.createCollection(collection);
  for (let at = 0; at < documents.length; at += 500) {
    const writes = documents.slice(at, at + 500).map((document) => ({ kind: 'upsert', document }) as const);
    const failed = (await engine.write([collection], writes)).find(({ error }) => error !== undefined);
    if (failed) throw new Error(`A document was refused: ${failed.error}`);
  }
  await engine.swapAlias(collection);
  await engine.useSynonyms(commerceSynonyms());
}

type Ask = (q: string) => Promise<readonly SearchDocument[]>;

async function judge(
  { catalog, engine, ask }: { catalog: string; engine: string; ask: Ask },
  judgements: readonly Judgement[],
  products: readonly GradedProduct[],
): Promise<void> {
  for (const judgement of judgements) {
    const { kind, q, heldOut } = judgement;
    const shown = (await ask(q)).map(gradedProductOf);
    const score = scoreOf(judgement, shown, products);
    const first = shown.slice(0, 10).map(({ title }) => title);
    if (score) rows.push({ catalog, engine, kind, q, heldOut, ...score, first });
  }
}

async function measure(catalog: string, documents: readonly SearchDocument[]): Promise<void> {
  const products = documents.map(gradedProductOf);
  const judgements = readJudgements(`${folder}/${catalog}.judgements.txt`).filter(
    ({ heldOut }) => heldOut === (which === 'held-out'),
  );
  const asking =
    (engine: SearchEngine): Ask =>
    async (q) => {
      const { q: text, bounds } = await understandText(engine, q, {});
      return (
        await engine.search({
          q: text,
          filters: bounds,
          sortBy: 'relevance',
          page: 1,
          limit: 10,
          relax: true,
        })
      ).hits;
    };
  const collection = `relevance_${catalog}`;
  const embedded = createEmbeddedEngine(database);
  const alias = await embedded.readAlias();
  await fill(embedded, collection, documents);
  await judge({ catalog, engine: 'embedded', ask: asking(embedded) }, judgements, products);
  await embedded.dropCollection(collection);
  if (alias) await embedded.swapAlias(alias);
  await judge(
    { catalog, engine: 'plain', ask: await createPlainSearch(knex, documents) },
    judgements,
    products,
  );
  const { TYPESENSE_URL, TYPESENSE_API_KEY } = process.env;
  if (!TYPESENSE_URL) return;
  const typesense = createSearchEngine(
    { TYPESENSE_URL, TYPESENSE_API_KEY },
    { database, logger: createLogger({ level: 'warn', name: 'bench' }) },
  );
  await fill(typesense, collection, documents);
  await judge({ catalog, engine: 'typesense', ask: asking(typesense) }, judgements, products);
  await typesense.dropCollection(collection);
}

await measure('demo', await demoDocuments());
if (csv) await measure('grocery', readCatalog(csv));
await knex.destroy();
console.log(JSON.stringify(rows));
