import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { foldText } from '#domain/search/fold-text.js';
import type { SearchDocument } from '#domain/search/search-document.js';
import type { SearchQuery, SearchSort } from '#domain/search/search-query.js';
import { createEmbeddedEngine } from '#integrations/search/embedded/embedded-engine.js';
import type { SearchDatabase } from '#integrations/search/search-database.js';

/**
 * The least that serves a search: Node's own server and the embedded engine, whose documents leave as they are stored.
 * No sessions, no limits, no checks, no prices of this moment. Prints its port and ends with its input.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 });

const numbered = (sql: string) => {
  let place = 0;
  return sql.replace(/\?/g, () => `$${(place += 1)}`);
};
const rows: SearchDatabase['rows'] = async <Row>(sql: string, values: readonly unknown[] = []) =>
  (await pool.query(numbered(sql), [...values])).rows as Row[];
const engine = createEmbeddedEngine({ rows, transaction: (work) => work(rows) });
const codes = (
  await rows<{ code: string }>('select code from product_attributes where deleted_at is null')
).map(({ code }) => code);

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

const texts = new WeakMap<SearchDocument, string>();

/** Documents that the engine has in memory are written once. */
function textOf(document: SearchDocument): string {
  const known = texts.get(document) ?? JSON.stringify(document);
  texts.set(document, known);
  return known;
}

async function search(url: string): Promise<string> {
  const { hits, ...rest } = await engine.search(queryOf(new URL(url, 'http://bare').searchParams));
  return `{"data":{"products":[${hits.map(textOf).join(',')}],"counted":${JSON.stringify(rest)}}}`;
}

const server = createServer((request, response) => {
  search(request.url ?? '/').then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.stdin.resume().once('end', () => process.exit(0));
