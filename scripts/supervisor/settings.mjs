import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual, parseEnv } from 'node:util';
import { dataDirectory, inProject } from './paths.mjs';
import { PlainError } from './plain-error.mjs';

/** Every port of an installation: its variable, its default, and what a person calls it. */
export const portTable = {
  api: { variable: 'PORT', fallback: 4000, what: 'API' },
  postgres: { variable: 'POSTGRES_PORT', fallback: 54_329, what: 'Postgres' },
  temporal: { variable: 'TEMPORAL_PORT', fallback: 7243, what: 'Temporal' },
  temporalUi: { variable: 'TEMPORAL_UI_PORT', fallback: 8243, what: 'Temporal web UI' },
  smtp: { variable: 'SMTP_CATCHER_PORT', fallback: 4025, what: 'mail catcher' },
  inbox: { variable: 'MAIL_INBOX_PORT', fallback: 4080, what: 'mail inbox' },
  sandboxes: { variable: 'SANDBOX_PORT', fallback: 4100, what: 'sandboxes' },
  carrier: { variable: 'CARRIER_SANDBOX_PORT', fallback: 4101, what: 'carrier sandbox' },
  merchant: { variable: 'MERCHANT_SANDBOX_PORT', fallback: 4102, what: 'merchant sandbox' },
  social: { variable: 'SOCIAL_SANDBOX_PORT', fallback: 4103, what: 'social sandbox' },
  webhooks: { variable: 'WEBHOOK_SANDBOX_PORT', fallback: 4104, what: 'webhook sandbox' },
  typesense: { variable: 'TYPESENSE_PORT', fallback: 8108, what: 'Typesense' },
  typesensePeering: { variable: 'TYPESENSE_PEERING_PORT', fallback: 8107, what: 'peering of Typesense' },
  shop: { variable: 'SHOP_PORT', fallback: 4200, what: 'storefront' },
  apiMetrics: { variable: 'API_METRICS_PORT', fallback: 4091, what: 'metrics of the API' },
  workerMetrics: { variable: 'WORKER_METRICS_PORT', fallback: 4092, what: 'metrics of the worker' },
};

function readPort({ variable, fallback }, env) {
  const text = env[variable];
  if (!text) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new PlainError(`${variable} must be a port number between 1 and 65535.`);
}

function requireDifferent(ports) {
  const seen = new Map();
  for (const [name, port] of Object.entries(ports)) {
    const { variable } = portTable[name];
    const other = seen.get(port);
    if (other)
      throw new PlainError(`Port ${port} is wanted by both ${other} and ${variable}: change one of them.`);
    seen.set(port, variable);
  }
}

/** Adds the variables of `.env`, where there is one, to those of the shell, which win. */
export function loadEnvFile() {
  if (existsSync(inProject('.env'))) process.loadEnvFile(inProject('.env'));
}

/** The variables of `.env` as it is now, and those of the shell, which win. */
export function readEnvFile(shell) {
  const file = inProject('.env');
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...shell };
}

/**
 * Decides which parts are embedded and what the processes of the platform are told. A part that is configured
 * (`DATABASE_URL`, `TEMPORAL_ADDRESS`, `SMTP_HOST`) is used as it is.
 * @param {Record<string, string | undefined>} env the shell's variables; empty means not set
 * @param {{ typesense?: boolean }} [options] `typesense`: whether a Typesense server of this machine is a part
 * @returns {{ dataDir: string, ports: Record<keyof typeof portTable, number>,
 *   embedded: { postgres: boolean, temporal: boolean, mail: boolean, typesense: boolean },
 *   usedPorts: string[], childEnv: Record<string, string> }}
 * @throws PlainError for an invalid port, or one that two parts want
 */
export function resolveSettings(env, { typesense = false } = {}) {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== '' && value !== undefined),
  );
  const ports = Object.fromEntries(
    Object.entries(portTable).map(([name, row]) => [name, readPort(row, set)]),
  );
  const dataDir = dataDirectory(set);
  const embedded = {
    postgres: !set.DATABASE_URL,
    temporal: !set.TEMPORAL_ADDRESS,
    mail: !set.SMTP_HOST,
    typesense,
  };
  const usedPorts = [
    'api',
    'sandboxes',
    'carrier',
    'merchant',
    'social',
    'webhooks',
    'apiMetrics',
    'workerMetrics',
    ...(runsStorefront(set) ? ['shop'] : []),
    // The catcher runs even when mail goes elsewhere: the process that holds it also holds the sandboxes.
    'smtp',
    'inbox',
    ...(embedded.postgres ? ['postgres'] : []),
    ...(embedded.temporal ? ['temporal', 'temporalUi'] : []),
    ...(embedded.typesense ? ['typesense', 'typesensePeering'] : []),
  ];
  requireDifferent(Object.fromEntries(usedPorts.map((name) => [name, ports[name]])));
  return {
    dataDir,
    ports,
    embedded,
    usedPorts,
    childEnv: { ...set, ...childEnvironment(set, ports, dataDir, embedded) },
  };
}

