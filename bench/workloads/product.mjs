import { measuredLoad } from '../load/measured-load.mjs';
import { target } from '../report.mjs';
import { vendorToken } from '../stand/sessions.mjs';

/** What buyers and vendors read most: one product, and a page of many. */
export const defaults = { products: 10_000, orders: 20_000, seconds: 10, warmup: 3 };

/** A vendor's list of 24, since the public one is not there yet: by status, in another order each time. */
const lists = ['title:asc', 'title:desc', 'createdAt:desc', 'updatedAt:asc'].flatMap((sort) =>
  [0, 24, 240].map((offset) => `limit=24&offset=${offset}&sort=${sort}&filters[]=status:eq:active`),
);

export async function run({ options, start }) {
  const { products, orders, seconds, warmup } = options;
  const stand = await start({ size: { products, orders }, apps: ['api'] });
  const rows = await stand.query(
    `select slug from products where status = 'active' and published_at <= now() order by md5(slug) limit 2000`,
  );
  const slugs = rows.map(({ slug }) => slug);
  const vendor = await vendorToken(stand);
  const loads = {
    'product detail': { urls: slugs.map((slug) => `${stand.url}/store/products/slug/${slug}`), headers: {} },
    'list of 24 (vendor, filter and sort)': {
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
  const at16 = (name) => results.find(({ what, connections }) => what.startsWith(name) && connections === 16).perSecond; // prettier-ignore
  return {
    tables: {
      'Requests per second': results.map(({ what, connections, perSecond, milliseconds, cpuMs }) => ({
        what,
        connections,
        'req/s': perSecond,
        ...milliseconds,
        'API ms': cpuMs.api,
        'Postgres ms': cpuMs.postgres,
      })),
    },
    targets: [
      target('product detail at 16', at16('product'), { least: 900, unit: 'req/s' }),
      target('list of 24 at 16', at16('list'), { least: 500, unit: 'req/s' }),
    ],
    details: { results },
  };
}
