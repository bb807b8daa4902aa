import { setTimeout as sleep } from 'node:timers/promises';
import { cpuPer, measuredLoad } from '../load/measured-load.mjs';
import { runLoad } from '../load/run-load.mjs';
import { target } from '../report.mjs';
import { drained } from '../stand/backlog.mjs';
import { instant, runsPer } from '../stand/engine-work.mjs';
import { cpuSeconds } from '../stand/process-usage.mjs';
import { buyerTokens, sellableVariants } from '../stand/sessions.mjs';

/**
 * From the first look to the confirmed order: the buyer pays at the gateway's stand-in, which calls the webhook. The
 * stand-in is not there in production, so this runs as in development, but without the check of each response. `--steady`
 * orders a second come one at a time for twice `--seconds`; what the platform costs while nobody orders is measured
 * before, and taken off for the second figure of it.
 */
export const defaults = { products: 10_000, orders: 20_000, seconds: 15, warmup: 15, steady: 1 };

const round = (value) => Math.round(value * 10) / 10;
const sumOf = (parts) => round(Object.values(parts).reduce((sum, part) => sum + part, 0));

/** CPU milliseconds a second of each part while nobody calls. */
async function idleCpu(stand, seconds) {
  const before = cpuSeconds(stand.pids);
  await sleep(seconds * 1_000);
  return cpuPer(before, cpuSeconds(stand.pids), seconds);
}

/** The platform alone: the stand-in belongs to the gateway. */
const platformOf = ({ sandboxes, ...parts }) => parts;

async function ordered(stand, job) {
  const before = cpuSeconds(stand.pids);
  const since = await instant(stand);
  const began = performance.now();
  const result = await measuredLoad(stand, job);
  const { seconds: drainedAfter } = await drained(stand);
  const whole = platformOf(cpuPer(before, cpuSeconds(stand.pids), result.done));
  const elapsed = (performance.now() - began) / 1_000;
  return { ...result, drainedAfter, elapsed, whole, runs: await runsPer(stand, since, result.done) };
}

export async function run({ options, start }) {
  const { products, orders, seconds, warmup, steady } = options;
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
  await sleep(5_000);
  const idle = platformOf(await idleCpu(stand, seconds));
  const loads = {
    [`${steady} a second`]: { connections: 16, perSecond: steady, seconds: seconds * 2 },
    '1 connection': { connections: 1 },
    '16 connections': { connections: 16 },
  };
  const results = [];
  for (const [load, fields] of Object.entries(loads))
    results.push({ load, ...(await ordered(stand, { ...job, ...fields })) });
  const beside = ({ whole, elapsed, done }) => round(sumOf(whole) - (sumOf(idle) * elapsed) / done);
  const [slow, , busy] = results;
  return {
    tables: {
      'Orders confirmed': results.map(({ load, done, perSecond, milliseconds, drainedAfter }) => ({
        load,
        orders: done,
        'orders/s': perSecond,
        ...milliseconds,
        'drained after s': drainedAfter,
      })),
      'CPU milliseconds a second while nobody orders': [{ ...idle, sum: sumOf(idle) }],
      'CPU milliseconds an order': results.map((result) => ({
        load: result.load,
        ...result.whole,
        sum: sumOf(result.whole),
        'beside idle': beside(result),
      })),
      ...Object.fromEntries(results.map(({ load, runs }) => [`Runs of workflows, ${load}`, runs])),
    },
    targets: [
      target('orders confirmed at 16', busy.perSecond, { least: 8, unit: 'orders/s' }),
      target(`an order at ${steady} a second beside 16 connections, CPU`, beside(slow) / beside(busy), {
        most: 1.3,
        unit: 'times',
      }),
    ],
    details: { results, idle },
  };
}
