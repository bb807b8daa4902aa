import { setTimeout as sleep } from 'node:timers/promises';
import { cpuPer } from '../load/measured-load.mjs';
import { percentiles } from '../load/latencies.mjs';
import { target } from '../report.mjs';
import { drained } from '../stand/backlog.mjs';
import { cpuSeconds } from '../stand/process-usage.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';
import { adminToken } from '../stand/sessions.mjs';

/** Invoices: the rendering activity, and the flow from the request to the stored file, beside a bare browser. */
export const defaults = { products: 1_000, orders: 2_000, invoices: 600, rounds: 4, alone: 15 };

const AT_ONCE = 16;
/** By the activity and by the bare browser in each turn. */
const RENDERED = 100;

const round = (value) => Math.round(value * 10) / 10;

/** Documents a second of all turns together, by the seconds that stand under that name. */
function rate(turns, seconds) {
  const sum = (name) => turns.reduce((total, turn) => total + turn[name], 0);
  return sum('documents') / sum(seconds);
}

/** Of readings of equal weight, by process. */
function cpuMean(readings) {
  const mean = (name) => readings.reduce((sum, reading) => sum + reading[name], 0) / readings.length;
  return Object.fromEntries(Object.keys(readings[0]).map((name) => [name, round(mean(name))]));
}

async function ask(stand, headers, { order_id: orderId, id }) {
  const url = `${stand.url}/admin/orders/${orderId}/vendors/${id}/invoice/generate`;
  const response = await fetch(url, { method: 'POST', headers });
  if (response.status >= 300)
    throw new Error(`${url} responded with ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

async function untilReady(stand, ids, everyMs) {
  for (;;) {
    const [{ ready, failed }] = await stand.query(
      `select count(*) filter (where status = 'ready')::integer as ready,
         count(*) filter (where status = 'failed')::integer as failed
       from invoices where sub_order_id = any($1::uuid[])`,
      [ids],
    );
    if (failed > 0) throw new Error(`${failed} renderings failed`);
    if (ready === ids.length) return;
    await sleep(everyMs);
  }
}

async function wholeFlow(stand, headers, subOrders) {
  const before = cpuSeconds(stand.pids);
  const began = performance.now();
  const queue = [...subOrders];
  const lane = async () => {
    for (let subOrder = queue.shift(); subOrder; subOrder = queue.shift())
      await ask(stand, headers, subOrder);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const asked = (performance.now() - began) / 1000;
  await untilReady(
    stand,
    subOrders.map(({ id }) => id),
    50,
  );
  const seconds = (performance.now() - began) / 1000;
  return {
    documents: subOrders.length,
    seconds,
    asked,
    cpuMs: cpuPer(before, cpuSeconds(stand.pids), subOrders.length),
  };
}

/** One after the other: how long somebody waits. */
export async function oneByOne(stand, headers, subOrders) {
  const times = [];
  for (const subOrder of subOrders) {
    const began = performance.now();
    await ask(stand, headers, subOrder);
    await untilReady(stand, [subOrder.id], 5);
    times.push(performance.now() - began);
  }
  return percentiles(times);
}

export async function run({ options, start, say }) {
  const { products, orders, invoices, rounds, alone } = options;
  const each = Math.ceil(invoices / rounds);
  const stand = await start({ size: { products, orders }, apps: ['sandboxes', 'worker', 'api'] });
  const headers = { authorization: `Bearer ${await adminToken(stand)}` };
  const subOrders = await stand.query(
    `select p.id, p.order_id from orders_sub_orders p join vendors v on v.id = p.vendor_id
     where p.status <> 'cancelled' and p.confirmed_at is not null and v.gstin is not null order by p.id limit $1`,
    [each * rounds + alone + 20],
  );
  await drained(stand);
  // The browser starts with the first one.
  await wholeFlow(stand, headers, subOrders.splice(0, 20));
  const waited = await oneByOne(stand, headers, subOrders.splice(0, alone));
  const flows = [];
  const renderings = [];
  // In turns, because the machine is not the same from one minute to the next.
  for (let turn = 0; turn < rounds; turn += 1) {
    flows.push(await wholeFlow(stand, headers, subOrders.splice(0, each)));
    await drained(stand);
    say(`turn ${turn + 1} of ${rounds}: the same invoices by the activity and by a bare browser`);
    renderings.push(await runBenchProcess('render-invoices', [RENDERED], stand.env));
  }
  const activity = rate(renderings, 'activity');
  const bare = rate(renderings, 'bare');
  const flow = rate(flows, 'seconds');
  const cpuMs = cpuMean(flows.map((turn) => turn.cpuMs));
  const all = Object.values(cpuMs).reduce((total, ms) => total + ms, 0);
  const shareOfBare = (value) => Math.round((value / bare) * 100) / 100;
  return {
    tables: {
      'Documents per second': [
        { what: 'bare browser, the same HTML', 'documents/s': round(bare), 'of bare': 1 },
        {
          what: 'the activity: HTML to stored PDF',
          'documents/s': round(activity),
          'of bare': shareOfBare(activity),
        },
        { what: 'the flow: request to ready', 'documents/s': round(flow), 'of bare': shareOfBare(flow) },
      ],
      'CPU milliseconds a document in the flow': Object.entries(cpuMs).map(([part, ms]) => ({
        part,
        ms,
        share: `${Math.round((ms / all) * 100)} %`,
      })),
      'Milliseconds from request to ready, one after the other': [waited],
    },
    targets: [
      target('activity as a share of the bare browser', activity / bare, { least: 0.7 }),
      target('whole flow as a share of the bare browser', flow / bare, { least: 0.25 }),
    ],
    details: { flows, renderings, waited },
  };
}
