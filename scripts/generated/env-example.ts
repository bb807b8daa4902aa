import type { z } from 'zod';
import { environmentSchema } from '#lib/environment.js';

/** Variables that the start, the sandboxes, compose and the tests read beside the processes: explanation and value. */
const otherVariables: Record<string, [text: string, value: string]> = {
  API_METRICS_PORT: ['METRICS_PORT that `npm start` gives its API', '4091'],
  WORKER_METRICS_PORT: ['METRICS_PORT that `npm start` gives its worker', '4092'],
  POSTGRES_PORT: ['Port of the embedded PostgreSQL', '54329'],
  TEMPORAL_PORT: ['Port of the embedded Temporal server', '7243'],
  TEMPORAL_UI_PORT: ['Port of the web UI of the embedded Temporal server', '8243'],
  TEMPORAL_CLI_PATH: ['A Temporal CLI. Not set: the one on PATH, else it is downloaded', ''],
  SMTP_CATCHER_PORT: ['Port of the development mail catcher', '4025'],
  MAIL_INBOX_PORT: ['Port of the inbox of caught mails', '4080'],
  SANDBOX_PORT: ['Port of the stand-in for a payment gateway', '4100'],
  CARRIER_SANDBOX_PORT: ['Port of the stand-in for the carrier aggregator', '4101'],
  CARRIER_SANDBOX_SECRET: [
    'Secret that the stand-in for the aggregator signs with',
    'carrier-sandbox-webhook-secret-0000',
  ],
  MERCHANT_SANDBOX_PORT: ['Port of the stand-in for the merchant API', '4102'],
  MERCHANT_SANDBOX_SECRET: [
    'OAuth client secret that the stand-in for the merchant API takes',
    'merchant-sandbox-client-secret-0000',
  ],
  SOCIAL_SANDBOX_PORT: ['Port of the stand-in for the social catalog', '4103'],
  SOCIAL_SANDBOX_SECRET: [
    'App secret that the stand-in for the social catalog takes',
    'social-sandbox-app-secret-0000',
  ],
  WEBHOOK_SANDBOX_PORT: ['Port of the stand-in that receives webhooks', '4104'],
  SHOP: ['off runs no storefront', 'on'],
  SHOP_PORT: ['Port of the storefront', '4200'],
  SHOP_HOST: ['Address that the storefront listens on', '127.0.0.1'],
  SHOP_URL: ['Address of the storefront as buyers reach it. Not set: http://localhost:SHOP_PORT', ''],
  SHOP_API_URL: ['Address at which the storefront reaches the API, where it runs by itself', ''],
  DATA_DIR: ['Folder of the data of the embedded services', '.data'],
  BACKUP_DIR: [
    'Folder of the backups of `npm run backup`, better on another disk. Where it is set, `npm start` archives the write-ahead log of its Postgres in it, so that `npm run restore` reaches any moment. Not set: nothing is archived',
    '',
  ],
  PG_BIN: [
    'Folder of pg_dump and pg_restore of the version of DATABASE_URL, for `npm run backup`. Not set: PATH and the usual places',
    '',
  ],
  SANDBOX_DATA_DIR: ['Folder of the payments and parcels of the sandboxes. Not set: DATA_DIR/sandboxes', ''],
  HAAT_CACHE_DIR: [
    'Folder of downloaded programs, shared by checkouts. Not set: the cache folder of the user',
    '',
  ],
  POSTGRES_PASSWORD: ['Password of the platform’s role in the database; letters and digits', ''],
  ENGINE_DB_PASSWORD: ['Password of the engine’s role in the database; letters and digits', ''],
  TEST_LONG_MINUTES: ['Minutes that the run may take. Not set: see scripts/supervisor/test-run.mjs', ''],
};

