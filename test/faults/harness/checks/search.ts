import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createIndexKeeper } from '#activities/search/keep-index.js';
import { readProductStates } from '#db/search/search-documents.query.js';
import type { SearchDocument } from '#domain/search/search-document.js';
import { type Finding, finding } from '../finding.js';
import type { Fixtures } from '../flow.js';

const TIMEOUT_MS = 120_000;
const CHUNK = 500;

/** Restocks are left to the next reconcile: it is brought forward, and its passes are waited for. */
async function reconciled({ container }: Pick<Fixtures, 'container'>): Promise<number> {
  await createIndexKeeper(container).reconcile();
  for (const until = Date.now() + TIMEOUT_MS; ; await sleep(500)) {
    const { rows } = await container.knex.raw<{ rows: { open: number }[] }>(
      `select (select count(*) from search_products where requested_rev > done_rev)
         + (select count(*) from search_runs where state in ('pending', 'running')) as open`,
    );
    const open = Number(rows[0]?.open);
    if (open === 0 || Date.now() > until) return open;
  }
}

const withoutTime = ({ indexedAtTs: _, ...document }: SearchDocument) => document;

/** Documents equal what the products say now: none is missing, old or left over, in any collection. */
export async function documentsEqualProducts(fixtures: Pick<Fixtures, 'container'>): Promise<Finding[]> {
  const { knex, search } = fixtures.container;
  const open = await reconciled(fixtures);
  const problems: string[] = [];
  const ids = (await knex('products').orderBy('id').pluck('id')) as string[];
  const collections = (await knex('search_collections')
    .where({ engine: search.kind })
    .pluck('name')) as string[];
  for (const collection of collections) {
    const rows = (await knex(`search_docs_${collection}`).where({ live: true }).select('id', 'body')) as {
      id: string;
      body: string;
    }[];
    const stored = new Map(rows.map(({ id, body }) => [id, JSON.parse(body) as SearchDocument]));
    for (let from = 0; from < ids.length; from += CHUNK) {
      for (const { productId, document } of await readProductStates(
        knex,
        ids.slice(from, from + CHUNK),
        new Date(),
      )) {
        const found = stored.get(productId);
        stored.delete(productId);
        if (!document && found) problems.push(`${collection} has ${productId}, which nobody may find`);
        if (document && !found) problems.push(`${collection} lacks ${productId}`);
        if (document && found && !isDeepStrictEqual(withoutTime(document), withoutTime(found)))
          problems.push(`${collection} has an old document of ${productId}`);
      }
    }
    for (const id of stored.keys()) problems.push(`${collection} has ${id}, which is no product`);
  }
  const alias = await search.readAlias();
  return [
    finding('the search documents equal the products', ids.length, problems, { mayBeEmpty: true }),
    finding('the search index comes to rest', 1, open === 0 ? [] : [`${open} rows or runs are open`]),
    finding('searches go to a collection', 1, alias === null ? ['the alias points nowhere'] : []),
  ];
}
