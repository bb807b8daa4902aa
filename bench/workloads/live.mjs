import { setTimeout as sleep } from 'node:timers/promises';
import { openStreams } from '../load/open-streams.mjs';
import { target } from '../report.mjs';
import { startBareServer } from '../stand/bare-server.mjs';
import { cpuSeconds, memoryMb } from '../stand/process-usage.mjs';
import { adminToken } from '../stand/sessions.mjs';

/** Streams of paid orders: CPU for a delivered frame beside a bare server that writes the same frames, memory, delay. */
export const defaults = {
  products: 1_000,
  orders: 2_000,
  streams: 1_000,
  perSecond: 20,
  seconds: 20,
  rounds: 3,
};

/** A paid order, published on the live channel as a payment is. */
const payOne = `with paid as (
  insert into orders select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object('id', uuidv7(),
    'cart_id', uuidv7(), 'order_number', 'L-' || uuidv7(), 'paid_at', now()))).* from orders o where id = $1
  returning id)
  select pg_notify('live', 'order.paid:' || id) from paid`;

const frameOfNow = () =>
  JSON.stringify({
    type: 'order.paid',
    paidOrdersToday: 4_321,
    orderNumber: 'HT-0G7F2KQ9',
    grandTotal: 1_234_500,
    at: new Date().toISOString(),
  });

/** Calls `work` so many times a second. */
async function paced(perSecond, seconds, work) {
  const began = performance.now();
  for (let due = 0; due < seconds * 1_000; due += 1_000 / perSecond) {
    const wait = began + due - performance.now();
    if (wait > 0) await sleep(wait);
    await work();
  }
  // What was sent last is still on its way.
  await sleep(500);
}

/** CPU of `part` for each frame that arrived. */
async function measure(stand, part, streams, options, work) {
  await streams.begin();
  const before = cpuSeconds(stand.pids)[part];
  await paced(options.perSecond, options.seconds, work);
  const used = cpuSeconds(stand.pids)[part] - before;
  const { frames, milliseconds } = await streams.end();
  return { frames, milliseconds, microseconds: (used * 1e6) / frames };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

export async function run({ options, start, say }) {
  const { products, orders, streams: count, rounds } = options;
  const stand = await start({ size: { products, orders }, apps: ['api'] });
  const [{ id }] = await stand.query('select id from orders where paid_at is not null limit 1');
  const headers = { authorization: `Bearer ${await adminToken(stand)}`, accept: 'text/event-stream' };
  const url = `${stand.url}/admin/analytics/live/orders`;
  const bare = await startBareServer(stand, 'bare-stream');
  const idle = memoryMb({ api: stand.pids.api }).api;
  const own = await openStreams({ url, headers, streams: count });
  await sleep(3_000);
  const held = memoryMb({ api: stand.pids.api }).api;
  const plain = await openStreams({ url: bare.url, streams: count });
  const turns = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    const platform = await measure(stand, 'api', own, options, () => stand.query(payOne, [id]));
    const server = await measure(stand, 'bare', plain, options, () => bare.send(frameOfNow()));
    turns.push({ platform, server });
    say(
      `turn ${turn + 1} of ${rounds}: ${platform.microseconds.toFixed(1)} µs a frame, bare ${server.microseconds.toFixed(1)} µs`,
    );
  }
  await Promise.all([own.close(), plain.close()]);
  await bare.stop();
  const ratio = median(turns.map(({ platform, server }) => platform.microseconds / server.microseconds));
  const round = (value) => Math.round(value * 10) / 10;
  const kilobytes = ((held - idle) * 1_024) / count;
  const row = (what, { frames, milliseconds, microseconds }) => ({
    what,
    frames,
    'CPU µs a frame': round(microseconds),
    ...milliseconds,
  });
  return {
    tables: {
      [`${count} streams, ${options.perSecond} paid orders a second; milliseconds from payment to frame`]:
        turns.flatMap(({ platform, server }) => [row('platform', platform), row('bare server', server)]),
      Memory: [
        {
          'API idle MB': round(idle),
          [`with ${count} streams MB`]: round(held),
          'KB a stream': round(kilobytes),
        },
      ],
    },
    targets: [
      target('CPU for a delivered frame beside a bare server', ratio, { most: 2, unit: 'times' }),
      target('delivery, p95', median(turns.map(({ platform }) => platform.milliseconds.p95)), {
        most: 300,
        unit: 'ms',
      }),
      target('memory for a stream', kilobytes, { most: 60, unit: 'KB' }),
    ],
    details: { turns, idle, held },
  };
}
