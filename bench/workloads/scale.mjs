import { setTimeout as sleep } from 'node:timers/promises';
import { cpuPer } from '../load/measured-load.mjs';
import { runLoad } from '../load/run-load.mjs';
import { target } from '../report.mjs';
import { drained } from '../stand/backlog.mjs';
import { createCopies } from '../stand/copies.mjs';
import { instant } from '../stand/engine-work.mjs';
import { doubledOrLost, slowestPropagation } from '../stand/several-processes.mjs';
import { cpuSeconds } from '../stand/process-usage.mjs';
import { adminToken, buyerTokens, sellableVariants } from '../stand/sessions.mjs';

/**
 * Orders, events and reads over more and more processes, and over one again at the end: what each costs, whether anything is
 * done twice or lost, and how soon a process knows what another has written. Each request goes to the next API, as behind a
 * proxy. On few processors the rate says nothing; the processor time of a unit does.
 */
export const defaults = {
  products: 1_000,
  orders: 2_000,
  seconds: 15,
  warmup: 20,
  reads: 10,
  readWarmup: 10,
  connections: 8,
};

const WIDTHS = [
  { apis: 1, workers: 1 },
  { apis: 2, workers: 2 },
  { apis: 4, workers: 3 },
  { apis: 1, workers: 1 },
];
/** Two relays at most: the third worker brings no events to the engine. */
const ROLES = 'core,documents,exports,feeds,indexing,search,mail,webhooks';
const rolesOf = (index) => (index < 2 ? {} : { WORKER_ROLES: ROLES });
const MOST = 1.15;

const round = (value) => Math.round(value * 100) / 100;
const sum = (values) => values.reduce((total, value) => total + value, 0);

/** Processor seconds by kind of process, whatever their number. */
function cpuByKind(stand) {
  const kinds = { api: 0, worker: 0 };
  for (const [name, seconds] of Object.entries(cpuSeconds(stand.pids)))
    kinds[name.replace(/-\d+$/, '')] = (kinds[name.replace(/-\d+$/, '')] ?? 0) + seconds;
  return kinds;
}

const statementsSent = async (stand) =>
  Number((await stand.query('select coalesce(sum(calls), 0) as calls from pg_stat_statements'))[0].calls);

/** What a second costs while nobody calls. */
async function idleOf(stand, seconds = 5) {
  const before = cpuByKind(stand);
  const sent = await statementsSent(stand);
  await sleep(seconds * 1_000);
  const cpu = cpuPer(before, cpuByKind(stand), seconds);
  return { cpu, statements: ((await statementsSent(stand)) - sent) / seconds };
}

async function measureAt(stand, { apis, workers }, { copies, data, paths, options, say }) {
  const { seconds, warmup, reads, readWarmup, connections } = options;
  await copies.scale('worker', workers, rolesOf);
  await copies.scale('api', apis);
  const servers = copies.urls();
  const job = { flow: 'place-order', connections, data: { ...data, servers } };
  const looks = { flow: 'get', connections, data: { urls: paths, servers } };
  await runLoad({ ...job, seconds: warmup });
  // As long for each API: the compiler needs some thousand reads of a process.
  await runLoad({ ...looks, seconds: readWarmup * apis });
  await drained(stand);
  await sleep(2_000);
  const idle = await idleOf(stand);

  const since = await instant(stand);
  const before = cpuByKind(stand);
  const sent = await statementsSent(stand);
  const began = performance.now();
  const ordered = await runLoad({ ...job, seconds });
  await drained(stand);
  const elapsed = (performance.now() - began) / 1_000;
  const statements = (await statementsSent(stand)) - sent - idle.statements * elapsed;
  const whole = cpuPer(before, cpuByKind(stand), ordered.done);
  const [{ events }] = await stand.query(
    `select count(*)::integer as events from outbox_deliveries d join outbox_events e on e.id = d.event_id where e.created_at >= $1`,
    [since],
  );
  const wrong = await doubledOrLost(stand, since, ordered.done);

  const beforeReads = cpuByKind(stand);
  const readBegan = performance.now();
  const read = await runLoad({ ...looks, seconds: reads });
  const readElapsed = (performance.now() - readBegan) / 1_000;
  const readWhole = cpuPer(beforeReads, cpuByKind(stand), read.done);
  // What nobody asked for is neither the order's nor the read's; it grows with the number of processes and is told apart.
  const beside = (kind) => whole[kind] - (idle.cpu[kind] * elapsed) / ordered.done;
  const kinds = Object.keys(whole);
  const readCpu = Object.fromEntries(
    kinds.map((kind) => [kind, round(readWhole[kind] - (idle.cpu[kind] * readElapsed) / read.done)]),
  );
  const result = {
    apis,
    workers,
    orders: ordered.done,
    idle,
    whole,
    wrong,
    placing: round(beside('api') + beside('postgres')),
    order: round(sum(kinds.map(beside))),
    withIdle: round(sum(kinds.map((kind) => whole[kind]))),
    event: round(((beside('worker') + beside('temporal')) * ordered.done) / events),
    events: round(events / ordered.done),
    statements: round(statements / ordered.done),
    read: round(sum(Object.values(readCpu))),
    readCpu,
    idleMs: Math.round(sum(Object.values(idle.cpu))),
    propagation: apis > 1 ? await slowestPropagation(servers, await adminToken(stand)) : undefined,
  };
  const { order, event, read: look, statements: sentEach } = result;
  say(
    `${apis} APIs, ${workers} workers: ms an order ${order}, an event ${event}, a read ${look}; ${sentEach} statements an order`,
  );
  return result;
}

