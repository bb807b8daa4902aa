import { existsSync, mkdirSync, readFileSync, chmodSync } from 'node:fs';
import pg from 'pg';
import { Agent, setGlobalDispatcher } from 'undici';
import { stopRecorded } from '../../scripts/supervisor/pid-files.mjs';
import { createServices } from '../../scripts/topology/create-services.mjs';
import { findPrograms, skippedLines } from '../../scripts/topology/programs.mjs';
import { authorityFile } from '../../scripts/topology/proxy.mjs';
import { startInOrder } from '../../scripts/topology/start-in-order.mjs';
import { countStatements } from './profile.mjs';
import { recordedPids } from './recorded-pids.mjs';
import { cacheFolder, removeData, seedArguments } from './seeded-data.mjs';

const STOP_GRACE_MS = 60_000;

/** Requests of this process and of the load driver trust the authority that the proxy has made for itself. */
function trust(file) {
  setGlobalDispatcher(new Agent({ connect: { ca: readFileSync(file) } }));
  process.env.NODE_EXTRA_CA_CERTS = file;
}

/**
 * The services of `docker-compose.yml` (`npm run topology`) as the platform that a benchmark measures: the engine on Postgres,
 * two APIs behind a proxy with TLS, workers by role, S3, Typesense. All of them run, whatever `apps` says.
 * @param {object} options those of `startStand`
 */
export async function startTopologyStand({
  size,
  env = {},
  say,
  onBegin = () => {},
  countStatements: counting = false,
}) {
  const folder = cacheFolder('topology');
  if (existsSync(folder)) await stopRecorded(folder);
  removeData(folder);
  mkdirSync(folder, { recursive: true });
  // Postgres runs as another user where this one is root.
  chmodSync(folder, 0o755);
  const programs = await findPrograms(process.env);
  for (const line of skippedLines(programs)) say(line);
  const failures = [];
  const services = await createServices({
    programs,
    production: false,
    seed: size ? seedArguments(size) : [],
    environment: { ...env, RATE_LIMIT_FACTOR: '100000' },
    onCluster: () => counting && countStatements(folder),
    context: { dataDir: folder, say, onFailed: (error) => failures.push(error) },
  });
  const { addresses, databaseUrl } = services;
  let pool;
  let stopping;

  async function stopAll() {
    await pool?.end();
    const late = setTimeout(() => services.killAll(), STOP_GRACE_MS);
    await services.stopAll();
    clearTimeout(late);
    removeData(folder);
  }

  const stand = {
    folder,
    env: services.environment,
    url: addresses.url,
    databaseUrl,
    pids: {},
    start: (name) => Promise.reject(new Error(`The topology runs ${name} from its start on.`)),
    async query(sql, values) {
      pool ??= new pg.Pool({ connectionString: databaseUrl, max: 4 }).on('error', () => undefined);
      return (await pool.query(sql, values)).rows;
    },
    stop: () => (stopping ??= stopAll()),
    stopped: () => stopping !== undefined,
  };
  onBegin(stand);
  try {
    await startInOrder(services, say);
    if (failures.length > 0) throw failures[0];
    if (addresses.proxied) trust(authorityFile(folder));
    Object.assign(stand.pids, recordedPids(folder));
    return stand;
  } catch (error) {
    await stand.stop();
    throw error;
  }
}
