import { measuredLoad } from '../load/measured-load.mjs';
import { target } from '../report.mjs';
import { startBareServer } from '../stand/bare-server.mjs';
import { addSearchData, indexed, RARE } from '../stand/search-data.mjs';
import { copyDocuments, freshness, idleReconcile, reindex } from '../stand/search-index.mjs';
import { adminToken, vendorToken } from '../stand/sessions.mjs';

/**
 * Searches on the embedded engine, and what keeps its index. Of the targets those that belong to the number of products
 * are shown: run it at 10,000, 100,000 and 500,000.
 */
export const defaults = { products: 10_000, orders: 20_000, seconds: 10, warmup: 3 };

const words = ['brass', 'saree', 'steel', 'coffee', 'print', 'leather', 'oil', 'cotton'];
const sorts = ['price-asc', 'price-desc', 'rating-desc', 'new'];
const prefixes = [
  'sare',
  'bra',
  'cof',
  'silk s',
  'kan',
  'tul',
  'hon',
  'lea',
  'cush',
  'jhum',
  'masala d',
  'copp',
];
const facets = 'facets=categories,price';

/** Prices of which each search has another one: what was made for one search must not serve the next. */
const PRICES = 200;
const common = Array.from({ length: PRICES }, (_, n) =>
  words.flatMap((word) =>
    sorts.map((sort) => `q=${word}&minPrice=${5_000 + n}&maxPrice=900000&sortBy=${sort}&${facets}`),
  ),
).flat();
const rare = [...sorts, 'relevance'].map((sort) => `q=${RARE.word}&sortBy=${sort}&${facets}`);
const browse = [1, 2, 3, 11].flatMap((page) => sorts.map((sort) => `page=${page}&sortBy=${sort}&${facets}`));
const suggestions = prefixes.map((prefix) => `q=${encodeURIComponent(prefix)}`);

const round = (value) => Math.round(value * 100) / 100;

export async function run({ options, start, say }) {
  const { products, orders, seconds, warmup } = options;
  const stand = await start({ size: { products, orders } });
  say('adding attributes');
  await addSearchData(stand);
  for (const part of ['worker', 'api']) await stand.start(part);
  say('waiting for the first index');
  await indexed(stand);
  const admin = { authorization: `Bearer ${await adminToken(stand)}` };
  say('filling the index');
  const rebuilt = await reindex(stand, admin);
  say('rebuilding it, nothing changed');
  const unchanged = await reindex(stand, admin);
  const copied = await copyDocuments(stand);
  await stand.query('vacuum analyze search_docs_products_v1');
  await stand.query('vacuum analyze search_products');

  const bare = await startBareServer(stand, 'bare-search');
  const at = (path, queries) => queries.map((query) => `${stand.url}${path}?${query}`);
  const loads = {
    'common word': at('/store/product-search', common),
    'the same as list of products': at('/store/products', common),
    'the same, bare': common.map((query) => `${bare.url}/?${query}`),
    'a thousand matches': at('/store/product-search', rare),
    'browse of all': at('/store/product-search', browse),
    suggestions: at('/store/product-search/suggestions', suggestions),
  };
  const results = [];
  for (const [what, urls] of Object.entries(loads)) {
    for (const connections of [1, 16]) {
      const load = { flow: 'get', data: { urls, headers: {} }, connections, seconds, warmUpSeconds: warmup };
      const result = await measuredLoad(stand, load);
      const server = what.endsWith('bare') ? result.cpuMs.bare : result.cpuMs.api;
      results.push({ what, connections, ...result, server, cpu: server + result.cpuMs.postgres });
    }
  }
  await bare.stop();
  const idle = await idleReconcile(stand);
  const fresh = await freshness(stand, { authorization: `Bearer ${await vendorToken(stand)}` });

  const found = (name, connections) =>
    results.find((entry) => entry.what === name && entry.connections === connections);
  const ofBare = found('the same as list of products', 16).server / found('the same, bare', 16).server;
  const matches = await matchesOf(stand);
  const most = { small: { search: 2.7, suggest: 1 }, large: { search: 11, suggest: 2 } }[
    products < 50_000 ? 'small' : 'large'
  ];
  return {
    tables: {
      'Requests per second, CPU milliseconds a request': results.map(
        ({ what, connections, perSecond, milliseconds, server, cpuMs, cpu }) => ({
          what,
          connections,
          'req/s': perSecond,
          ...milliseconds,
          'server ms': server,
          'Postgres ms': cpuMs.postgres,
          'both ms': round(cpu),
        }),
      ),
      'The index': [
        ...[
          ['reindex, all documents written', rebuilt],
          ['reindex, none written', unchanged],
        ].map(([what, run]) => ({
          what,
          products: run.products,
          seconds: round(run.seconds),
          'products/s': Math.round(run.perSecond),
          'worker CPU s': run.cpu.worker,
          'Postgres CPU s': run.cpu.postgres,
          'worker MB': Math.max(...run.memory),
        })),
        {
          what: 'COPY of the documents',
          products: copied.documents,
          seconds: round(copied.seconds),
          'products/s': Math.round(copied.perSecond),
          'worker CPU s': '',
          'Postgres CPU s': '',
          'worker MB': '',
        },
      ],
      Matches: matches,
      'A changed price until it is found, ms': [fresh],
    },
    targets: [
      target('common word, all facets: CPU of both, at 1', found('common word', 1).cpu, {
        most: most.search,
        unit: 'ms',
      }),
      ...(products < 50_000
        ? [
            target('common word at 16', found('common word', 16).perSecond, { least: 600, unit: 'req/s' }),
            target('suggestions at 16', found('suggestions', 16).perSecond, { least: 1_500, unit: 'req/s' }),
            target('API beside a bare server', ofBare, { most: 1.5, unit: 'x its CPU' }),
          ]
        : [
            target('common word at 1, p95', found('common word', 1).milliseconds.p95, {
              most: 40,
              unit: 'ms',
            }),
            target('common word at 16', found('common word', 16).perSecond, { least: 150, unit: 'req/s' }),
            target('suggestions: CPU of both, at 1', found('suggestions', 1).cpu, {
              most: most.suggest,
              unit: 'ms',
            }),
          ]),
      target('reindex beside COPY', rebuilt.perSecond / copied.perSecond, {
        least: 0.3,
        unit: 'of its rate',
      }),
      target('reindex, all documents written', rebuilt.perSecond, { least: 3_000, unit: 'products/s' }),
      target('reindex, none written', unchanged.perSecond, { least: 3_000, unit: 'products/s' }),
      target('worker, second half of a reindex', rebuilt.ofFirstHalf, { most: 1.1, unit: 'x the first' }),
      target('reconcile with nothing to do', idle.milliseconds, { most: 150, unit: 'ms of Postgres' }),
      target('a changed price is found, p95', fresh.p95, { most: 2_000, unit: 'ms' }),
    ],
    details: { results, rebuilt, unchanged, copied, idle, fresh, matches },
  };
}

/** How many products the queries find: what their cost goes by. */
async function matchesOf(stand) {
  const total = async (query) => {
    const response = await fetch(`${stand.url}/store/product-search?limit=1&${query}`);
    return (await response.json()).metadata.total;
  };
  const counted = await Promise.all(words.map((word) => total(`q=${word}`)));
  return [
    {
      what: 'common word, on average',
      products: Math.round(counted.reduce((sum, entry) => sum + entry, 0) / counted.length),
    },
    { what: 'a thousand matches', products: await total(`q=${RARE.word}`) },
    { what: 'browse of all', products: await total('') },
  ];
}
