import { cpuPer, measuredLoad } from '../load/measured-load.mjs';
import { runLoad } from '../load/run-load.mjs';
import { target } from '../report.mjs';
import { drained } from '../stand/backlog.mjs';
import { cpuSeconds } from '../stand/process-usage.mjs';
import { buyerTokens, sellableVariants } from '../stand/sessions.mjs';

/**
 * From the first look to the confirmed order: the buyer pays at the gateway's stand-in, which calls the webhook. The
 * stand-in is not there in production, so this runs as in development, but without the check of each response.
 */
export const defaults = { products: 10_000, orders: 20_000, seconds: 15, warmup: 15 };

export async function run({ options, start }) {
  const { products, orders, seconds, warmup } = options;
  const stand = await start({
    size: { products, orders },
    apps: ['sandboxes', 'worker', 'api'],
    env: { NODE_ENV: 'development', CHECK_ANSWERS: 'false' },
  });
  const data = {
    url: stand.url,
    tokens: await buyerTokens(stand, 400),
    variantIds: await sellableVariants(stand, 800),
    paymentOption: 'sandbox',
    pay: true,
  };
  await drained(stand);
  const job = { flow: 'place-order', data, seconds };
  await runLoad({ ...job, connections: 4, seconds: warmup });
  await drained(stand);
  const results = [];
  for (const connections of [1, 16]) {
    const before = cpuSeconds(stand.pids);
    const result = await measuredLoad(stand, { ...job, connections });
    const { seconds: drainedAfter } = await drained(stand);
    results.push({ connections, ...result, drainedAfter, whole: cpuPer(before, cpuSeconds(stand.pids), result.done) }); // prettier-ignore
  }
  return {
    tables: {
      'Orders confirmed': results.map(({ connections, perSecond, milliseconds, drainedAfter }) => ({
        connections,
        'orders/s': perSecond,
        ...milliseconds,
        'drained after s': drainedAfter,
      })),
      'CPU milliseconds an order': results.map(({ connections, whole }) => ({ connections, ...whole })),
    },
    targets: [target('orders confirmed at 16', results[1].perSecond, { least: 8, unit: 'orders/s' })],
    details: { results },
  };
}
