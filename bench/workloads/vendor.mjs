import { measuredLoad } from '../load/measured-load.mjs';
import { target } from '../report.mjs';
import { describeMachine } from '../stand/machine.mjs';
import { vendorToken } from '../stand/sessions.mjs';
import { fillVendor } from '../stand/vendor-rows.mjs';

/** Pages of a vendor with many variants and sub-orders, and of one with ten times as many. */
export const defaults = {
  products: 1_000,
  orders: 2_000,
  variants: 27_000,
  more: 270_000,
  seconds: 5,
  warmup: 2,
};

/** Milliseconds of Postgres for a page at the usual pace of the machine, and how many times slower ten times the rows may be. */
const MAX_MS = 5;
const MAX_SLOWER = 1.5;
const USUAL_PACE_MS = 300;

/** Texts that occur in SKUs and titles of the filled rows, each another filter. */
async function fragments(stand) {
  const rows = await stand.query(
    `select substr(md5(n || ' ' || 1), 3, 7) as sku, substr(md5(n::text), 3, 7) as title
     from generate_series(1, 200) as n`,
  );
  return { skus: rows.map(({ sku }) => sku), titles: rows.map(({ title }) => title) };
}

/** What a vendor opens: pages of each order that has an index, searches, and the page of latest changes, which has none. */
async function pages(stand) {
  const { skus, titles } = await fragments(stand);
  const of = (path, queries) => queries.map((query) => `${stand.url}/vendor/${path}?limit=50&${query}`);
  const everyPage = (sort) => [1, 2, 5].map((page) => `page=${page}&sort=${sort}`);
  const searches = (texts) => texts.map((text) => `search=${text}`);
  return {
    stock: of('inventory', everyPage('createdAt:desc')),
    'stock by title': of('inventory', everyPage('productTitle:asc')),
    'stock by SKU': of('inventory', everyPage('sku:asc')),
    'stock searched': of('inventory', searches(skus)),
    'products searched': of('products', searches([...titles, ...skus])),
    'sub-orders': of('orders', everyPage('placedAt:desc')),
    'stock by last change': of('inventory', everyPage('updatedAt:desc')),
  };
}

async function measure(stand, headers, { seconds, warmup }, rows) {
  const results = [];
  for (const [what, urls] of Object.entries(await pages(stand))) {
    const load = { flow: 'get', data: { urls, headers }, connections: 4, seconds, warmUpSeconds: warmup };
    results.push({ what, rows, ...(await measuredLoad(stand, load)) });
  }
  return results;
}

export async function run({ options, start }) {
  const { products, orders, variants, more } = options;
  const stand = await start({ size: { products, orders }, apps: ['api'] });
  const headers = { authorization: `Bearer ${await vendorToken(stand)}` };
  const [{ id: vendorId }] = await stand.query(
    `select v.id from vendors v join accounts_members m on m.organization_id = v.organization_id
     join accounts_users u on u.id = m.user_id where u.email = 'vendor@example.com'`,
  );
  const results = [];
  for (const size of [variants, more]) {
    await fillVendor(stand, vendorId, { variants: size, orders: size });
    results.push(...(await measure(stand, headers, options, size)));
  }
  const slowness = Math.max(describeMachine().fixedWorkMs / USUAL_PACE_MS, 1);
  const msOf = (what, rows) =>
    results.find((result) => result.what === what && result.rows === rows).cpuMs.postgres;
  const indexed = [...new Set(results.map(({ what }) => what))].filter(
    (what) => what !== 'stock by last change',
  );
  return {
    tables: {
      'Pages of 50': results.map(({ what, rows, perSecond, milliseconds, cpuMs }) => ({
        what,
        rows,
        'req/s': perSecond,
        ...milliseconds,
        'API ms': cpuMs.api,
        'Postgres ms': cpuMs.postgres,
      })),
    },
    targets: indexed.flatMap((what) => [
      target(`${what}: Postgres a page`, msOf(what, variants) / slowness, { most: MAX_MS, unit: 'ms' }),
      target(
        `${what}: as many times slower with ten times the rows`,
        msOf(what, more) / msOf(what, variants),
        { most: MAX_SLOWER },
      ),
    ]),
    details: { results, slowness },
  };
}
