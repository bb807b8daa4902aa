import { join } from 'node:path';
import { createTemporalPart } from '../supervisor/embedded-parts.mjs';
import { isAnswering } from '../supervisor/ports.mjs';
import { environmentHere, placesOf, readComposeServices } from './compose-services.mjs';
import { createDatabaseService } from './database-service.mjs';
import { createEngineService, createSchemaService, enginePorts, sqlToolOf } from './engine-services.mjs';
import { writeFilePrograms } from './file-programs.mjs';
import { createMailService, createSearchService, createStorageService } from './other-services.mjs';
import { createOwnProcess, createOwnStep } from './own-services.mjs';
import { authorityFile, createProxy } from './proxy.mjs';
import { openState } from './state.mjs';

/** One runs the flows and hands events over, the other does the work. */
const WORKERS = {
  'worker-flows': 'core,relay',
  'worker-rest': 'documents,exports,feeds,indexing,search,mail,webhooks',
};
const APIS = ['api-1', 'api-2'];
const SMTP_PORT = 587;

const portNames = [
  'proxy',
  'postgres',
  's3',
  'typesense',
  'typesensePeering',
  'smtp',
  'inbox',
  ...enginePorts,
  'engineUi',
  ...[...APIS, ...Object.keys(WORKERS)].flatMap((name) => [name, `${name}-metrics`]),
  'payments',
  'carrier',
  'merchant',
  'social',
  'webhooks',
  'sandboxSmtp',
  'sandboxInbox',
];

/** What `npm start` sets for its processes of the sandboxes; production has none of it. */
function sandboxEnvironment(ports, dataDir) {
  return {
    NODE_ENV: 'development',
    // As in production: the check of each response costs time.
    CHECK_ANSWERS: 'false',
    PAYMENT_SANDBOX_URL: `http://127.0.0.1:${ports.payments}`,
    WEBHOOKS_ALLOW: `localhost:${ports.webhooks},127.0.0.1:${ports.webhooks}`,
    DATA_DIR: dataDir,
  };
}

function sandboxPorts(ports, dataDir) {
  return {
    SANDBOX_PORT: String(ports.payments),
    CARRIER_SANDBOX_PORT: String(ports.carrier),
    MERCHANT_SANDBOX_PORT: String(ports.merchant),
    SOCIAL_SANDBOX_PORT: String(ports.social),
    WEBHOOK_SANDBOX_PORT: String(ports.webhooks),
    SMTP_CATCHER_PORT: String(ports.sandboxSmtp),
    MAIL_INBOX_PORT: String(ports.sandboxInbox),
    SANDBOX_DATA_DIR: join(dataDir, 'sandboxes'),
  };
}

/** The variables that somebody sets for the compose file. */
function composeValues({ secrets, ports, programs, production, url }) {
  const sandbox = (name) => `http://127.0.0.1:${ports[name]}`;
  return {
    ...secrets,
    PUBLIC_API_BASE_URL: url,
    TRUST_PROXY: programs.proxy ? '1' : '0',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: production ? secrets.AUTH_SECRET : 'admin-password',
    MAIL_INBOX_URL: `http://localhost:${programs.mailpit ? ports.inbox : ports.sandboxInbox}`,
    ...(programs.typesense && { TYPESENSE_URL: 'http://typesense:8108' }),
    ...(!production && {
      CARRIER_API_URL: sandbox('carrier'),
      MERCHANT_API_URL: sandbox('merchant'),
      SOCIAL_API_URL: sandbox('social'),
    }),
  };
}

/** What is set for the processes where a program of the file is missing here. */
function withoutPrograms({ programs, ports, dataDir }) {
  return {
    ...(programs.s3 === undefined && { S3_BUCKET: '', STORAGE_DIR: join(dataDir, 'storage') }),
    ...(programs.mailpit === undefined && { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(ports.sandboxSmtp) }),
  };
}

const entryService = (command, args = []) => ({ command: ['node', `dist/${command}.js`, ...args] });

/**
 * The services of the compose file as parts of this machine, in two APIs and workers by role, with a proxy before them.
 * @param {{ programs: Record<string, string>, production: boolean, images?: Record<string, object>, seed?: string[],
 *   environment?: Record<string, string>, onCluster?: () => void, context: object }} options `images`
 *   by service: those that run out of one; `seed`: arguments of the demo data; `environment` of
 *   the platform's processes, beside what the file gives them; `onCluster` is called before Postgres starts
 * @returns {Promise<{ parts: object, environment: Record<string, string>, databaseUrl: string, waitsFor: object, addresses: { url: string, inbox: string, carrier: string, proxied: boolean },
 *   stopAll(): Promise<void>, killAll(): void }>}
 */
