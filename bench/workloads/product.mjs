import { measuredLoad } from '../load/measured-load.mjs';
import { target } from '../report.mjs';
import { startBareServer } from '../stand/bare-server.mjs';
import { vendorToken } from '../stand/sessions.mjs';

/** What buyers and vendors read most: one product, and a page of many. */
export const defaults = { products: 10_000, orders: 20_000, seconds: 10, warmup: 3 };

/** What active products cost at least or at most, in subunits: from nearly all of them to a few. */
const prices = ['priceStart:gte:5000', 'priceStart:gte:20000', 'priceEnd:lte:100000'];

/** A vendor's list of 24, since the public one is not there yet: by price, in each order, the first pages and a later one. */
const lists = ['priceStart:asc', 'priceStart:desc', 'title:asc', 'createdAt:desc'].flatMap((sort) =>
  prices.flatMap((price) =>
    [1, 2, 11].map(
      (page) => `limit=24&page=${page}&sort=${sort}&filters[]=status:eq:active&filters[]=${price}`,
    ),
  ),
);

const POPULAR = 200;

/** As shops are visited: every other look is at one of the popular products, the others go through the whole catalog. */
function longTail(slugs) {
  return slugs.flatMap((slug, index) => [slugs[index % POPULAR], slug]);
}

const round = (value) => Math.round(value * 100) / 100;

export async function run({ options, start }) {
  const { products, orders, seconds, warmup } = options;
  const stand = await start({ size: { products, orders }, apps: ['worker', 'api'] });
  const rows = await stand.query(
    `select slug from products where status = 'active' and published_at <= now() order by md5(slug)`,
  );
  const slugs = longTail(rows.map(({ slug }) => slug));
  const vendor = await vendorToken(stand);
  const bare = await startBareServer(stand);
  const loads = {
    'product detail': { urls: slugs.map((slug) => `${stand.url}/store/products/slug/${slug}`), headers: {} },
    'the same product, bare': { urls: slugs.map((slug) => `${bare.url}/${slug}`), headers: {} },
    'list of 24 (vendor, price filter and sort)': {
      urls: lists.map((query) => `${stand.url}/vendor/products?${query}`),
      headers: { authorization: `Bearer ${vendor}` },
    },
  };
  const results = [];
  for (const [what, data] of Object.entries(loads)) {
    for (const connections of [1, 16]) {
      const load = { flow: 'get', data, connections, seconds, warmUpSeconds: warmup };
      results.push({ what, connections, ...(await measuredLoad(stand, load)) });
    }
  }
  await bare.stop();
  const at16 = (name) =>
    results.find(({ what, connections }) => what.startsWith(name) && connections === 16).perSecond;
  return {
    tables: {
      'Requests per second': results.map(({ what, connections, perSecond, milliseconds, cpuMs }) => ({
        what,
        connections,
        'req/s': perSecond,
        ...milliseconds,
        'server ms': what.endsWith('bare') ? cpuMs.bare : cpuMs.api,
        'Postgres ms': cpuMs.postgres,
      })),
      'Beside a bare server': [
        {
          what: 'product detail',
          'of its rate, at 16': round(at16('product detail') / at16('the same product')),
        },
      ],
    },
    targets: [
      target('product detail at 16', at16('product'), { least: 900, unit: 'req/s' }),
      target('list of 24 at 16', at16('list'), { least: 500, unit: 'req/s' }),
    ],
    details: { results },
  };
}
