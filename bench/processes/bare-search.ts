import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { foldText } from '#domain/search/fold-text.js';
import type { SearchQuery, SearchSort } from '#domain/search/search-query.js';
import { parseTextQuery } from '#domain/search/text-query.js';
import { searchStatement } from '#integrations/search/embedded/search-statement.js';
import { tablesOf } from '#integrations/search/embedded/sql-part.js';
import { createTextMatcher } from '#integrations/search/embedded/text-match.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';

/**
 * The least that serves a search: Node's own server and the statement of the embedded engine, whose documents leave as
 * they are stored. No sessions, no limits, no checks, no prices of this moment. Prints its port and ends with its input.
 */
const COLLECTION = 'products_v1';
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });

const numbered = (sql: string) => {
  let place = 0;
  return sql.replace(/\?/g, () => `$${(place += 1)}`);
};
const rows: SearchDatabase['rows'] = async <Row>(sql: string, values: readonly unknown[] = []) =>
  (await pool.query(numbered(sql), [...values])).rows as Row[];
const textMatch = createTextMatcher({ rows, transaction: (work) => work(rows) });
const codes = (await rows<{ code: string }>('select code from product_attributes where deleted_at is null')).map(({ code }) => code); // prettier-ignore

function queryOf(parameters: URLSearchParams): SearchQuery {
  const number = (name: string) => (parameters.has(name) ? Number(parameters.get(name)) : undefined);
  const facets = parameters.get('facets') ?? '';
  return {
    q: foldText(parameters.get('q') ?? ''),
    filters: { minPrice: number('minPrice'), maxPrice: number('maxPrice') },
    sortBy: (parameters.get('sortBy') ?? 'relevance') as SearchSort,
    page: number('page') ?? 1,
    limit: number('limit') ?? 20,
    facets: { attributes: codes, categories: facets.includes('categories'), price: facets.includes('price') },
  };
}

async function search(url: string): Promise<string> {
  const query = queryOf(new URL(url, 'http://bare').searchParams);
  const text = await textMatch(
    { name: COLLECTION, words: tablesOf(COLLECTION).words },
    parseTextQuery(query.q),
  );
  const { sql, values } = searchStatement(COLLECTION, query, text);
  const [row] = await rows<{ hits: string; terms: unknown; ratings: unknown; total: number }>(sql, values);
  const { hits = '[]', ...rest } = row ?? {};
  return `{"data":{"products":${hits},"counted":${JSON.stringify(rest)}}}`;
}

const server = createServer((request, response) => {
  search(request.url ?? '/').then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().once('end', () => process.exit(0));
