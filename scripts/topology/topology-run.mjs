import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from '../supervisor/build-run.mjs';
import { lockDataDirectory } from '../supervisor/earlier-run.mjs';
import { projectRoot } from '../supervisor/paths.mjs';
import { stopRecorded } from '../supervisor/pid-files.mjs';
import { PlainError, explain, printFailure } from '../supervisor/plain-error.mjs';
import { clusterFolder } from '../supervisor/postgres-binaries.mjs';
import { createProgress } from '../supervisor/progress.mjs';
import { Stopped, createStopSwitch } from '../supervisor/stop-switch.mjs';
import { postgresUser } from '../supervisor/unprivileged-user.mjs';
import { createServices } from './create-services.mjs';
import { findPrograms, programTable, skippedLines } from './programs.mjs';
import { authorityFile } from './proxy.mjs';
import { startInOrder } from './start-in-order.mjs';
import { takeTour } from './take-tour.mjs';

/** Says for each program where it is, or how to get it. */
export async function listPrograms(env) {
  const programs = await findPrograms(env);
  for (const [name, file] of Object.entries(programs))
    console.log(`found: ${programTable[name].what} at ${file}`);
  for (const line of skippedLines(programs)) console.log(line);
}

function table({ url, inbox, dataDir, proxied, production }) {
  return [
    '',
    `  API        ${url}${proxied ? ` (its authority: ${authorityFile(dataDir)})` : ''}`,
    `  Console    ${url}/console`,
    `  Mail inbox ${inbox}`,
    ...(production
      ? []
      : ['  Sign in as admin@example.com with admin-password; demo data and sandboxes as in npm start']),
    `  Data and logs are in ${dataDir}. Ctrl-C stops everything.`,
    '',
  ].join('\n');
}

/** The tour begins with the demo data as it is loaded. What a run before it has left goes. */
function clear(dataDir) {
  rmSync(clusterFolder(dataDir, postgresUser()), { recursive: true, force: true });
  const kept = ['supervisor.pid', 'logs'];
  for (const entry of readdirSync(dataDir).filter((name) => !kept.includes(name)))
    rmSync(join(dataDir, entry), { recursive: true, force: true });
}

/**
 * @param {{ tour: boolean, production: boolean, images?: object, onStarted?: (name: string, ms: number) => void }} options `tour`:
 *   takes the README's tour and ends; `images` by service: those that run out of one
 * @returns {Promise<number>} exit code
 */
export async function runTopology({ tour, production, images, onStarted }) {
  const say = createProgress();
  const stop = createStopSwitch(say);
  const folder = tour ? '.data/topology-tour' : '.data/topology';
  const dataDir = resolve(projectRoot, process.env.TOPOLOGY_DATA_DIR || folder);
  let exitCode = 0;
  let release;
  let services;
  try {
    if (tour && production) throw new PlainError('The tour pays at a sandbox, which production has not.');
    mkdirSync(dataDir, { recursive: true });
    // Postgres runs as another user where this one is root.
    chmodSync(dataDir, 0o755);
    const lock = await lockDataDirectory(dataDir, say);
    if (lock.heldBy !== undefined)
      throw new PlainError(`A topology already runs on ${dataDir} (process ${lock.heldBy}).`);
    release = lock.release;
    const left = await stopRecorded(dataDir);
    if (left.length > 0) say(`stopped what a killed run had left behind: ${left.join(', ')}`);
    if (tour) clear(dataDir);
    const programs = await findPrograms(process.env);
    for (const line of skippedLines(programs)) say(line);
    await build(say, { traced: false });
    services = await createServices({
      programs,
      production,
      images,
      context: { dataDir, say, onFailed: stop.fail },
    });
    const steps = startInOrder(services, say, onStarted);
    await Promise.race([steps, stop.whenAsked.then(() => Promise.reject(stop.reason()))]);
    say('ready');
    if (tour) await takeTour({ ...services.addresses, dataDir, say });
    else {
      console.log(table({ ...services.addresses, dataDir, production }));
      await stop.whenAsked;
      throw stop.reason();
    }
  } catch (error) {
    if (!(error instanceof Stopped)) exitCode = printFailure(explain(error, 'starting the topology'));
  }
  await stop.finish(services);
  release?.();
  return exitCode;
}
