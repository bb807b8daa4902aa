import { measuredLoad } from '../load/measured-load.mjs';
import { target } from '../report.mjs';
import { adminToken } from '../stand/sessions.mjs';

/** A page of 50 of all orders, filters varied, over some orders and over ten times as many. */
export const defaults = { products: 10_000, orders: 20_000, more: 200_000, seconds: 10, warmup: 3 };

const day = 86_400_000;
const daysAgo = (days) => new Date(Date.now() - days * day).toISOString().slice(0, 10);

/** What an operator looks at: the newest, those of a state, of some days, of a vendor, the dearest, one by its number. */
async function queries(stand) {
  const [vendor] = await stand.query('select id from vendors where gstin is not null order by slug limit 1');
  const numbers = await stand.query('select order_number from orders order by md5(order_number) limit 20');
  const statuses = ['confirmed', 'partially_fulfilled', 'fulfilled', 'delivered', 'cancelled'];
  return [
    ...[1, 2, 11, 101].map((page) => `page=${page}`),
    ...statuses.map((status) => `filters[]=status:eq:${status}`),
    ...['paid', 'refunded'].map((status) => `filters[]=paymentStatus:eq:${status}`),
    ...[3, 10, 30].map(
      (days) => `filters[]=placedAt:gte:${daysAgo(days)}&filters[]=placedAt:lt:${daysAgo(days - 2)}`,
    ),
    `filters[]=vendorId:eq:${vendor.id}`,
    `filters[]=status:in:confirmed,fulfilled&sort=grandTotal:desc`,
    'sort=grandTotal:desc',
    ...numbers.map((row) => `filters[]=orderNumber:eq:${row.order_number}`),
    ...numbers.slice(0, 4).map((row) => `filters[]=orderNumber:like:${row.order_number.slice(3, 8)}`),
  ].map((query) => `limit=50&${query}`);
}

/** So many requests of which no two have the same filter: each is counted anew. */
const DIFFERENT = 4_000;

function allDifferent(queries) {
  const since = Date.UTC(2015, 0, 1);
  return Array.from({ length: DIFFERENT }, (_, turn) => {
    const bound = new Date(since + turn * 1_000).toISOString();
    return `${queries[turn % queries.length]}&filters[]=placedAt:gte:${bound}`;
  });
}

/** The first look at a filter counts its orders, which later ones within five seconds do not. */
async function coldCounts(stand, urls, headers) {
  const took = [];
  for (const url of urls) {
    const began = performance.now();
    const response = await fetch(url, { headers });
    const { metadata } = await response.json();
    took.push({
      query: url.split('limit=50&')[1],
      'cold ms': Math.round(performance.now() - began),
      orders: metadata.total,
    });
  }
  return took.sort((item, other) => other['cold ms'] - item['cold ms']).slice(0, 8);
}

async function measure({ options, start }, orders) {
  const { products, seconds, warmup } = options;
  const stand = await start({ size: { products, orders }, apps: ['api'] });
  const headers = { authorization: `Bearer ${await adminToken(stand)}` };
  const urls = (await queries(stand)).map((query) => `${stand.url}/admin/orders?${query}`);
  const cold = await coldCounts(stand, urls, headers);
  const different = allDifferent(urls);
  const results = [];
  for (const connections of [1, 16]) {
    const load = {
      flow: 'get',
      data: { urls: different, headers },
      connections,
      seconds,
      warmUpSeconds: warmup,
    };
    results.push({ orders, connections, ...(await measuredLoad(stand, load)) });
  }
  await stand.stop();
  return { cold, results };
}

export async function run(context) {
  const few = await measure(context, context.options.orders);
  const many = await measure(context, context.options.more);
  const [fewAt16, manyAt16] = [few, many].map(({ results }) =>
    results.find(({ connections }) => connections === 16),
  );
  return {
    tables: {
      'Requests per second': [...few.results, ...many.results].map(
        ({ orders, connections, perSecond, milliseconds, cpuMs }) => ({
          orders,
          connections,
          'req/s': perSecond,
          ...milliseconds,
          'API ms': cpuMs.api,
          'Postgres ms': cpuMs.postgres,
        }),
      ),
      [`First looks, ${fewAt16.orders} orders`]: few.cold,
      [`First looks, ${manyAt16.orders} orders`]: many.cold,
    },
    targets: [
      target('page of 50 at 16', fewAt16.perSecond, { least: 200, unit: 'req/s' }),
      target('page of 50 at 16, more orders', manyAt16.perSecond, { least: 200, unit: 'req/s' }),
      target('as many times slower with more orders', fewAt16.perSecond / manyAt16.perSecond, { most: 1.3 }),
    ],
    details: { few, many },
  };
}
