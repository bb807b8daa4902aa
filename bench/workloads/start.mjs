import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inProject, projectRoot } from '../../scripts/supervisor/paths.mjs';
import { recordedPids } from '../stand/recorded-pids.mjs';
import { stopProcess } from '../../scripts/supervisor/processes.mjs';
import { runLoad } from '../load/run-load.mjs';
import { target } from '../report.mjs';
import { drained } from '../stand/backlog.mjs';
import { cpuSeconds, memoryMb } from '../stand/process-usage.mjs';
import { emptyData, runFolder } from '../stand/seeded-data.mjs';
import { buyerTokens, sellableVariants } from '../stand/sessions.mjs';
import { standSettings } from '../stand/stand-settings.mjs';

/**
 * `npm start` itself: the first time, with the demo data to load, and again; then what it takes while nobody calls, and
 * after a load of orders.
 */
export const defaults = { idle: 60, again: 2, load: 30 };

/** Starts the supervisor and waits until it says that all is ready. @returns {{ child, seconds }} */
async function startSupervisor(env) {
  const began = performance.now();
  const child = spawn(process.execPath, [inProject('scripts', 'start.mjs')], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (/\bready\b/.test(output)) resolve();
      });
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${output}`)));
  });
  try {
    await ready;
  } catch (error) {
    await stopProcess(child.pid, { signal: 'SIGINT', ms: 20_000 });
    throw error;
  }
  return { child, seconds: (performance.now() - began) / 1000 };
}

const stop = ({ child }) => stopProcess(child.pid, { signal: 'SIGINT', ms: 20_000 });

export async function run({ options, say }) {
  const folder = runFolder();
  emptyData(folder);
  const settings = await standSettings(folder, { NODE_ENV: 'development' });
  const { childEnv } = settings;
  const { DATABASE_URL: _own, TEMPORAL_ADDRESS: _engine, SMTP_HOST: _mail, ...env } = childEnv;
  const first = await startSupervisor(env);
  say(`first start ${first.seconds.toFixed(1)} s`);
  // The flows of the demo data run to their end, so that nothing is left for the next start.
  await sleep(15_000);
  await stop(first);
  const times = [];
  let running;
  for (let turn = 0; turn < options.again; turn += 1) {
    if (running) await stop(running);
    running = await startSupervisor(env);
    times.push(running.seconds);
  }
  try {
    await sleep(options.idle * 1000);
    const roots = { all: running.child.pid };
    const before = cpuSeconds(roots).all;
    await sleep(10_000);
    const idleCpu = (cpuSeconds(roots).all - before) / 10;
    const memory = memoryByPart(running.child.pid, folder);
    const sum = Object.values(memory).reduce((total, mb) => total + mb, 0);
    const { orders, memory: loaded } = await afterLoad(settings, running.child.pid, folder, options.load);
    say(`${orders} orders placed and followed`);
    return {
      tables: {
        Start: [
          { what: 'first, with the demo data', seconds: Math.round(first.seconds * 10) / 10 },
          ...times.map((seconds, turn) => ({
            what: `again (${turn + 1})`,
            seconds: Math.round(seconds * 10) / 10,
          })),
        ],
        'Memory while idle': [...Object.entries(memory), ['sum', sum]].map(([part, mb]) => ({
          part,
          MB: Math.round(mb),
        })),
        [`Memory after ${orders} orders`]: Object.entries(loaded).map(([part, mb]) => ({
          part,
          MB: Math.round(mb),
        })),
        'CPU while idle': [{ 'seconds a second': Math.round(idleCpu * 1000) / 1000 }],
      },
      targets: [
        target('first start', first.seconds, { most: 45, unit: 's' }),
        target('start with data there', Math.max(...times), { most: 12, unit: 's' }),
        target('memory of all parts, idle', sum, { most: 900, unit: 'MB' }),
        target('memory of API and worker after the load', loaded.api + loaded.worker, {
          most: 500,
          unit: 'MB',
        }),
      ],
      details: { first: first.seconds, times, memory, loaded, orders, idleCpu },
    };
  } finally {
    await stop(running);
    emptyData(folder);
  }
}

/** Memory by part once so many seconds of orders, 16 buyers at once, have been followed to their last mail. */
async function afterLoad(settings, supervisor, folder, seconds) {
  const pool = new pg.Pool({ connectionString: settings.childEnv.DATABASE_URL, max: 2 });
  const stand = { query: async (sql, values) => (await pool.query(sql, values)).rows };
  try {
    const data = {
      url: `http://127.0.0.1:${settings.ports.api}`,
      tokens: await buyerTokens(stand, 200),
      variantIds: await sellableVariants(stand, 200),
      paymentOption: 'cod',
    };
    const { done } = await runLoad({ flow: 'place-order', data, seconds, connections: 16 });
    await drained(stand);
    return { orders: done, memory: memoryByPart(supervisor, folder) };
  } finally {
    await pool.end();
  }
}

/** The supervisor keeps the ids of its parts below the data directory. */
function memoryByPart(supervisor, folder) {
  const pids = recordedPids(folder);
  const byPart = memoryMb({ ...pids, all: supervisor });
  const parts = Object.fromEntries(Object.keys(pids).map((name) => [name, byPart[name]]));
  const known = Object.values(parts).reduce((sum, mb) => sum + mb, 0);
  return { ...parts, supervisor: byPart.all - known };
}
