import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { inProject } from './paths.mjs';
import { PlainError } from './plain-error.mjs';
import { waitForPort } from './ports.mjs';
import { stopProcess } from './processes.mjs';

const readJson = (...parts) => JSON.parse(readFileSync(inProject(...parts), 'utf8'));

/** The three latency settings of `temporal/dynamic-config.json`, in the shape of the command line. */
function dynamicConfigFlags(more) {
  const own = Object.entries(readJson('temporal', 'dynamic-config.json')).map(([key, [{ value }]]) => [
    key,
    value,
  ]);
  return [...own, ...Object.entries(more)].flatMap(([key, value]) => [
    '--dynamic-config-value',
    `${key}=${JSON.stringify(value)}`,
  ]);
}

/**
 * A log written ahead needs one `fsync` for a commit where SQLite's default needs three and writes every page twice.
 * Still `full`: what the engine has accepted survives a power cut, and less would save up all syncing for the checkpoints,
 * which then hold up everybody.
 */
function databaseFlags(file) {
  const pragmas = ['journal_mode=wal', 'synchronous=full'];
  return ['--db-filename', file, ...pragmas.flatMap((pragma) => ['--sqlite-pragma', pragma])];
}

function searchAttributeFlags() {
  const entries = Object.entries(readJson('temporal', 'search-attributes.json'));
  return entries.flatMap(([name, type]) => ['--search-attribute', `${name}=${type}`]);
}

/**
 * Starts the development server of the Temporal command line program on 127.0.0.1 and waits for its port.
 * @param {object} options
 * @param {string} options.file the program, from `findTemporalBinary`
 * @param {number} options.port of the gRPC frontend
 * @param {number} [options.uiPort] of the web UI; without one it is left out
 * @param {string} [options.database] file that keeps everything; without one all is lost when it stops
 * @param {string[]} options.namespaces
 * @param {Record<string, unknown>} [options.dynamicConfig] beside that of `temporal/dynamic-config.json`
 * @param {string} options.logFile
 * @param {(pid: number) => void} [options.onSpawn] gets the process at once, so that it cannot be lost
 * @returns {Promise<import('node:child_process').ChildProcess>} to be stopped by `stopTemporal`
 * @throws PlainError with the reason from its log
 */
export async function startTemporal({
  file,
  port,
  uiPort,
  database,
  namespaces,
  dynamicConfig = {},
  logFile,
  onSpawn = () => {},
}) {
  const args = [
    'server',
    'start-dev',
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--log-level',
    'warn',
    ...(uiPort === undefined ? ['--headless'] : ['--ui-port', String(uiPort), '--ui-disable-news-fetch']),
    ...(database === undefined ? [] : databaseFlags(database)),
    ...namespaces.flatMap((name) => ['--namespace', name]),
    ...dynamicConfigFlags(dynamicConfig),
    ...searchAttributeFlags(),
  ];
  const logStart = existsSync(logFile) ? statSync(logFile).size : 0;
  const log = openSync(logFile, 'a');
  // Its own process group: Ctrl-C in the terminal must not stop the engine before its workers.
  const child = spawn(file, args, { detached: true, stdio: ['ignore', log, log], env: environment() });
  closeSync(log);
  if (child.pid !== undefined) onSpawn(child.pid);
  let exited = false;
  child.once('exit', () => (exited = true));
  child.once('error', () => (exited = true));
  const up = await waitForPort(port, 60_000, () => exited);
  if (up && !exited) return child;
  if (child.pid !== undefined) await stopProcess(child.pid);
  const said = readFileSync(logFile)
    .subarray(logStart)
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(-3)
    .join(' | ');
  throw new PlainError(
    `Temporal did not start on port ${port} (TEMPORAL_PORT): ${said || 'it said nothing'}`,
  );
}

/** Client settings of the caller's shell (TEMPORAL_ADDRESS, …) are not meant for the server. */
function environment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TEMPORAL_')));
}

/** SIGTERM lets it write everything down; it takes about a second. */
export async function stopTemporal(child, { immediate = false } = {}) {
  if (child.pid !== undefined)
    await stopProcess(child.pid, { signal: immediate ? 'SIGKILL' : 'SIGTERM', ms: 8_000 });
}
