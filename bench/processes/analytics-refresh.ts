import { buyerRowsSql, dayBindings, dayRowsSql, variantRowsSql } from '#db/analytics/day-rows-sql.js';
import { wholeDay } from '#domain/analytics/periods.js';
import { addDays, localDayOf } from '#domain/analytics/local-days.js';
import { systemContext } from '#domain/_shared/context.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { parseConfig } from '#lib/config.js';
import { createContainer } from '#runtime/container.js';
import { writeBulkOrders } from '../stand/bulk-orders.js';
import { cpuSeconds } from '../stand/process-usage.mjs';

/**
 * Writes orders and refreshes the dashboard after changes, beside the same figures of days from the raw rows:
 * `node analytics-refresh.js <postgres pid> <orders> <orders a day> <rounds>`. Prints CPU and wall milliseconds as JSON.
 */
const [postgres = 0, orders = 10_000, perDay = 1_000, rounds = 3] = process.argv.slice(2).map(Number);
const RECENT = 450;
const OLDER = 50;

const config = parseConfig(process.env);
const container = await createContainer(config, { name: 'bench' });
await container.start();
const { knex, unitOfWork, operations } = container;
const zone = storeSettings.timeZone.default;
const ctx = () => systemContext({ name: 'bench' }, new Date());

interface Cost {
  ms: number;
  /** Of this process and of Postgres. */
  cpuMs: number;
}

async function measured(work: () => Promise<unknown>): Promise<Cost> {
  const parts = { bench: process.pid, postgres };
  const before = cpuSeconds(parts);
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  const after = cpuSeconds(parts);
  const used = Object.keys(parts).reduce((sum, part) => sum + (after[part] ?? 0) - (before[part] ?? 0), 0);
  return { ms: Math.round(ms), cpuMs: Math.round(used * 1_000) };
}

async function refresh(): Promise<void> {
  for (;;) {
    const step = await unitOfWork.run(ctx(), (tx) => operations.refreshStep(tx, zone));
    if (step.kind === 'done') return;
  }
}

/** As late refunds, deliveries and cancellations do: most of the last two days, some of any day. */
async function change(round: number): Promise<void> {
  const recent = `select id from orders_sub_orders where placed_at > now() - interval '2 days'
    order by md5(id::text || ?) limit ${RECENT}`;
  await knex.raw(`update orders_sub_orders set total = total + 1 where id in (${recent})`, [round]);
  const older = `select id from orders_sub_orders order by md5(id::text || ?) limit ${OLDER}`;
  await knex.raw(`update orders_sub_orders set total = total + 1 where id in (${older})`, [round]);
}

/** Every day from the raw rows, read and thrown away. */
async function raw(): Promise<void> {
  const {
    rows: [span],
  } = await knex.raw<{ rows: [{ first: Date }] }>('select min(placed_at) as first from orders');
  const ranges: ReturnType<typeof wholeDay>[] = [];
  const last = localDayOf(new Date(), zone);
  for (let day = localDayOf(span.first, zone); day <= last; day = addDays(day, 1))
    ranges.push(wholeDay(day, zone));
  await unitOfWork.run(ctx(), async (tx) => {
    await tx.raw('set local statement_timeout = 0');
    for (const { ctes, select } of [dayRowsSql, variantRowsSql, buyerRowsSql])
      await tx.raw(
        `with ${ctes}, fresh as materialized (${select}) select count(*) from fresh`,
        dayBindings(ranges),
      );
  });
}

await writeBulkOrders(config.DATABASE_URL, { orders, perDay, until: new Date() });
const rebuild = await measured(refresh);
const refreshes: Cost[] = [];
for (let round = 0; round < rounds; round += 1) {
  await change(round);
  refreshes.push(await measured(refresh));
}
const rawFigures: Cost[] = [];
for (let round = 0; round < rounds; round += 1) rawFigures.push(await measured(raw));
await container.stop();
console.log(JSON.stringify({ orders, rebuild, refreshes, raw: rawFigures }));