export async function run({ options, start, say }) {
  const { products, orders } = options;
  const stand = await start({ size: { products, orders }, apps: ['sandboxes'], countStatements: true });
  await stand.query('create extension if not exists pg_stat_statements');
  const rows = await stand.query(
    `select slug from products where status = 'active' and published_at <= now() order by md5(slug) limit 400`,
  );
  const deps = {
    copies: createCopies(stand, say),
    data: {
      tokens: await buyerTokens(stand, 400),
      variantIds: await sellableVariants(stand, 800),
      paymentOption: 'cod',
    },
    paths: rows.map(({ slug }) => `/store/products/slug/${slug}`),
    options,
    say,
  };
  const results = [];
  try {
    for (const width of WIDTHS) results.push(await measureAt(stand, width, deps));
  } finally {
    await deps.copies.stop();
  }
  const ones = results.filter(({ apis }) => apis === 1);
  const atOne = (what) => sum(ones.map((result) => result[what])) / ones.length;
  const wide = results.filter(({ apis }) => apis > 1);
  const worst = (what) => Math.max(...wide.map((result) => result[what] / atOne(what)));
  const costs = { order: 'CPU per order', event: 'CPU per event', read: 'CPU per read' };
  return {
    tables: {
      'CPU milliseconds, in the order of the runs': results.map((result) => ({
        APIs: result.apis,
        workers: result.workers,
        orders: result.orders,
        'an order': result.order,
        'placing alone': result.placing,
        'with idle': result.withIdle,
        'an event': result.event,
        'a read': result.read,
        'idle, a second': result.idleMs,
        'statements an order': result.statements,
        'events an order': result.events,
      })),
      'By kind of process, idle included': results.map(({ apis, workers, whole }) => ({
        APIs: apis,
        workers,
        ...whole,
      })),
      'CPU milliseconds a read by kind of process': results.map(({ apis, readCpu }) => ({
        APIs: apis,
        ...readCpu,
      })),
      'Nothing doubled or lost': results.map(({ apis, wrong }) => ({ APIs: apis, ...wrong })),
      'Milliseconds until the last process knows what another has written': wide.map(
        ({ apis, propagation }) => ({
          APIs: apis,
          ...propagation,
        }),
      ),
    },
    targets: [
      ...Object.entries(costs).map(([key, what]) =>
        target(`${what}, widest beside one`, worst(key), { most: MOST, unit: 'times' }),
      ),
      target('statements per order beside one', worst('statements'), { most: 1.05, unit: 'times' }),
      target(
        'orders, steps, events or stock doubled or lost',
        sum(results.flatMap(({ wrong }) => Object.values(wrong))),
        { most: 1 },
      ),
      target(
        'a change known to all processes',
        Math.max(...wide.flatMap(({ propagation }) => Object.values(propagation))),
        {
          most: 1_000,
          unit: 'ms',
        },
      ),
    ],
    details: { results },
  };
}
