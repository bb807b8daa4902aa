import { setTimeout as sleep } from 'node:timers/promises';
import { target } from '../report.mjs';
import { runBenchProcess } from '../stand/bench-process.mjs';
import { jsonClient } from '../stand/json-client.mjs';
import { ledgerEntries, ledgerVendors } from '../stand/ledger-rows.mjs';
import { cpuSeconds, memoryMb } from '../stand/process-usage.mjs';
import { adminToken } from '../stand/sessions.mjs';

/** A payout run over all vendors, beside one statement that writes the same rows; memory with a hundred times the entries. */
export const defaults = {
  products: 200,
  orders: 500,
  vendors: 200,
  entries: 100_000,
  less: 10_000,
  more: 1_000_000,
};

const ENDED_WITHIN_SECONDS = 900;
const round = (value) => Math.round(value * 100) / 100;

async function payOut(stand, admin) {
  const before = cpuSeconds(stand.pids);
  const began = performance.now();
  const { id } = await admin('POST', '/admin/payouts/run', { until: new Date().toISOString() });
  const memory = [];
  for (let look = 0; look < ENDED_WITHIN_SECONDS * 5; look += 1) {
    await sleep(200);
    memory.push(Math.round(memoryMb({ worker: stand.pids.worker }).worker));
    const run = await admin('GET', `/admin/payouts/runs/${id}`);
    if (['failed', 'cancelled'].includes(run.state)) throw new Error(`The run is ${run.state}: ${run.error}`);
    if (run.state !== 'completed') continue;
    const used = cpuSeconds(stand.pids);
    const cpu = (part) => round(used[part] - before[part]);
    return {
      created: run.created,
      seconds: round((performance.now() - began) / 1_000),
      worker: cpu('worker'),
      postgres: cpu('postgres'),
      memoryMb: Math.max(...memory),
    };
  }
  throw new Error(`The run has not ended within ${ENDED_WITHIN_SECONDS} s`);
}

/** CPU of Postgres for the same rows of one payout, all at once. */
async function bareCpu(stand) {
  const before = cpuSeconds({ postgres: stand.pids.postgres }).postgres;
  await stand.query(`
    begin;
    with payout as (
      insert into payouts (vendor_id, amount, currency, status, until, bank, actor, created_at)
      select vendor_id, 1, 'INR', 'pending', now(), '', '{}', now() from ledger_open_entries limit 1 returning id
    )
    insert into payouts_entries (payout_id, entry_id, amount)
    select payout.id, e.entry_id, e.amount from ledger_open_entries e, payout;
    rollback;
  `);
  return round(cpuSeconds({ postgres: stand.pids.postgres }).postgres - before);
}

export async function run({ options, start, say }) {
  const { products, orders, vendors, entries, less, more } = options;
  const stand = await start({ size: { products, orders }, apps: ['sandboxes', 'worker', 'api'] });
  const admin = jsonClient(stand, await adminToken(stand));
  // What the demo data has open is not measured.
  await stand.query('delete from ledger_open_entries');
  const vendorIds = await ledgerVendors(stand, vendors);
  await runBenchProcess('vendor-banks', ['bench-ledger-'], stand.env);
  const results = [];
  let written = 0;
  // The first run warms the worker up.
  for (const size of [less, less, entries, more]) {
    say(`writing ${size} entries`);
    await ledgerEntries(stand, vendorIds, {
      from: written,
      to: written + size,
      open: Math.ceil(size / vendors),
    });
    written += size;
    const bare = await bareCpu(stand);
    results.push({ entries: size, bare, ...(await payOut(stand, admin)) });
  }
  const [, small, measured, large] = results;
  if (measured.created !== vendors) throw new Error(`${measured.created} of ${vendors} payouts were created`);
  return {
    tables: {
      'Payout runs': results.map(
        ({ entries: size, created, seconds, worker, postgres, bare, memoryMb: memory }) => ({
          entries: size,
          payouts: created,
          seconds,
          'worker CPU s': worker,
          'Postgres CPU s': postgres,
          'one statement CPU s': bare,
          'worker MB': memory,
        }),
      ),
    },
    targets: [
      target('run beside one insert … select', (measured.worker + measured.postgres) / measured.bare, {
        most: 3,
        unit: 'times',
      }),
      target('worker memory with more entries', large.memoryMb / small.memoryMb, {
        most: 1.2,
        unit: 'times',
      }),
    ],
    details: { results },
  };
}