/** Whether two settings differ in nothing that the running parts of an installation are built on. */
export function sameInstallation(current, other) {
  const built = ({ dataDir, ports, embedded }) => ({ dataDir, ports, embedded });
  return isDeepStrictEqual(built(current), built(other));
}

function childEnvironment(set, ports, dataDir, embedded) {
  return {
    DATA_DIR: dataDir,
    PORT: String(ports.api),
    PUBLIC_API_BASE_URL: set.PUBLIC_API_BASE_URL ?? `http://localhost:${ports.api}`,
    STORAGE_DIR: set.STORAGE_DIR ?? join(dataDir, 'storage'),
    TEMPORAL_NAMESPACE: set.TEMPORAL_NAMESPACE ?? 'haat',
    ENGINE_SELF_SETUP: set.ENGINE_SELF_SETUP ?? 'on',
    PAYMENT_SANDBOX_URL: set.PAYMENT_SANDBOX_URL ?? `http://127.0.0.1:${ports.sandboxes}`,
    CARRIER_API_URL: set.CARRIER_API_URL ?? `http://127.0.0.1:${ports.carrier}`,
    CARRIER_SANDBOX_PORT: String(ports.carrier),
    MERCHANT_API_URL: set.MERCHANT_API_URL ?? `http://127.0.0.1:${ports.merchant}`,
    MERCHANT_SANDBOX_PORT: String(ports.merchant),
    SOCIAL_API_URL: set.SOCIAL_API_URL ?? `http://127.0.0.1:${ports.social}`,
    SOCIAL_SANDBOX_PORT: String(ports.social),
    WEBHOOK_SANDBOX_PORT: String(ports.webhooks),
    // The receiver that `npm start` runs; nothing else of this machine gets webhooks.
    ...(set.NODE_ENV !== 'production' && {
      WEBHOOKS_ALLOW: set.WEBHOOKS_ALLOW ?? `localhost:${ports.webhooks},127.0.0.1:${ports.webhooks}`,
    }),
    SANDBOX_DATA_DIR: set.SANDBOX_DATA_DIR ?? join(dataDir, 'sandboxes'),
    ...(runsStorefront(set) && {
      SHOP_PORT: String(ports.shop),
      SHOP_URL: set.SHOP_URL ?? `http://localhost:${ports.shop}`,
      // The storefront calls from this machine, and passes the addresses of its buyers on.
      TRUSTED_PROXIES: set.TRUSTED_PROXIES ?? '127.0.0.1,::1',
    }),
    SANDBOX_PORT: String(ports.sandboxes),
    SMTP_CATCHER_PORT: String(ports.smtp),
    MAIL_INBOX_PORT: String(ports.inbox),
    MAIL_INBOX_URL: set.MAIL_INBOX_URL ?? `http://localhost:${ports.inbox}`,
    ...(embedded.postgres && {
      DATABASE_URL: `postgres://postgres:${embeddedPassword}@127.0.0.1:${ports.postgres}/haat`,
    }),
    ...(embedded.temporal && {
      TEMPORAL_ADDRESS: `127.0.0.1:${ports.temporal}`,
      TEMPORAL_UI_URL: set.TEMPORAL_UI_URL ?? `http://localhost:${ports.temporalUi}`,
    }),
    ...(embedded.typesense && {
      TYPESENSE_URL: `http://127.0.0.1:${ports.typesense}`,
      TYPESENSE_API_KEY: embeddedTypesenseKey,
    }),
    ...(embedded.mail && { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(ports.smtp) }),
  };
}

/** Whether `npm start` runs the example storefront: where its sources are, and `SHOP=off` does not say otherwise. */
export const runsStorefront = (env) =>
  existsSync(inProject('examples', 'storefront', 'src')) && !/^(off|false|0)$/.test(env.SHOP ?? '');

/** Of the embedded server, which listens on the loopback address only; the documented development default. */
export const embeddedPassword = 'postgres';
/** The same of the Typesense server. */
export const embeddedTypesenseKey = 'typesense';
