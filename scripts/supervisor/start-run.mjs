import { existsSync } from 'node:fs';
import { addressTable } from './address-table.mjs';
import { build, canBuild } from './build-run.mjs';
import { serveConsoleSources } from './console-dev.mjs';
import { createDevBuild } from './dev-build.mjs';
import { hasStoreUrl, recordDemoData, recordStoreUrl, wantsDemoData } from './demo-data.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { hasJustStopped, lockDataDirectory, recordStopping } from './earlier-run.mjs';
import { ensureDatabase } from './own-database.mjs';
import { inProject } from './paths.mjs';
import { stopRecorded } from './pid-files.mjs';
import { PlainError, explain, printFailure } from './plain-error.mjs';
import { createParts } from './parts.mjs';
import { registeredPlugins } from './plugins.mjs';
import { prepareDataDirectory, requirePorts } from './preflight.mjs';
import { createProgress } from './progress.mjs';
import { stopCompiler } from './compile.mjs';
import { readTroubles, watchTroubles } from './health-lines.mjs';
import { watchLiveness } from './liveness.mjs';
import { responsesAlive, waitUntilReady } from './ready.mjs';
import { runScriptStep } from './script-step.mjs';
import { loadEnvFile, readEnvFile, resolveSettings, runsStorefront, sameInstallation } from './settings.mjs';
import { buildStorefront } from './storefront-build.mjs';
import { Stopped, createStopSwitch } from './stop-switch.mjs';
import { freePort } from './ports.mjs';
import { openWaitingPort } from './waiting-port.mjs';
import { installTypesense } from './typesense-binary.mjs';
import { untilItWorks } from './until-it-works.mjs';
import { watchSources } from './watch.mjs';
import { cachedSourceBundle } from './workflow-bundle.mjs';

async function takeDataDirectory(dataDir, say) {
  prepareDataDirectory(dataDir);
  const lock = await lockDataDirectory(dataDir, say);
  if (lock.heldBy === undefined) return lock.release;
  throw new PlainError(
    `The platform already runs on ${dataDir} (process ${lock.heldBy}): stop that, or set DATA_DIR and the ports to others.`,
  );
}

/** The embedded services, which no change of a source concerns. */
async function startServices({ settings, parts, step, only }) {
  const wanted = (part) => settings.embedded[part] && (only === undefined || only.includes(part));
  const env = parts.environment();
  await Promise.all([
    wanted('postgres') &&
      step('starting Postgres', async () => {
        await parts.postgres.prepare();
        await parts.postgres.start();
        await ensureDatabase(env.DATABASE_URL);
      }),
    wanted('temporal') &&
      step('starting Temporal', async () => {
        await parts.temporal.prepare();
        await parts.temporal.start();
      }),
    // The parts of a restore are the truth; the index is made again.
    parts.typesense &&
      only === undefined &&
      step('starting Typesense', async () => {
        await parts.typesense.prepare();
        await parts.typesense.start();
      }),
  ]);
}

/** Whether a Typesense server can be a part; where it cannot be had the index stays in Postgres. */
async function hasTypesense(say) {
  if (process.env.TYPESENSE_URL)
    throw new PlainError(
      '--typesense starts a separate server, and TYPESENSE_URL names another: use only one of the two',
    );
  let reason = 'there is no Python 3 to install it with';
  try {
    if (await installTypesense(process.env, say)) return true;
  } catch (error) {
    reason = error.message;
  }
  say(`no Typesense (${reason}): the search index stays in Postgres`);
  return false;
}

/**
 * What is made of the sources before the application itself can start.
 * @returns {Promise<boolean>} whether the demo data was loaded now
 */
async function prepareApplication({ settings, parts, step, say, watch, bundle, services }) {
  const { dataDir } = settings;
  const env = parts.environment();
  const script = (name, title = name) => step(title, () => runScriptStep({ name, dataDir, env, watch }));

  await step(undefined, async () => {
    const traced = Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT);
    if (canBuild() && runsStorefront(env)) await buildStorefront({ minify: !watch });
    await build(say, { traced, pages: !watch });
    if (watch) await bundle();
  });
  // It holds more memory than the platform needs, and has nothing left to do.
  if (canBuild() && !watch) await stopCompiler();
  await services;
  await script('migrate');
  await script('engine-setup');
  // Amazon's buckets are made by the owner of the account.
  if (env.S3_BUCKET && env.S3_ENDPOINT && env.S3_ACCESS_KEY_ID) await script('storage-setup');
  const loads = wantsDemoData(settings) && existsSync(inProject('scripts', 'seed.ts'));
  if (loads) {
    await script('seed', 'loading the demo data (first start)');
    recordDemoData(dataDir);
  }
  if (runsStorefront(env) && !hasStoreUrl(dataDir)) {
    await script('set-store-url', undefined);
    recordStoreUrl(dataDir);
  }
  return loads;
}

/** The last of the demo data is imported by the running platform, and nobody waits for its dashboard. */
async function finishDemoData({ settings: { dataDir }, parts, say, watch }) {
  const step = { name: 'demo-dashboard', dataDir, env: parts.environment(), watch };
  await runScriptStep(step).catch((error) => say(explain(error, 'computing the dashboard')));
}

/** Where the running platform says what is wrong with it. */
function troubleUrls({ ports }, parts) {
  return {
    healthUrl: `http://127.0.0.1:${ports.api}/health/ready`,
    metricsUrl: `http://127.0.0.1:${parts.workerMetricsPort()}/metrics`,
  };
}

