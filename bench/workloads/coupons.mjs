import { measuredLoad } from '../load/measured-load.mjs';
import { runLoad } from '../load/run-load.mjs';
import { target } from '../report.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';
import { benchDiscounts, preparedCarts } from '../stand/prepared-carts.mjs';
import { buyerTokens, sellableVariants } from '../stand/sessions.mjs';

/** What coupons cost: orders with three of them, a race for one, quotes, suggestions. In turns, within one run. */
export const defaults = {
  products: 1_000,
  orders: 2_000,
  seconds: 8,
  turns: 3,
  carts: 1_500,
  quotes: 100_000,
};

const SHOWN = 1_000;
const round = (value) => Math.round(value * 100) / 100;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const cpuOf = ({ cpuMs }) => cpuMs.api + cpuMs.postgres;

export async function run({ options, start, say }) {
  const { products, orders, seconds, turns, carts, quotes } = options;
  const stand = await start({ size: { products, orders }, apps: ['api'] });
  const tokens = await buyerTokens(stand, 200);
  const variantIds = await sellableVariants(stand, 400);
  const three = await benchDiscounts(stand, 3);
  const contested = await benchDiscounts(stand, 1, { limit: 1_000_000_000 });
  const prepare = (couponIds, count = carts) =>
    preparedCarts(stand, { count, tokens, variantIds, couponIds });
  const place = async (couponIds, connections) => {
    const data = { url: stand.url, carts: await prepare(couponIds) };
    return measuredLoad(stand, { flow: 'place-prepared', data, connections, seconds });
  };
  say('warming up');
  const warm = { url: stand.url, carts: await prepare(three) };
  await runLoad({ flow: 'place-prepared', data: warm, connections: 4, seconds: Math.min(seconds, 5) });

  const results = { plain: [], three: [], free: [], contested: [] };
  for (let turn = 0; turn < turns; turn += 1) {
    results.plain.push(await place([], 4));
    results.three.push(await place(three, 4));
    results.free.push(await place([], 16));
    results.contested.push(await place(contested, 16));
  }

  await benchDiscounts(stand, SHOWN, { shown: true });
  const [cart] = await prepare([], 1);
  const headers = { authorization: `Bearer ${cart.token}` };
  const read = (url) =>
    measuredLoad(stand, {
      flow: 'get',
      data: { urls: [url], headers },
      connections: 4,
      seconds: 4,
      warmUpSeconds: 1,
    });
  const reads = { cart: [], suggested: [] };
  for (let turn = 0; turn < turns; turn += 1) {
    reads.cart.push(await read(`${stand.url}/store/carts/${cart.id}`));
    reads.suggested.push(await read(`${stand.url}/store/carts/${cart.id}/coupons/suggested`));
  }
  const pure = await runBenchProcess('quote-coupons', [quotes], stand.env);

  const cpu = (list) => median(list.map(cpuOf));
  const rate = (list) => median(list.map(({ perSecond }) => perSecond));
  const rows = { ...results, ...reads };
  const names = {
    plain: 'place-order, 4 connections',
    three: 'the same with 3 coupons',
    free: 'place-order, 16 connections',
    contested: 'the same, all with one limited coupon',
    cart: 'read a cart',
    suggested: `suggestions over ${SHOWN} shown discounts`,
  };
  return {
    tables: {
      Requests: Object.entries(names).map(([key, what]) => ({
        what,
        'a second': round(rate(rows[key])),
        'CPU ms, API and Postgres': round(cpu(rows[key])),
      })),
      'Quotes of 50 lines': [
        { what: 'without coupons', 'CPU µs': round(pure.plain), 'heap MB': pure.heapBefore },
        { what: 'with 10 targeted coupons', 'CPU µs': round(pure.targeted), 'heap MB': pure.heapAfter },
      ],
    },
    targets: [
      target('CPU of an order with 3 coupons', cpu(results.three) / cpu(results.plain), {
        most: 1.25,
        unit: 'times',
      }),
      target('orders of 16 buyers of one limited coupon', rate(results.contested) / rate(results.free), {
        least: 0.6,
        unit: 'times',
      }),
      target('quote with 10 targeted coupons', pure.targeted / pure.plain, { most: 4, unit: 'times' }),
      target('heap after all quotes', pure.heapAfter / pure.heapBefore, { most: 1.3, unit: 'times' }),
      target('CPU of suggestions', cpu(reads.suggested) / cpu(reads.cart), { most: 3, unit: 'times' }),
    ],
    details: { results, reads, pure },
  };
}
