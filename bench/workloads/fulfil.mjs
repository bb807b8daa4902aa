import { setTimeout as sleep } from 'node:timers/promises';
import { cpuPer } from '../load/measured-load.mjs';
import { percentiles } from '../load/latencies.mjs';
import { runLoad } from '../load/run-load.mjs';
import { target } from '../report.mjs';
import { drained } from '../stand/backlog.mjs';
import { setCarrierAccount } from '../stand/carrier-account.mjs';
import { cpuSeconds } from '../stand/process-usage.mjs';
import { adminToken, buyerTokens, sellableVariants } from '../stand/sessions.mjs';

/**
 * Shipments at the carrier's stand-in, from the request to the stored label, and refunds at the gateway's, each with all
 * that follows: the CPU of every process for one. The stand-ins are not there in production, so this runs as in development,
 * but without the check of each response.
 */
export const defaults = { products: 1_000, orders: 2_000, shipments: 90, rounds: 3 };

const AT_ONCE = 8;
const round = (value) => Math.round(value * 10) / 10;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function each(items, work) {
  const queue = [...items];
  const times = [];
  const lane = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) {
      const began = performance.now();
      await work(item);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return percentiles(times);
}

async function post(url, headers, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `${url}-${performance.now()}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200 && response.status !== 201)
    throw new Error(`${url} responded with ${response.status}: ${text.slice(0, 300)}`);
}

async function until(stand, sql, values) {
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(100)) {
    const [{ left }] = await stand.query(sql, values);
    if (left === 0) return;
  }
  throw new Error('what was begun has not ended within two minutes');
}

/** Orders that were paid at the gateway a moment ago, each with its sub-orders. */
async function paidOrders(stand, count) {
  const since = new Date();
  const data = {
    url: stand.url,
    tokens: await buyerTokens(stand, 50),
    variantIds: await sellableVariants(stand, 100),
    paymentOption: 'sandbox',
    pay: true,
  };
  for (;;) {
    const orders = await stand.query(
      `select o.id, (array_agg(p.id))[1] as sub_order from orders o join orders_sub_orders p on p.order_id = o.id
       where o.placed_at > $1 and o.payment_status = 'paid' group by o.id order by o.id limit $2`,
      [since, count],
    );
    if (orders.length === count) return orders;
    await runLoad({ flow: 'place-order', data, connections: 4, seconds: 10, mayFail: true });
  }
}

export async function run({ options, start, say }) {
  const { products, orders, shipments, rounds } = options;
  const stand = await start({
    size: { products, orders },
    apps: ['sandboxes', 'worker', 'api'],
    env: { NODE_ENV: 'development', CHECK_ANSWERS: 'false' },
  });
  const headers = { authorization: `Bearer ${await adminToken(stand)}` };
  await setCarrierAccount(stand);
  // What follows the seeded data comes first, and would hold up the payments.
  await drained(stand);
  const size = Math.ceil(shipments / rounds);
  // One more round, which warms everything up.
  const placed = await paidOrders(stand, size * (rounds + 1) * 2);
  await drained(stand);

  async function measured(work, isDone, batch) {
    const before = cpuSeconds(stand.pids);
    const waited = await each(batch, work);
    await until(stand, isDone, [batch.map(({ id }) => id)]);
    await drained(stand);
    return { waited, cpuMs: cpuPer(before, cpuSeconds(stand.pids), batch.length) };
  }
  const fulfil = ({ sub_order: subOrder }) =>
    post(`${stand.url}/admin/orders/vendors/${subOrder}/fulfilled`, headers, {
      providerId: 'carrier',
      courierCode: 'delhivery',
      credentialSource: 'platform',
    });
  const refund = ({ id }) =>
    post(`${stand.url}/admin/orders/${id}/refunds`, headers, { amount: 100, reason: 'Bench' });
  // One sub-order of each is sent.
  const labelled = `select count(*)::integer as left from unnest($1::uuid[]) as o (id) where not exists (
    select from shipping_shipments s where s.order_id = o.id and s.label_key is not null)`;
  const refunded = `select count(*)::integer as left from payments_refunds where order_id = any($1::uuid[]) and status <> 'processed'`;

  const turns = [];
  for (let turn = 0; turn <= rounds; turn += 1) {
    say(turn === 0 ? 'warming up' : `turn ${turn} of ${rounds}: shipments, then as many refunds`);
    const shipped = await measured(fulfil, labelled, placed.splice(0, size));
    const paidBack = await measured(refund, refunded, placed.splice(0, size));
    if (turn > 0) turns.push({ shipped, paidBack });
  }
  const engineAndWorker = ({ cpuMs }) => cpuMs.temporal + cpuMs.worker;
  const names = Object.keys(turns[0].shipped.cpuMs);
  const byProcess = (which) =>
    Object.fromEntries(
      names.map((name) => [name, round(median(turns.map((turn) => turn[which].cpuMs[name])))]),
    );
  return {
    tables: {
      'CPU milliseconds of one by part': [
        { what: 'shipment', ...byProcess('shipped') },
        { what: 'refund', ...byProcess('paidBack') },
      ],
      'Milliseconds a request waited, 8 at once': turns.map(({ shipped, paidBack }, index) => ({
        turn: index + 1,
        'shipment p50': round(shipped.waited.p50),
        'shipment p95': round(shipped.waited.p95),
        'refund p50': round(paidBack.waited.p50),
      })),
    },
    targets: [
      target(
        'engine and worker CPU of a shipment beside a refund',
        median(turns.map(({ shipped, paidBack }) => engineAndWorker(shipped) / engineAndWorker(paidBack))),
        { most: 1.6 },
      ),
    ],
    details: { turns },
  };
}
