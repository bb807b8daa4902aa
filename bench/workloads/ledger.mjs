import { measuredLoad } from '../load/measured-load.mjs';
import { target } from '../report.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';
import { ledgerEntries, ledgerVendors, pendingOrders } from '../stand/ledger-rows.mjs';
import { cpuSeconds } from '../stand/process-usage.mjs';
import { vendorToken } from '../stand/sessions.mjs';

/** What the ledger costs an order that is paid, in turns with and without it; balance and page of a long ledger. */
export const defaults = {
  products: 200,
  orders: 500,
  paid: 500,
  turns: 3,
  entries: 10_000,
  more: 1_000_000,
  open: 200,
  seconds: 4,
};

const round = (value) => Math.round(value * 1000) / 1000;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** CPU milliseconds of the process that confirms and of Postgres, for an order. */
async function confirm(stand, orders, writer, startUp) {
  const parts = { postgres: stand.pids.postgres };
  const before = cpuSeconds(parts).postgres;
  const { confirmed, cpuMs } = await runBenchProcess('confirm-orders', [orders, writer], stand.env);
  if (confirmed !== orders) throw new Error(`${confirmed} of ${orders} orders were confirmed`);
  const postgres = (cpuSeconds(parts).postgres - before) * 1_000 - startUp;
  return { process: round(cpuMs / Math.max(orders, 1)), postgres: round(postgres / Math.max(orders, 1)) };
}

async function measureConfirming(stand, { paid, turns }) {
  const startUp = (await confirm(stand, 0, 'on', 0)).postgres;
  await pendingOrders(stand, paid * 2 * turns, 'a');
  const results = { on: [], off: [] };
  for (let turn = 0; turn < turns; turn += 1)
    for (const writer of ['on', 'off']) results[writer].push(await confirm(stand, paid, writer, startUp));
  const cpu = (writer, part) => round(median(results[writer].map((result) => result[part])));
  return Object.fromEntries(
    ['on', 'off'].map((writer) => [
      writer,
      { process: cpu(writer, 'process'), postgres: cpu(writer, 'postgres') },
    ]),
  );
}

async function measureReads(stand, headers, seconds) {
  const urls = {
    balance: ['/vendor/balance'],
    page: ['/vendor/ledger?limit=50', '/vendor/ledger?limit=50&page=3'],
  };
  const result = {};
  for (const [what, paths] of Object.entries(urls)) {
    const data = { urls: paths.map((path) => `${stand.url}${path}`), headers };
    const load = { flow: 'get', data, connections: 4, seconds, warmUpSeconds: 2 };
    const { perSecond, cpuMs } = await measuredLoad(stand, load);
    result[what] = { perSecond, api: cpuMs.api, postgres: cpuMs.postgres };
  }
  return result;
}

export async function run({ options, start, say }) {
  const { products, orders, entries, more, open, seconds } = options;
  const stand = await start({ size: { products, orders }, apps: ['api'] });
  const confirming = await measureConfirming(stand, options);
  const headers = { authorization: `Bearer ${await vendorToken(stand)}` };
  const [{ id }] = await stand.query(
    `select v.id from vendors v join accounts_members m on m.organization_id = v.organization_id
     join accounts_users u on u.id = m.user_id where u.email = 'vendor@example.com'`,
  );
  // Others have as many, so that an index on instants alone would show.
  const vendorIds = [id, ...(await ledgerVendors(stand, 1))];
  const reads = {};
  for (const [from, to] of [
    [0, entries],
    [entries, more],
  ]) {
    say(`writing ${to} entries`);
    await ledgerEntries(stand, vendorIds, { from, to, open });
    reads[to] = await measureReads(stand, headers, seconds);
  }
  const cpu = ({ process = 0, api = 0, postgres }) => process + api + postgres;
  const beside = (what) => cpu(reads[more][what]) / cpu(reads[entries][what]);
  return {
    tables: {
      'CPU ms to confirm a paid order': Object.entries(confirming).map(([writer, { process, postgres }]) => ({
        ledger: writer,
        process,
        Postgres: postgres,
      })),
      'CPU ms of a read': Object.entries(reads).flatMap(([size, results]) =>
        Object.entries(results).map(([what, { perSecond, api, postgres }]) => ({
          entries: size,
          what,
          'req/s': perSecond,
          API: api,
          Postgres: postgres,
        })),
      ),
    },
    targets: [
      target('confirming with the ledger', cpu(confirming.on) / cpu(confirming.off), {
        most: 1.15,
        unit: 'times',
      }),
      target('balance of a long ledger', beside('balance'), { most: 1.5, unit: 'times' }),
      target('page of a long ledger', beside('page'), { most: 1.5, unit: 'times' }),
    ],
    details: { confirming, reads },
  };
}
