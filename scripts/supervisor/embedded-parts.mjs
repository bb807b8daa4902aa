import { join } from 'node:path';
import { endChild } from './app-process.mjs';
import { freshLog, lastLine, logFile } from './log-files.mjs';
import { createManagedProcess } from './managed-process.mjs';
import { forgetPid, recordPid } from './pid-files.mjs';
import { clusterFolder, postgresBinaries } from './postgres-binaries.mjs';
import { ensureCluster, startPostgres, stopLeftBehind } from './postgres.mjs';
import { yieldProcessor } from './priority.mjs';
import { embeddedPassword, embeddedTypesenseKey } from './settings.mjs';
import { findTemporalBinary } from './temporal-binary.mjs';
import { startTemporal } from './temporal-server.mjs';
import { findTypesense } from './typesense-binary.mjs';
import { startTypesense } from './typesense-server.mjs';
import { postgresUser } from './unprivileged-user.mjs';
import { archiveSettings } from './wal-archive.mjs';

/** To Postgres this means: cut the connections, write everything down. SIGTERM would wait for every client to leave. */
const fastShutdown = 'SIGINT';

/**
 * The embedded Postgres as a part of the platform. `prepare` makes its cluster on the first start and stops a server
 * that a killed supervisor left behind. With `backupDir` it archives its log there.
 */
export function createPostgresPart({ dataDir, port, backupDir, onFailed, say }) {
  const name = 'postgres';
  let place;

  async function prepare() {
    const user = postgresUser();
    const folder = clusterFolder(dataDir, user);
    if (folder !== join(dataDir, 'postgres')) {
      say(`Postgres may not run as root and its user cannot reach ${dataDir}: its data is in ${folder}`);
    }
    if (await stopLeftBehind(folder)) say('stopped the Postgres of a start that was killed');
    place = { bin: await postgresBinaries(user), folder, user };
    await ensureCluster({ ...place, password: embeddedPassword });
  }

  async function launch() {
    const child = await startPostgres({
      ...place,
      port,
      overrides: backupDir ? archiveSettings(backupDir, place.user) : {},
      logFile: freshLog(dataDir, name),
      onSpawn: (pid) => recordPid(dataDir, name, pid, ['postgres', place.folder], fastShutdown),
    });
    child.once('exit', () => forgetPid(dataDir, name, child.pid));
    return child;
  }

  const managed = createManagedProcess({
    name,
    launch,
    onFailed,
    say,
    end: (child) => endChild(child, 8_000, fastShutdown),
    lastWords: () => lastLine(logFile(dataDir, name)),
  });
  return { ...managed, prepare };
}

/** The embedded Temporal server with its web UI, its state in one file below the data directory. */
export function createTemporalPart({ dataDir, ports, namespace, env, onFailed, say }) {
  const name = 'temporal';
  let program;

  async function prepare() {
    program = await findTemporalBinary(env, say);
    say(`Temporal ${program.version} from ${program.place}`);
  }

  const start = (logFile) =>
    startTemporal({
      file: program.file,
      port: ports.temporal,
      uiPort: ports.temporalUi,
      namespaces: [namespace],
      database: join(dataDir, 'temporal.db'),
      logFile,
      onSpawn: (pid) => {
        yieldProcessor(pid);
        recordPid(dataDir, name, pid, ['start-dev', dataDir]);
      },
    });
  return createProgramPart({ name, dataDir, prepare, start, onFailed, say });
}

/** A Typesense server, its data below the data directory. */
export function createTypesensePart({ dataDir, ports, env, onFailed, say }) {
  const name = 'typesense';
  let program;

  async function prepare() {
    program = await findTypesense(env);
    say(`Typesense from ${program.place}`);
  }

  function start(logFile) {
    const folder = join(dataDir, 'typesense');
    return startTypesense({
      file: program.file,
      folder,
      port: ports.typesense,
      peeringPort: ports.typesensePeering,
      apiKey: embeddedTypesenseKey,
      logFile,
      onSpawn: (pid) => recordPid(dataDir, name, pid, ['typesense', folder]),
    });
  }
  return createProgramPart({ name, dataDir, prepare, start, onFailed, say });
}

/**
 * A part that is one program.
 * @param {{ start: (logFile: string) => Promise<import('node:child_process').ChildProcess> }} options
 */
function createProgramPart({ name, dataDir, prepare, start, onFailed, say }) {
  async function launch() {
    const child = await start(freshLog(dataDir, name));
    child.once('exit', () => forgetPid(dataDir, name, child.pid));
    return child;
  }

  const managed = createManagedProcess({
    name,
    launch,
    onFailed,
    say,
    // It writes everything down within a second or so.
    end: (child) => endChild(child, 5_000),
    lastWords: () => lastLine(logFile(dataDir, name)),
  });
  return { ...managed, prepare };
}
