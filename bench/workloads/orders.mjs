import { cpuPer, measuredLoad } from '../load/measured-load.mjs';
import { runLoad } from '../load/run-load.mjs';
import { target } from '../report.mjs';
import { backlog, drained } from '../stand/backlog.mjs';
import { deliveriesPer, instant, runsPer } from '../stand/engine-work.mjs';
import { cpuSeconds, memoryMb } from '../stand/process-usage.mjs';
import { buyerTokens, sellableVariants } from '../stand/sessions.mjs';

/** From the first look to the order, eight requests, with the relay and the worker at work on what follows. */
export const defaults = {
  products: 10_000,
  orders: 20_000,
  seconds: 15,
  warmup: 30,
  steady: 10,
  withoutSearch: false,
};

const round = (value) => Math.round(value * 10) / 10;

export async function run({ options, start, say }) {
  const { products, orders, seconds, warmup, steady } = options;
  const stand = await start({ size: { products, orders }, apps: ['sandboxes', 'worker', 'api'] });
  if (options.withoutSearch) await stopIndexing(stand);
  const data = {
    url: stand.url,
    tokens: await buyerTokens(stand, 400),
    variantIds: await sellableVariants(stand, 800),
    paymentOption: 'cod',
  };
  await drained(stand);
  const job = { flow: 'place-order', data, seconds };
  await runLoad({ ...job, connections: 4, seconds: warmup });
  await drained(stand);

  const results = [];
  for (const connections of [1, 16]) {
    const before = cpuSeconds(stand.pids);
    const since = await instant(stand);
    const accepted = await measuredLoad(stand, { ...job, connections });
    const left = await backlog(stand);
    say(`${accepted.done} orders placed, ${left.deliveries} deliveries and ${left.mails} mails wait`);
    const { seconds: drainedAfter, parked } = await drained(stand);
    // What follows an order is worked off later: all of it belongs to the order.
    const whole = cpuPer(before, cpuSeconds(stand.pids), accepted.done);
    const untilDrained = accepted.done / (seconds + drainedAfter);
    const work = {
      deliveries: await deliveriesPer(stand, since, accepted.done),
      runs: await runsPer(stand, since, accepted.done),
    };
    results.push({ connections, ...accepted, left, drainedAfter, untilDrained, parked, whole, work });
  }
  const open = await measuredLoad(stand, { ...job, connections: 16, perSecond: steady });
  await drained(stand);
  const memory = memoryMb(stand.pids);
  const at16 = results[1];
  const parts = Object.keys(at16.whole);
  return {
    tables: {
      'Orders placed': results.map(
        ({ connections, perSecond, milliseconds, steps, left, drainedAfter, untilDrained }) => ({
          connections,
          'orders/s': perSecond,
          p50: milliseconds.p50,
          p95: milliseconds.p95,
          'place order p95': steps['place order'].p95,
          'deliveries left': left.deliveries,
          'drained after s': drainedAfter,
          'orders/s until drained': round(untilDrained),
        }),
      ),
      'CPU milliseconds an order, all that follows it included': results.map(({ connections, whole }) => ({
        connections,
        ...whole,
        sum: round(parts.reduce((sum, part) => sum + whole[part], 0)),
      })),
      'Deliveries at 16': at16.work.deliveries,
      'Runs of workflows at 16': at16.work.runs,
      'Memory after the load': Object.entries(memory).map(([part, mb]) => ({ part, MB: Math.round(mb) })),
      [`Milliseconds of each request at ${steady} orders a second`]: Object.entries(open.steps).map(
        ([step, times]) => ({ step, ...times }),
      ),
    },
    targets: [
      target('orders accepted at 16', at16.perSecond, { least: 30, unit: 'orders/s' }),
      target(`place order at ${steady}/s, p95`, open.steps['place order'].p95, { most: 150, unit: 'ms' }),
      target('orders at 16, until drained', at16.untilDrained, { least: 21, unit: 'orders/s' }),
      target('memory of API and worker after the load', memory.api + memory.worker, {
        most: 500,
        unit: 'MB',
      }),
      target('deliveries that could not be made', at16.parked, { most: 1 }),
    ],
    details: { results, open, memory },
  };
}

/** Nothing is delivered to the search index any more: what remains is what orders cost without it. */
async function stopIndexing(stand) {
  await stand.query(
    `create function bench_skip() returns trigger language plpgsql as $$ begin return null; end $$`,
  );
  await stand.query(
    `create trigger bench_skip before insert on outbox_deliveries for each row
     when (new.subscription like 'search-%') execute function bench_skip()`,
  );
}
