import { setTimeout as sleep } from 'node:timers/promises';
import { cpuPer, measuredLoad } from '../load/measured-load.mjs';
import { target } from '../report.mjs';
import { jsonClient } from '../stand/json-client.mjs';
import { cpuSeconds } from '../stand/process-usage.mjs';
import { adminToken } from '../stand/sessions.mjs';

/** What a storefront shows beside products: from the memory of the API, and as the database has it. */
export const defaults = { products: 10_000, orders: 2_000, pages: 1_000, seconds: 4, warmup: 2, trees: 40 };

const INDEXED_WITHIN_SECONDS = 300;
const server = ({ api, postgres }) => api + postgres;

/** SQL of the id of the page with this number: the API takes ids of RFC 9562 alone, which a plain hash is not. */
const pageId = (number) =>
  `overlay(overlay(md5('bench' || ${number}) placing '4' from 13) placing '8' from 17)::uuid`;

/** Published pages, each with a kilobyte of text, ten under each of those at the top. */
async function writePages(stand, count) {
  await stand.query(
    `insert into content_pages (id, title, slug, content, status, published_at, sort_order)
     select ${pageId('n')}, 'Bench ' || n, 'bench-' || n, repeat('All about lamps. ', 60), 'PUBLISHED', now(), n
     from generate_series(1, $1::integer) as n`,
    [count],
  );
  await stand.query(
    `update content_pages set parent_id = ${pageId('(sort_order / 11 * 11)')}
     where slug like 'bench-%' and sort_order % 11 <> 0 and sort_order >= 11`,
  );
}

async function untilIndexed(stand) {
  const [{ count }] = await stand.query(
    `select count(*)::integer as count from products where status = 'active' and published_at <= now()`,
  );
  for (let second = 0; second < INDEXED_WITHIN_SECONDS; second += 1) {
    const response = await fetch(`${stand.url}/store/product-search?limit=1`);
    const { metadata } = await response.json();
    if (metadata?.total >= count * 0.99) return;
    await sleep(1_000);
  }
  throw new Error(`The search index did not have ${count} products within ${INDEXED_WITHIN_SECONDS} s`);
}

/** CPU milliseconds of API and Postgres for each request. */
async function costOf(stand, urls, { seconds, warmup }) {
  const load = { flow: 'get', data: { urls, headers: {} }, connections: 4, seconds, warmUpSeconds: warmup };
  const { cpuMs, perSecond } = await measuredLoad(stand, load);
  return { api: cpuMs.api, postgres: cpuMs.postgres, perSecond };
}

/** CPU of so many turns of some work, one after the other. */
async function costOfTurns(stand, turns, work) {
  const before = cpuSeconds(stand.pids);
  for (let turn = 0; turn < turns; turn += 1) await work(turn);
  const { api, postgres } = cpuPer(before, cpuSeconds(stand.pids), turns);
  return { api, postgres };
}

export async function run({ options, start, say }) {
  const { products, orders, pages, trees } = options;
  const stand = await start({ size: { products, orders }, apps: ['sandboxes', 'worker', 'api'] });
  const admin = jsonClient(stand, await adminToken(stand));
  await writePages(stand, pages);
  const store = (path) => `${stand.url}/store/${path}`;

  // Each page for the first time: a copy of it is nowhere yet.
  const bySlug = (turn) =>
    fetch(store(`content-pages/slug/bench-${turn + 1}`)).then((response) => response.text());
  const uncached = await costOfTurns(stand, pages, bySlug);
  const [{ id }] = await stand.query(`select id from content_pages where slug = 'bench-1'`);
  let mark = 0;
  const change = () => admin('PUT', `/admin/content-pages/${id}`, { metaTitle: `Mark ${(mark += 1)}` });
  const readTree = () => fetch(store('content-pages/tree')).then((response) => response.text());
  await readTree();
  const changes = await costOfTurns(stand, trees, change);
  const changesAndTrees = await costOfTurns(stand, trees, () => change().then(readTree));
  const tree = {
    api: changesAndTrees.api - changes.api,
    postgres: changesAndTrees.postgres - changes.postgres,
  };

  say('reads from memory');
  const [{ slug }] = await stand.query(
    `select slug from products where status = 'active' and published_at <= now() order by md5(slug) limit 1`,
  );
  const reads = {
    'product detail': [store(`products/slug/${slug}`)],
    banners: [store('banners/category/slug/sarees?platform=WEB')],
    'content page': [store('content-pages/slug/bench-1')],
    'link group': [store('dynamic-link-groups/slug/footer')],
    'listing group': [store('dynamic-product-listing-groups/slug/home-page')],
  };
  const cached = {};
  for (const [what, urls] of Object.entries(reads)) cached[what] = await costOf(stand, urls, options);
  const detail = server(cached['product detail']);

  say('the search index');
  await untilIndexed(stand);
  const filters = { minPrice: 5_000, inStock: true };
  const query = 'minPrice=5000&inStock=true&limit=24';
  const listing = await admin('POST', '/admin/dynamic-product-listings', { title: 'Bench listing', filters });
  const productsOf = `dynamic-product-listings/slug/${listing.slug}/products?limit=24`;
  const search = await costOf(stand, [store(`product-search?${query}`)], options);
  const listed = await costOf(stand, [store(productsOf)], options);
  const reviewed = await costOf(stand, [store(`${productsOf}&withReviews=true`)], options);

  const others = Object.entries(cached).filter(([what]) => what !== 'product detail');
  return {
    tables: {
      'CPU ms of a read': [
        ...Object.entries(cached).map(([what, cost]) => ({ what: `${what}, from memory`, ...cost })),
        { what: 'content page, not in memory', ...uncached, perSecond: '' },
        { what: `tree of ${pages} pages, not in memory`, ...tree, perSecond: '' },
        { what: 'search', ...search },
        { what: 'products of a listing', ...listed },
        { what: 'the same with reviews', ...reviewed },
      ],
    },
    targets: [
      ...others.map(([what, cost]) =>
        target(`${what} from memory beside a product detail`, server(cost) / detail, {
          most: 0.5,
          unit: 'x',
        }),
      ),
      target('content page not in memory', server(uncached), { most: 2, unit: 'ms' }),
      target(`tree of ${pages} pages not in memory`, server(tree), { most: 10, unit: 'ms' }),
      target('products of a listing beside the same search', server(listed) / server(search), {
        most: 1.15,
        unit: 'x',
      }),
      target('the same with reviews', server(reviewed) / server(search), { most: 1.5, unit: 'x' }),
    ],
    details: { cached, uncached, tree, search, listed, reviewed },
  };
}