export async function createServices({
  programs,
  production,
  images = {},
  seed = [],
  environment = {},
  onCluster,
  context,
}) {
  const { dataDir } = context;
  const { secrets, ports } = await openState(dataDir, portNames);
  const url = programs.proxy ? `https://localhost:${ports.proxy}` : `http://localhost:${ports[APIS[0]]}`;
  const services = await readComposeServices(composeValues({ secrets, ports, programs, production, url }));
  const inner = {
    postgres: { 5432: ports.postgres },
    temporal: { 7233: ports.FRONTEND_GRPC_PORT },
    s3: { 7070: ports.s3 },
    typesense: { 8108: ports.typesense, 8107: ports.typesensePeering },
    mailpit: { [SMTP_PORT]: ports.smtp, 8025: ports.inbox },
  };
  const places = placesOf(services, inner);
  const proxyAuthority = programs.proxy && { NODE_EXTRA_CA_CERTS: authorityFile(dataDir) };
  const own = (name, more = {}) => ({
    ...environmentHere(services[name].environment, places, process.env),
    ...(production ? {} : sandboxEnvironment(ports, dataDir)),
    ...withoutPrograms({ programs, ports, dataDir }),
    ...environment,
    ...more,
  });
  const bin = writeFilePrograms({
    dataDir,
    port: ports.postgres,
    sqlTool: programs.temporal && sqlToolOf(programs.temporal),
  });

  const engine = programs.temporal
    ? {
        'temporal-schema': createSchemaService({
          service: services['temporal-schema'],
          places,
          bin,
          context,
        }),
        temporal: createEngineService({
          service: services.temporal,
          places,
          ports,
          file: programs.temporal,
          context,
        }),
      }
    : { temporal: developmentEngine({ services, ports, context }) };
  const made = (name, create, more = {}) =>
    programs[name] && {
      [name]: create({
        service: services[name],
        places,
        ports: inner[name],
        file: programs[name],
        context,
        ...more,
      }),
    };
  const steps = ['migrate', 'engine-setup', ...(programs.s3 ? ['storage-setup'] : [])];
  const parts = {
    postgres: createDatabaseService({
      service: services.postgres,
      port: ports.postgres,
      bin,
      onCluster,
      context,
    }),
    ...engine,
    ...made('s3', createStorageService),
    ...made('typesense', createSearchService),
    ...made('mailpit', createMailService, { smtpPort: SMTP_PORT }),
    ...Object.fromEntries(
      steps.map((name) => [
        name,
        createOwnStep({ name, service: services[name], env: own(name), image: images[name], context }),
      ]),
    ),
    ...(!production && {
      seed: createOwnStep({
        name: 'seed',
        service: entryService('scripts/seed', seed),
        env: own('migrate'),
        context,
      }),
      sandboxes: createOwnProcess({
        name: 'sandboxes',
        service: entryService('sandboxes/main'),
        context,
        env: { PUBLIC_API_BASE_URL: url, ...sandboxPorts(ports, dataDir), ...proxyAuthority },
        // The last of them to listen.
        healthy: () => isAnswering(ports.webhooks),
      }),
    }),
    ...Object.fromEntries(
      APIS.map((name) => [
        name,
        createOwnProcess({
          name,
          service: services.api,
          image: images.api,
          context,
          env: own('api', { PORT: String(ports[name]), METRICS_PORT: String(ports[`${name}-metrics`]) }),
        }),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(WORKERS).map(([name, roles]) => [
        name,
        createOwnProcess({
          name,
          service: services.worker,
          image: images.worker,
          context,
          check: services.worker.healthcheck.test.slice(3),
          env: own('worker', { WORKER_ROLES: roles, METRICS_PORT: String(ports[`${name}-metrics`]) }),
        }),
      ]),
    ),
    ...(programs.proxy && {
      proxy: createProxy({
        file: programs.proxy,
        port: ports.proxy,
        apis: APIS.map((name) => ports[name]),
        context,
      }),
    }),
  };
  return {
    parts,
    environment: own('api'),
    databaseUrl: own('migrate').DATABASE_URL,
    waitsFor: order(services),
    addresses: {
      url,
      proxied: programs.proxy !== undefined,
      carrier: `http://127.0.0.1:${ports.carrier}`,
      inbox: `http://localhost:${programs.mailpit ? ports.inbox : ports.sandboxInbox}`,
    },
    ...ending(parts),
  };
}

/** What the file says, for each of several processes too; the demo data comes before everybody who reads it. */
function order(services) {
  const waits = Object.fromEntries(
    Object.entries(services).map(([name, { depends_on = {} }]) => [name, Object.keys(depends_on)]),
  );
  const { api, worker } = waits;
  const [first, ...others] = APIS;
  return {
    ...waits,
    seed: api,
    // One after the other, so that what a start takes is its own.
    [first]: [...api, 'seed', 's3', 'typesense', 'mailpit'],
    ...Object.fromEntries(others.map((name) => [name, [first]])),
    ...Object.fromEntries(Object.keys(WORKERS).map((name) => [name, [...worker, first]])),
    proxy: APIS,
    sandboxes: ['proxy'],
  };
}

/** The engine's development server, where the real one is not there. */
function developmentEngine({ services, ports, context }) {
  const namespace = services.api.environment.TEMPORAL_NAMESPACE;
  const own = { temporal: ports.FRONTEND_GRPC_PORT, temporalUi: ports.engineUi };
  const part = createTemporalPart({ ...context, ports: own, namespace, env: process.env });
  return {
    ...part,
    async start() {
      await part.prepare();
      await part.start();
    },
  };
}

/** In reverse: those who use the engine and the database first, the database last. */
function ending(parts) {
  const { postgres, temporal, ...rest } = parts;
  return {
    async stopAll() {
      await Promise.all(Object.values(rest).map((part) => part.stop()));
      await temporal.stop();
      await postgres.stop();
    },
    killAll() {
      for (const part of Object.values(parts)) part.kill();
    },
  };
}