/** Bundles processes and workflows from their sources. @returns {() => Promise<string[]>} says which entries differ */
function bundling(parts, { rebuild }) {
  return async () => {
    const before = parts.environment().WORKFLOW_BUNDLE;
    const traced = Boolean(parts.environment().OTEL_EXPORTER_OTLP_ENDPOINT);
    const [entries, workflows] = await Promise.all([rebuild(), cachedSourceBundle({ traced })]);
    parts.setWorkflowBundle(workflows);
    return workflows === before ? entries : [...entries, 'worker'];
  };
}

/**
 * The address of the API under `npm run dev`: requests wait while the process is replaced, and the console is served from its
 * sources.
 */
async function openDevAddress({ settings, apiPort, say }) {
  const { ports, childEnv } = settings;
  const address = { port: ports.api, host: childEnv.HOST };
  if (/^(off|false|0)$/.test(childEnv.CONSOLE ?? '')) return openWaitingPort({ ...address, target: apiPort });
  const door = await openWaitingPort({ port: 0, host: '127.0.0.1', target: apiPort });
  const plugins = await registeredPlugins();
  const publicUrl = childEnv.PUBLIC_API_BASE_URL;
  const served = await serveConsoleSources({ ...address, api: door.port, publicUrl, plugins, say });
  return {
    whileAway: door.whileAway,
    close() {
      door.close();
      void served.close();
    },
  };
}

/** How the running parts follow what changes while the sources are watched. */
function reloading({ settings, parts, bundle, shell }) {
  return {
    bundle,
    migrate: () =>
      runScriptStep({ name: 'migrate', dataDir: settings.dataDir, env: parts.environment(), watch: true }),
    readEnvironment() {
      const next = resolveSettings(readEnvFile(shell), settings.embedded);
      if (!sameInstallation(next, settings)) return false;
      parts.replaceEnvironment(next.childEnv);
      return true;
    },
  };
}

/**
 * The whole of `npm start`: resolves when everything has stopped again.
 * @param {{ watch: boolean, typesense?: boolean, only?: readonly string[] }} options `typesense`: with a Typesense server; `only`: the embedded services to run without the application
 * @returns {Promise<number>} exit code: 0 after Ctrl-C, 1 after a failure, which was printed in one line
 */
export async function runPlatform({ watch, typesense = false, only }) {
  const say = createProgress();
  const stop = createStopSwitch(say);
  let parts;
  let release;
  let door;
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
    const settings = resolveSettings(process.env, { typesense: typesense && (await hasTypesense(say)) });
    release = await takeDataDirectory(settings.dataDir, say);
    void stop.whenAsked.then(() => recordStopping(settings.dataDir));
    const left = await stopRecorded(settings.dataDir);
    if (left.length > 0) say(`stopped what a killed start had left behind: ${left.join(', ')}`);
    // The parts of a run that was just stopped may hold their ports a moment longer.
    const isClosing = left.length > 0 || hasJustStopped(settings.dataDir);
    if (only === undefined) await requirePorts(settings, { timeoutMs: isClosing ? 15_000 : 0 });
    const [apiPort, sparePort] = watch ? [await freePort(), await freePort()] : [];
    parts = createParts({ settings, watch, apiPort, sparePort, say, onFailed: stop.fail });
    if (only !== undefined) {
      await startServices({ settings, parts, step, only });
      say(`${only.join(' and ')} ready; nothing else runs. DATABASE_URL=${parts.environment().DATABASE_URL}`);
      await stop.whenAsked;
      throw stop.reason();
    }
    const devBuild = watch
      ? createDevBuild({ bundleAll: () => build(say, { traced: false, pages: false }) })
      : undefined;
    const bundle = devBuild && bundling(parts, devBuild);
    const watcher = watch
      ? watchSources({
          parts,
          say,
          ...reloading({ settings, parts, bundle, shell }),
          whileAway: (work) => door.whileAway(work),
        })
      : undefined;
    if (watcher) stop.onStop(watcher.close);
    if (devBuild) stop.onStop(devBuild.close);
    const attempt = (work) => untilItWorks({ work, watcher, say, stopped: stop.whenAsked });
    await step(undefined, () => ensureDependencies(say));
    // The build has no use for the services, but their failure must not be overtaken by a build that waits for a change.
    const services = startServices({ settings, parts, step });
    let loaded = false;
    await Promise.all([
      services,
      attempt(async () => {
        loaded =
          (await prepareApplication({ settings, parts, step, say, watch, bundle, services })) || loaded;
      }),
    ]);
    const api = { port: settings.ports.api, host: settings.childEnv.HOST };
    if (watch) {
      door = await openDevAddress({ settings, apiPort, say });
      stop.onStop(door.close);
    }
    await step('starting sandboxes, worker and API', () =>
      Promise.all(parts.apps.map((part) => part.start())),
    );
    watcher?.apply();
    await attempt(() => step(undefined, () => waitUntilReady(api, stop.asked)));
    say('ready');
    console.log(addressTable(settings));
    if (loaded) void finishDemoData({ settings, parts, say, watch });
    const ask = () => responsesAlive(api);
    // A developer may have the process stand at a breakpoint.
    if (!watch) stop.onStop(watchLiveness({ name: 'api', ask, restart: () => parts.api.restart(), say }));
    stop.onStop(watchTroubles({ read: () => readTroubles(troubleUrls(settings, parts)), say }));
    await stop.whenAsked;
    throw stop.reason();
  } catch (error) {
    if (!(error instanceof Stopped)) exitCode = printFailure(explain(error, 'starting the platform'));
  }
  await stop.finish(parts);
  release?.();
  return exitCode;
}
