import { cpuPer, measuredLoad } from '../load/measured-load.mjs';
import { runLoad } from '../load/run-load.mjs';
import { target } from '../report.mjs';
import { drained } from '../stand/backlog.mjs';
import { startBareServer } from '../stand/bare-server.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';
import { cpuSeconds } from '../stand/process-usage.mjs';
import { adminToken, buyerTokens, sellableVariants } from '../stand/sessions.mjs';

/**
 * The dashboard: a refresh after 500 changes at three sizes beside the same figures from the raw rows, the read beside a
 * bare server, and what marking days costs an order. `--largest` ends earlier, `--upkeep 0` leaves the last part out.
 */
export const defaults = {
  products: 1_000,
  orders: 2_000,
  largest: 1_000_000,
  perDay: 1_000,
  rounds: 3,
  seconds: 10,
  upkeep: 4,
};

const SIZES = [10_000, 100_000, 1_000_000];

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const round = (value) => Math.round(value * 100) / 100;

async function refreshes({ options, start, say }, bulk) {
  const { products, orders, perDay, rounds } = options;
  const stand = await start({ size: { products, orders } });
  say(`${bulk} orders, then ${rounds} refreshes after 500 changes each`);
  const result = await runBenchProcess(
    'analytics-refresh',
    [stand.pids.postgres, bulk, perDay, rounds],
    stand.env,
  );
  await stand.stop();
  const of = (costs, what) => median(costs.map((cost) => cost[what]));
  return {
    orders: bulk,
    'rebuild CPU ms': result.rebuild.cpuMs,
    'refresh CPU ms': of(result.refreshes, 'cpuMs'),
    'refresh ms': of(result.refreshes, 'ms'),
    'raw CPU ms': of(result.raw, 'cpuMs'),
  };
}

async function reads({ options, start }) {
  const { products, orders, seconds } = options;
  const stand = await start({ size: { products, orders }, apps: ['api'] });
  const headers = { authorization: `Bearer ${await adminToken(stand)}` };
  const bare = await startBareServer(stand, 'bare-dashboard');
  const loads = {
    dashboard: { urls: [`${stand.url}/admin/analytics/dashboard?window=30d`], headers },
    'the same row, bare': { urls: [`${bare.url}/?window=30d`], headers: {} },
  };
  const results = [];
  for (const [what, data] of Object.entries(loads))
    results.push({
      what,
      ...(await measuredLoad(stand, { flow: 'get', data, connections: 16, seconds, warmUpSeconds: 3 })),
    });
  await bare.stop();
  await stand.stop();
  return results;
}

const triggers = ['orders', 'orders_sub_orders', 'payments_refunds', 'payments', 'ledger_transactions'];

/** In turns on one stand: placing and paying orders with the triggers that mark days, and without. */
async function upkeep({ options, start, say }) {
  const { products, orders, seconds } = options;
  const stand = await start({
    size: { products, orders },
    apps: ['sandboxes', 'worker', 'api'],
    env: { NODE_ENV: 'development', CHECK_ANSWERS: 'false' },
  });
  const data = {
    url: stand.url,
    tokens: await buyerTokens(stand, 400),
    variantIds: await sellableVariants(stand, 400),
    paymentOption: 'sandbox',
    pay: true,
  };
  const job = { flow: 'place-order', data, seconds, connections: 4 };
  const names = await stand.query(
    `select tgname, tgrelid::regclass::text as of from pg_trigger where tgname like 'analytics\\_%' and tgrelid::regclass::text = any($1)`,
    [triggers],
  );
  const turnTriggers = async (how) => {
    for (const { tgname, of } of names) await stand.query(`alter table ${of} ${how} trigger ${tgname}`);
  };
  await drained(stand);
  await runLoad(job);
  await drained(stand);
  const turns = [];
  for (let turn = 0; turn < options.upkeep; turn += 1) {
    const marks = turn % 2 === 0;
    await turnTriggers(marks ? 'enable' : 'disable');
    const before = cpuSeconds(stand.pids);
    const { done } = await runLoad(job);
    await drained(stand);
    const cpuMs = cpuPer(before, cpuSeconds(stand.pids), done);
    turns.push({
      'marks days': marks ? 'yes' : 'no',
      orders: done,
      ...cpuMs,
      sum: round(Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0)),
    });
    say(`turn ${turn + 1} of ${options.upkeep}: ${turns.at(-1).sum} ms of CPU an order`);
  }
  const [{ marked }] = await stand.query('select count(*)::integer as marked from analytics_dirty');
  await stand.stop();
  return { turns, marked };
}

export async function run(context) {
  const { options } = context;
  const sizes = [];
  for (const size of SIZES.filter((candidate) => candidate <= options.largest))
    sizes.push(await refreshes(context, size));
  const read = await reads(context);
  const kept = options.upkeep > 0 ? await upkeep(context) : undefined;
  const bySize = (orders) => sizes.find((candidate) => candidate.orders === orders);
  const [last] = sizes.slice(-1);
  const [dashboard, bare] = read.map(({ perSecond }) => perSecond);
  const cost = (marks) =>
    median(kept.turns.filter((turn) => turn['marks days'] === marks).map(({ sum }) => sum));
  return {
    tables: {
      'A refresh after 500 changes': sizes,
      'Reads at 16 connections': read.map(({ what, perSecond, milliseconds, cpuMs }) => ({
        what,
        'req/s': perSecond,
        ...milliseconds,
        'API ms': cpuMs.api,
        'bare ms': cpuMs.bare,
        'Postgres ms': cpuMs.postgres,
      })),
      ...(kept && { 'CPU milliseconds of an order that is placed and paid': kept.turns }),
    },
    targets: [
      ...(bySize(1_000_000)
        ? [
            target(
              'refresh at a million beside 100,000, CPU',
              bySize(1_000_000)['refresh CPU ms'] / bySize(100_000)['refresh CPU ms'],
              { most: 2, unit: 'times' },
            ),
          ]
        : []),
      target(
        `refresh beside the raw figures at ${last.orders} orders, CPU`,
        last['refresh CPU ms'] / last['raw CPU ms'],
        { most: 0.1 },
      ),
      target('refresh, wall time', last['refresh ms'], { most: 3_000, unit: 'ms' }),
      target('read beside a bare server at 16', dashboard / bare, { least: 0.4 }),
      ...(kept
        ? [
            target('an order with marks beside without, CPU', cost('yes') / cost('no'), {
              most: 1.05,
              unit: 'times',
            }),
            target('rows written for it', kept.marked, { most: 1 }),
          ]
        : []),
    ],
    details: { sizes, read, kept },
  };
}