const sections: Record<string, string[]> = {
  '': ['NODE_ENV', 'LOG_LEVEL', 'CHECK_ANSWERS'],
  API: [
    'HOST',
    'PORT',
    'PUBLIC_API_BASE_URL',
    'PUBLIC_ADMIN_URL',
    'CORS_ORIGINS',
    'CONSOLE',
    'TRUST_PROXY',
    'TRUSTED_PROXIES',
    'RATE_LIMIT_FACTOR',
    'LIVE_STREAMS_MAX',
  ],
  Processes: [
    'WORKER_ROLES',
    'SHUTDOWN_GRACE_SECONDS',
    'METRICS_PORT',
    'API_METRICS_PORT',
    'WORKER_METRICS_PORT',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ],
  Database: ['DATABASE_URL', 'DATABASE_POOLER', 'DATABASE_DIRECT_URL', 'DATABASE_POOL_MAX', 'POSTGRES_PORT'],
  'Workflow engine': [
    'TEMPORAL_ADDRESS',
    'TEMPORAL_NAMESPACE',
    'TEMPORAL_UI_URL',
    'TEMPORAL_API_KEY',
    'ENGINE_SELF_SETUP',
    'TEMPORAL_TLS',
    'TEMPORAL_PAYLOAD_KEY',
    'TEMPORAL_PAYLOAD_KEYS_ACCEPTED',
    'TEMPORAL_PORT',
    'TEMPORAL_UI_PORT',
    'TEMPORAL_CLI_PATH',
  ],
  'Secrets and the first administrator': [
    'AUTH_SECRET',
    'ENCRYPTION_KEY',
    'ENCRYPTION_KEYS_ACCEPTED',
    'ADMIN_EMAIL',
    'ADMIN_PASSWORD',
  ],
  Files: ['STORAGE_DIR', 'S3_BUCKET', 'S3_REGION', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  Mail: [
    'MAIL_FROM',
    'SMTP_HOST',
    'SMTP_PORT',
    'SMTP_SECURE',
    'SMTP_USER',
    'SMTP_PASSWORD',
    'MAIL_API_BASE_URL',
    'SMTP_CATCHER_PORT',
    'MAIL_INBOX_PORT',
    'MAIL_INBOX_URL',
  ],
  Search: ['TYPESENSE_URL', 'TYPESENSE_API_KEY'],
  Documents: ['CHROME_PATH'],
  Payments: ['SANDBOX_PORT', 'PAYMENT_SANDBOX_URL', 'PAYMENT_SANDBOX_SECRET', 'RAZORPAY_API_URL'],
  Shipping: [
    'CARRIER_API_URL',
    'CARRIER_TRACKING_API_URL',
    'CARRIER_ACCOUNTS_PATH',
    'CARRIER_SANDBOX_PORT',
    'CARRIER_SANDBOX_SECRET',
  ],
  Feeds: [
    'MERCHANT_API_URL',
    'MERCHANT_OAUTH_URL',
    'MERCHANT_SANDBOX_PORT',
    'MERCHANT_SANDBOX_SECRET',
    'SOCIAL_API_URL',
    'SOCIAL_DIALOG_URL',
    'SOCIAL_API_VERSION',
    'SOCIAL_SANDBOX_PORT',
    'SOCIAL_SANDBOX_SECRET',
  ],
  Webhooks: ['WEBHOOKS_ALLOW', 'WEBHOOK_SANDBOX_PORT'],
  Storefront: ['SHOP', 'SHOP_PORT', 'SHOP_HOST', 'SHOP_URL', 'SHOP_API_URL'],
  'npm start': ['DATA_DIR', 'BACKUP_DIR', 'PG_BIN', 'SANDBOX_DATA_DIR', 'HAAT_CACHE_DIR'],
  'docker compose': ['POSTGRES_PASSWORD', 'ENGINE_DB_PASSWORD'],
  'npm run test:long': ['TEST_LONG_MINUTES'],
};

/** Left empty although they have a default: `npm start` provides them, or they are secrets of development. */
const shownEmpty = ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'AUTH_SECRET', 'ENCRYPTION_KEY', 'ADMIN_PASSWORD'];

const schemas = environmentSchema.shape as Record<string, z.ZodType>;

/** The default as it is written in a file. */
function defaultOf(name: string): string {
  const value = schemas[name]?.safeParse(undefined).data;
  if (value === undefined || Array.isArray(value) || shownEmpty.includes(name)) return '';
  return name === 'CONSOLE' ? 'on' : String(value);
}

function entry(name: string): string {
  const other = otherVariables[name];
  const text = other?.[0] ?? schemas[name]?.description;
  if (!text) throw new Error(`${name} has no explanation: describe it in src/lib/environment.ts`);
  return [...lines(text), `${name}=${other?.[1] ?? defaultOf(name)}`].join('\n');
}

const WIDTH = 118;

/** The explanation as comments that an editor shows without wrapping. */
function lines(text: string): string[] {
  const written: string[] = [];
  for (const word of text.split(' ')) {
    const last = written.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH)
      written[written.length - 1] = `${last} ${word}`;
    else written.push(`# ${word}`);
  }
  return written;
}

/** `.env.example`: every variable once, with its explanation and its default. */
export function envExample(): string {
  const listed = Object.values(sections).flat();
  const missing = [...Object.keys(schemas), ...Object.keys(otherVariables)].filter(
    (name) => !listed.includes(name),
  );
  if (missing.length > 0)
    throw new Error(`scripts/generated/env-example.ts: no section has ${missing.join(', ')}`);
  const parts = Object.entries(sections).map(([title, names]) =>
    [...(title ? [`# --- ${title} ---`] : []), ...names.map(entry)].join('\n'),
  );
  const head =
    '# Every variable of the platform, generated from src/lib/environment.ts by `npm run generate`. All have a default for\n# development; copy this file to .env to change some. An empty value means "not set".';
  return `${head}\n\n${parts.join('\n\n')}\n`;
}
