import { existsSync } from 'node:fs';
import pg from 'pg';
import { ensureDatabase } from '../../scripts/supervisor/own-database.mjs';
import { createParts } from '../../scripts/supervisor/parts.mjs';
import { stopRecorded } from '../../scripts/supervisor/pid-files.mjs';
import { waitUntilReady } from '../../scripts/supervisor/ready.mjs';
import { countStatements } from './profile.mjs';
import { recordedPids } from './recorded-pids.mjs';
import { copySeeded, emptyData, runFolder, runProjectScript } from './seeded-data.mjs';
import { standSettings } from './stand-settings.mjs';

/**
 * A platform of a benchmark's own: embedded Postgres with the given rows, the engine on a file, and the wanted
 * processes from `dist`.
 * @param {object} options
 * @param {{ products: number, orders: number }} [options.size] without one the database is empty
 * @param {('api' | 'worker' | 'sandboxes')[]} [options.apps] started in this order; none by default
 * @param {Record<string, string>} [options.env] for all of them
 * @param {boolean} [options.countStatements] for a profile; Postgres is a little slower then
 * @param {(stand: object) => void} [options.onBegin] gets it before anything runs, so that a signal to stop while it
 *   starts can stop it
 * @param {(line: string) => void} options.say
 */
export async function startStand(options) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      // Somebody else may take a free port before we do, and the engine takes some of its own besides.
      if (attempt === 4 || !/in use/i.test(error.message)) throw error;
      options.say(`${error.message}; trying other ports`);
    }
  }
}

async function startOnce({
  size,
  apps = [],
  env = {},
  say,
  onBegin = () => {},
  countStatements: counting = false,
}) {
  const folder = runFolder();
  if (existsSync(folder)) await stopRecorded(folder);
  if (size) await copySeeded(folder, size, say);
  else emptyData(folder);
  const settings = await standSettings(folder, env);
  const failures = [];
  const parts = createParts({ settings, watch: false, say, onFailed: (error) => failures.push(error) });
  const environment = parts.environment();
  const pids = {};
  let pool;

  async function start(name) {
    await parts[name].start();
    pids[name] = recordedPids(folder)[name];
    if (name === 'api') await waitUntilReady({ port: settings.ports.api }, () => failures.length > 0);
    if (failures.length > 0) throw failures[0];
  }

  let stopping;
  async function stopAll() {
    // The server ends first: the pool would wait for a statement that may take minutes.
    await parts.stopAll();
    await pool?.end();
    emptyData(folder);
  }

  const stand = {
    folder,
    settings,
    env: environment,
    url: `http://127.0.0.1:${settings.ports.api}`,
    sandboxUrl: `http://127.0.0.1:${settings.ports.sandboxes}`,
    databaseUrl: environment.DATABASE_URL,
    /** Process id by part. */
    pids,
    start,
    async query(sql, values) {
      pool ??= openPool(environment.DATABASE_URL);
      return (await pool.query(sql, values)).rows;
    },
    /** Once; a second call waits for the first. */
    stop: () => (stopping ??= stopAll()),
    stopped: () => stopping !== undefined,
  };
  onBegin(stand);
  try {
    for (const part of ['postgres', 'temporal']) await parts[part].prepare();
    if (counting) countStatements(folder);
    await Promise.all([start('postgres'), start('temporal')]);
    await ensureDatabase(environment.DATABASE_URL);
    await runProjectScript('migrate', [], environment);
    await runProjectScript('engine-setup', [], environment);
    for (const name of apps) await start(name);
    return stand;
  } catch (error) {
    await stand.stop();
    throw error;
  }
}

function openPool(connectionString) {
  const pool = new pg.Pool({ connectionString, max: 4 });
  // Idle connections end with the server.
  pool.on('error', () => undefined);
  return pool;
}
