import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWatchdog } from './watchdog.mjs';
import { clusterFolder, postgresBinaries } from './postgres-binaries.mjs';
import { ensureCluster, startPostgres, throwAwaySettings } from './postgres.mjs';
import { freePort } from './ports.mjs';
import { findTemporalBinary } from './temporal-binary.mjs';
import { startTemporal } from './temporal-server.mjs';
import { postgresUser } from './unprivileged-user.mjs';

/**
 * One for each test file, so that queue names, fixed ids and schedules cannot collide. A thousand of them cost the engine
 * a second more to start and 30 MB.
 */
export const testNamespaces = Array.from({ length: 1_000 }, (_, index) => `t${index + 1}`);

/**
 * What tests do without. The engine runs a worker in each namespace for schedules: of 200 those take a quarter of a processor
 * for nothing, and tests of schedules start their own engine. And it spreads each queue over four partitions, which wake and
 * poll each other: for queues of a few tasks one is enough, and halves what the engine takes.
 */
const leanEngine = {
  'worker.perNamespaceWorkerCount': 0,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
};

/** Containers often give /dev/shm no more than 64 MB; a run needs room for a dozen databases and their log. */
const wantedBytes = 1.5 * 1024 ** 3;

/** Memory instead of disk where there is enough of it. */
function fastFolder() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize >= wantedBytes) return '/dev/shm';
  } catch {
    // no such place (macOS)
  }
  return tmpdir();
}

/** Somebody else may take a free port in between: try another one. */
async function onFreePort(start, attempts = 5) {
  const port = await freePort();
  try {
    return await start(port);
  } catch (error) {
    if (attempts <= 1 || !/in use|already in use|address already/i.test(error.message)) throw error;
    return onFreePort(start, attempts - 1);
  }
}

async function database(folder, watchdog, pids) {
  const user = postgresUser();
  const bin = await postgresBinaries(user);
  const cluster = clusterFolder(folder, user);
  await ensureCluster({ bin, folder: cluster, user });
  return onFreePort(async (port) => {
    await startPostgres({
      bin,
      folder: cluster,
      user,
      port,
      overrides: throwAwaySettings,
      logFile: join(folder, 'postgres.log'),
      onSpawn: (pid) => {
        pids.postgres = pid;
        watchdog.holdProcess(pid, 'SIGQUIT', ['postgres', cluster]);
      },
    });
    return `postgres://postgres@127.0.0.1:${port}/postgres`;
  });
}

async function engine(folder, watchdog, { env, say, pids }) {
  const { file, version, place } = await findTemporalBinary(env, say);
  say(`Temporal ${version} from ${place}`);
  return onFreePort(async (port) => {
    await startTemporal({
      file,
      port,
      namespaces: testNamespaces,
      logFile: join(folder, 'temporal.log'),
      dynamicConfig: leanEngine,
      onSpawn: (pid) => {
        pids.engine = pid;
        watchdog.holdProcess(pid, 'SIGKILL', ['start-dev', String(port)]);
      },
    });
    return `127.0.0.1:${port}`;
  });
}

/**
 * Brings up what a test run needs: an empty Postgres cluster and a Temporal server, both on free ports and both
 * forgetting everything.
 * @param {Record<string, string | undefined>} env
 * @param {(line: string) => void} say
 * @returns {Promise<{ folder: string, databaseUrl: string, temporalAddress: string, pids: { postgres: number, engine: number },
 *   hold(pid: number, signal: string, words: string[]): void, stop(): Promise<void> }>} `hold` has one more process ended when
 *   this one dies
 */
export async function startTestServices(env, say) {
  const folder = mkdtempSync(join(fastFolder(), 'haat-test-'));
  chmodSync(folder, 0o755); // Postgres may run as another user
  const watchdog = startWatchdog();
  watchdog.holdFolder(folder);
  const pids = {};
  try {
    const [databaseUrl, temporalAddress] = await Promise.all([
      database(folder, watchdog, pids),
      engine(folder, watchdog, { env, say, pids }),
    ]);
    return { folder, databaseUrl, temporalAddress, pids, hold: watchdog.holdProcess, stop: watchdog.release };
  } catch (error) {
    await watchdog.release();
    throw error;
  }
}
