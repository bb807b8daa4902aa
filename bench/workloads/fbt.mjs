import { setTimeout as sleep } from 'node:timers/promises';
import { measuredLoad } from '../load/measured-load.mjs';
import { target } from '../report.mjs';
import { drained } from '../stand/backlog.mjs';
import { jsonClient } from '../stand/json-client.mjs';
import { cpuSeconds, memoryMb } from '../stand/process-usage.mjs';
import { adminToken } from '../stand/sessions.mjs';

/** Mining what is bought together, beside the same aggregation as one statement; `--orders 1000000` for the whole. */
export const defaults = { products: 10_000, orders: 100_000, seconds: 5 };

const MINED_WITHIN_SECONDS = 900;
const ANCHORS = 20;
const CARTS = 10;
const round = (value) => Math.round(value * 100) / 100;

/** All at once and from nothing: no days, no checkpoints, no tables between. */
const bareAggregation = `
  create temp table bare_pairs as
  with baskets as materialized (
    select o.id as order_id, line.product_id, count(*) over (partition by o.id) as size
    from orders o
    join orders_sub_orders sub_order on sub_order.order_id = o.id and sub_order.status <> 'cancelled'
    join orders_lines line on line.sub_order_id = sub_order.id and line.product_id is not null
    where o.confirmed_at >= now() - interval '180 days' and o.status <> 'cancelled'
    group by o.id, line.product_id
  )
  select a.product_id, b.product_id as other_id, count(*) as orders
  from baskets a join baskets b on b.order_id = a.order_id and a.size <= 100
  group by 1, 2 having count(*) >= 3`;

async function mine(stand, admin) {
  const before = cpuSeconds(stand.pids);
  const { computedAt: earlier } = await admin('GET', '/admin/fbt');
  await admin('POST', '/admin/fbt/refresh');
  const memory = [];
  for (let look = 0; look < MINED_WITHIN_SECONDS * 4; look += 1) {
    await sleep(250);
    memory.push(Math.round(memoryMb({ worker: stand.pids.worker }).worker));
    const state = await admin('GET', '/admin/fbt');
    if (state.lastError) throw new Error(`The mining failed: ${state.lastError}`);
    if (state.computedAt === earlier) continue;
    const used = cpuSeconds(stand.pids);
    const cpu = (part) => round(used[part] - before[part]);
    return {
      orders: state.orders,
      pairs: state.pairs,
      worker: cpu('worker'),
      postgres: cpu('postgres'),
      memoryMb: Math.max(...memory),
    };
  }
  throw new Error(`Nothing was mined within ${MINED_WITHIN_SECONDS} s`);
}

async function bareCpu(stand) {
  const before = cpuSeconds({ postgres: stand.pids.postgres });
  await stand.query(bareAggregation);
  return round(cpuSeconds({ postgres: stand.pids.postgres }).postgres - before.postgres);
}

/** CPU of reading for carts of the products that have most pairs, each cart with others of them. */
async function measureReads(stand, seconds) {
  const rows = await stand.query(
    'select product_id from bought_together_pairs group by product_id order by count(*) desc, product_id limit $1',
    [ANCHORS * CARTS],
  );
  const ids = rows.map((row) => row.product_id);
  const bodies = Array.from({ length: CARTS }, (_, cart) => ({
    productIds: ids.filter((_id, at) => at % CARTS === cart),
  }));
  const data = { url: `${stand.url}/store/cart/fbt`, bodies };
  const { cpuMs } = await measuredLoad(stand, {
    flow: 'post',
    data,
    connections: 4,
    seconds,
    warmUpSeconds: 3,
  });
  const response = await fetch(data.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bodies[0]),
  });
  const { products } = (await response.json()).data;
  return {
    api: cpuMs.api,
    postgres: cpuMs.postgres,
    anchors: bodies[0].productIds.length,
    shown: products.length,
  };
}

async function measure(start, { products, orders, seconds }) {
  const stand = await start({ size: { products, orders }, apps: ['sandboxes', 'worker', 'api'] });
  const admin = jsonClient(stand, await adminToken(stand));
  await drained(stand);
  // The first run fills the caches of the database for both.
  await mine(stand, admin);
  const mined = await mine(stand, admin);
  const bare = await bareCpu(stand);
  const read = await measureReads(stand, seconds);
  await stand.stop();
  return { ...mined, bare, read };
}

export async function run({ options, start }) {
  const { products, orders, seconds } = options;
  const small = await measure(start, { products, orders: Math.round(orders / 10), seconds });
  const large = await measure(start, { products, orders, seconds });
  const cpu = ({ worker, postgres }) => worker + postgres;
  return {
    tables: {
      Mining: [small, large].map(({ orders: counted, pairs, worker, postgres, bare, memoryMb: memory }) => ({
        orders: counted,
        pairs,
        'worker CPU s': worker,
        'Postgres CPU s': postgres,
        'bare statement CPU s': bare,
        'worker MB': memory,
      })),
      'CPU ms of a read': [
        {
          anchors: large.read.anchors,
          products: large.read.shown,
          api: large.read.api,
          postgres: large.read.postgres,
        },
      ],
    },
    targets: [
      target('read of 20 anchors', large.read.api + large.read.postgres, { most: 2, unit: 'ms' }),
      target('mining beside the bare statement', cpu(large) / large.bare, { most: 4, unit: 'x' }),
      target('ten times the orders', cpu(large) / cpu(small), { most: 12, unit: 'x' }),
      target('worker memory beside a tenth of the orders', large.memoryMb / small.memoryMb, {
        most: 1.2,
        unit: 'x',
      }),
    ],
    details: { small, large },
  };
}
