import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addressTable } from './address-table.mjs';
import { build } from './build-run.mjs';
import { buildConsole, consoleFingerprint, isConsoleFresh } from './console-build.mjs';
import { recordDemoData, wantsDemoData } from './demo-data.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { tryLock } from './exclusive.mjs';
import { ensureDatabase } from './own-database.mjs';
import { inProject } from './paths.mjs';
import { stopRecorded } from './pid-files.mjs';
import { PlainError, explain, printFailure } from './plain-error.mjs';
import { createParts } from './parts.mjs';
import { prepareDataDirectory, requirePorts } from './preflight.mjs';
import { createProgress } from './progress.mjs';
import { watchLiveness } from './liveness.mjs';
import { responsesAlive, waitUntilReady } from './ready.mjs';
import { runScriptStep } from './script-step.mjs';
import { loadEnvFile, readEnvFile, resolveSettings, sameInstallation } from './settings.mjs';
import { Stopped, createStopSwitch } from './stop-switch.mjs';
import { freePort } from './ports.mjs';
import { openWaitingPort } from './waiting-port.mjs';
import { watchSources } from './watch.mjs';
import { cachedSourceBundle } from './workflow-bundle.mjs';

function takeDataDirectory(dataDir) {
  prepareDataDirectory(dataDir);
  const lock = tryLock(join(dataDir, 'supervisor.pid'), 'start.mjs');
  if (lock.heldBy === undefined) return lock.release;
  throw new PlainError(
    `The platform already runs on ${dataDir} (process ${lock.heldBy}): stop that, or set DATA_DIR and the ports to others.`,
  );
}

/** Everything that must be there before the application itself can start. */
async function bringUp({ settings, parts, step, say, watch }) {
  const { dataDir, embedded } = settings;
  const env = parts.environment();
  const script = (name, title = name) => step(title, () => runScriptStep({ name, dataDir, env, watch }));

  await step(undefined, () => ensureDependencies(say));
  await Promise.all([
    step(undefined, async () => {
      const traced = Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT);
      if (!watch) return build(say, { traced });
      parts.setWorkflowBundle(await cachedSourceBundle({ traced }));
      const wanted = consoleFingerprint();
      if (!isConsoleFresh(wanted)) await buildConsole(wanted, { minify: false });
    }),
    embedded.postgres &&
      step('starting Postgres', async () => {
        await parts.postgres.prepare();
        await parts.postgres.start();
        await ensureDatabase(env.DATABASE_URL);
      }),
    embedded.temporal &&
      step('starting Temporal', async () => {
        await parts.temporal.prepare();
        await parts.temporal.start();
      }),
  ]);
  await script('migrate');
  await script('engine-setup');
  if (wantsDemoData(settings) && existsSync(inProject('scripts', 'seed.ts'))) {
    await script('seed', 'loading the demo data (first start)');
    recordDemoData(dataDir);
  }
}

/** How the running parts follow what changes while the sources are watched. */
function reloading({ settings, parts, shell, door }) {
  return {
    whileAway: door.whileAway,
    migrate: () => runScriptStep({ name: 'migrate', dataDir: settings.dataDir, env: parts.environment(), watch: true }), // prettier-ignore
    readEnvironment() {
      const next = resolveSettings(readEnvFile(shell));
      if (!sameInstallation(next, settings)) return false;
      parts.replaceEnvironment(next.childEnv);
      return true;
    },
  };
}

/**
 * The whole of `npm start`: resolves when everything has stopped again.
 * @param {{ watch: boolean }} options
 * @returns {Promise<number>} exit code: 0 after Ctrl-C, 1 after a failure, which was printed in one line
 */
export async function runPlatform({ watch }) {
  const say = createProgress();
  const stop = createStopSwitch(say);
  let parts;
  let release;
  let exitCode = 0;
  const step = async (title, work) => {
    if (stop.asked()) throw new Stopped();
    if (title !== undefined) say(title);
    const result = await Promise.race([work(), stop.whenAsked.then(() => Promise.reject(stop.reason()))]);
    return result;
  };
  try {
    const shell = { ...process.env };
    loadEnvFile();
    const settings = resolveSettings(process.env);
    release = takeDataDirectory(settings.dataDir);
    const left = await stopRecorded(settings.dataDir);
    if (left.length > 0) say(`stopped what a killed start had left behind: ${left.join(', ')}`);
    await requirePorts(settings);
    const apiPort = watch ? await freePort() : undefined;
    parts = createParts({ settings, watch, apiPort, say, onFailed: stop.fail });
    await bringUp({ settings, parts, step, say, watch });
    const api = { port: settings.ports.api, host: settings.childEnv.HOST };
    const door = watch ? await openWaitingPort({ ...api, target: apiPort }) : undefined;
    if (door) stop.onStop(door.close);
    await step('starting sandboxes, worker and API', () =>
      Promise.all(parts.apps.map((part) => part.start())),
    );
    await step(undefined, () => waitUntilReady(api, stop.asked));
    say('ready');
    console.log(addressTable(settings));
    if (door) stop.onStop(watchSources({ parts, say, ...reloading({ settings, parts, shell, door }) }));
    const ask = () => responsesAlive(api);
    // A developer may have the process stand at a breakpoint.
    if (!watch) stop.onStop(watchLiveness({ name: 'api', ask, restart: () => parts.api.restart(), say }));
    await stop.whenAsked;
    throw stop.reason();
  } catch (error) {
    if (!(error instanceof Stopped)) exitCode = printFailure(explain(error, 'starting the platform'));
  }
  await stop.finish(parts);
  release?.();
  return exitCode;
}
