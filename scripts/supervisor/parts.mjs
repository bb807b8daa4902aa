import { createAppProcess } from './app-process.mjs';
import { runsStorefront } from './settings.mjs';
import { createPostgresPart, createTemporalPart, createTypesensePart } from './embedded-parts.mjs';
import { backupDirectory } from './wal-archive.mjs';

/**
 * The running parts of an installation, in the order of their start.
 * @param {object} options
 * @param {ReturnType<import('./settings.mjs').resolveSettings>} options.settings
 * @param {boolean} options.watch run the sources instead of `dist`
 * @param {number} [options.apiPort] where the API listens, on the loopback address, behind a port that is held for it
 * @param {number} [options.sparePort] where every other worker serves its metrics
 * @param {(line: string) => void} options.say
 * @param {(error: Error) => void} options.onFailed called for a part that cannot be kept running
 */
export function createParts({ settings, watch, apiPort, sparePort, say, onFailed }) {
  const { dataDir, ports, embedded, childEnv } = settings;
  const environment = { ...childEnv };
  const common = { dataDir, onFailed, say };
  const app = (name, entry, own = () => ({}), options = {}) =>
    createAppProcess({
      ...common,
      name,
      entry,
      watch,
      ...options,
      env: () => ({ ...environment, ...own() }),
    });

  const postgres = embedded.postgres
    ? createPostgresPart({ ...common, port: ports.postgres, backupDir: backupDirectory(childEnv) })
    : undefined;
  const temporal = embedded.temporal
    ? createTemporalPart({ ...common, ports, namespace: childEnv.TEMPORAL_NAMESPACE, env: childEnv })
    : undefined;
  const typesense = embedded.typesense ? createTypesensePart({ ...common, ports, env: childEnv }) : undefined;
  const sandboxes = app('sandboxes', 'sandboxes/main');
  // A worker starts while the one before it still ends, so their ports differ.
  const metricsPorts = sparePort === undefined ? [ports.workerMetrics] : [sparePort, ports.workerMetrics];
  const worker = app(
    'worker',
    'worker',
    () => {
      metricsPorts.unshift(metricsPorts.pop());
      return { METRICS_PORT: String(metricsPorts[0]) };
    },
    { yields: true, overlaps: sparePort !== undefined },
  );
  const behind = apiPort === undefined ? {} : { PORT: String(apiPort), HOST: '127.0.0.1' };
  const api = app('api', 'server', () => ({ METRICS_PORT: String(ports.apiMetrics), ...behind }));
  const shop = runsStorefront(childEnv)
    ? createAppProcess({
        ...common,
        name: 'shop',
        entry: 'storefront/main',
        env: () => storefrontEnvironment(environment),
      })
    : undefined;
  const apps = [sandboxes, worker, api, ...(shop ? [shop] : [])];
  const all = [...apps, temporal, typesense, postgres].filter((part) => part !== undefined);

  return {
    postgres,
    temporal,
    typesense,
    sandboxes,
    worker,
    api,
    shop,
    apps,
    environment: () => environment,
    /** Where the present worker serves its metrics. */
    workerMetricsPort: () => metricsPorts[0],
    /** What processes are given that start from now on; the bundle of the workflows stays. */
    replaceEnvironment(next) {
      for (const name of Object.keys(environment))
        if (!(name in next) && name !== 'WORKFLOW_BUNDLE') delete environment[name];
      Object.assign(environment, next);
    },
    /** While watching, the worker is given a bundle of the sources. */
    setWorkflowBundle(file) {
      if (file !== undefined) environment.WORKFLOW_BUNDLE = file;
    },
    /** In reverse order: those who use the engine and the database first, the database last. */
    async stopAll() {
      await Promise.all(apps.map((part) => part.stop()));
      await Promise.all([temporal?.stop(), typesense?.stop()]);
      await postgres?.stop();
    },
    killAll() {
      for (const part of all) part.kill();
    },
  };
}

/** What the storefront is told: addresses. Secrets, passwords and the database are not for it. */
function storefrontEnvironment({ PATH, HOME, SHOP_PORT, SHOP_URL, SHOP_HOST = '127.0.0.1', PORT }) {
  return { PATH, HOME, SHOP_PORT, SHOP_URL, SHOP_HOST, SHOP_API_URL: `http://127.0.0.1:${PORT}` };
}
