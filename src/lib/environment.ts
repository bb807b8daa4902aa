import { ownMailAddress } from '#domain/settings/mail-address.settings.js';
import { z } from 'zod';
import { isAddressRange } from './trusted-proxies.js';
import { workerRoles } from '#lib/workflow/queues.js';

/** Secrets of development, which production refuses. */
export const DEVELOPMENT_SECRET = 'development-only-secret-change-me-now';
export const DEVELOPMENT_KEY = 'ZGV2ZWxvcG1lbnQtb25seS1rZXktMzItYnl0ZXMhISE=';
export const DEVELOPMENT_PASSWORD = 'admin-password';

const port = z.coerce.number().int().min(0).max(65_535);
const url = z.url();
const optionalText = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();
const optionalUrl = optionalText.pipe(z.url().optional());
const flag = z.stringbool().default(false);
const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

const base64Key = z.string().refine((value) => Buffer.from(value, 'base64').length === 32, {
  message: 'must be 32 bytes in base64 (openssl rand -base64 32)',
});

/**
 * The environment of a process: each variable with its rule and the explanation that `.env.example` is generated from.
 */
export const environmentSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe(
      'development, test or production. Production refuses development secrets and needs its own DATABASE_URL, TEMPORAL_ADDRESS and PUBLIC_API_BASE_URL',
    ),
  CHECK_ANSWERS: z
    .stringbool()
    .optional()
    .describe(
      'true holds every response against its declared schema and returns 500 for a mismatch. Not set: true, but false in production',
    ),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('trace, debug, info, warn, error or silent'),

  HOST: z.string().default('127.0.0.1').describe('Address that the API listens on'),
  PORT: port.default(4000).describe('Port that the API listens on'),
  PUBLIC_API_BASE_URL: optionalUrl.describe(
    'Address of the API as clients reach it; URLs in responses and webhooks begin with it. Not set: http://localhost:PORT',
  ),
  PUBLIC_ADMIN_URL: optionalUrl.describe(
    'The admin panel that links of mails and feeds lead to. Not set: the console; with CONSOLE=off there are no such links, and feeds respond with JSON',
  ),
  CONSOLE: z
    .stringbool({ truthy: ['on', 'true', '1'], falsy: ['off', 'false', '0'] })
    .default(true)
    .describe('on serves the console at /console, off does not'),
  CORS_ORIGINS: list.describe('Origins whose pages may call the API with cookies, separated by commas'),
  WEBHOOKS_ALLOW: list.describe(
    'Hosts, as name or name:port and separated by commas, that webhooks may be sent to although they are no address of the open internet; outside production only',
  ),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('Number of proxies in front of the API whose X-Forwarded-For is believed, 0 to 10'),
  TRUSTED_PROXIES: list
    .refine((entries) => entries.every(isAddressRange), {
      message: 'must be IP addresses or ranges such as 10.0.0.0/8, separated by commas',
    })
    .describe(
      'Addresses or ranges (10.0.0.0/8), separated by commas, whose X-Forwarded-For is believed: those of a storefront server, beside the proxies that TRUST_PROXY counts',
    ),
  RATE_LIMIT_FACTOR: z.coerce
    .number()
    .min(0)
    .default(1)
    .describe('Multiplies every rate limit; 0 turns the limits off'),
  METRICS_PORT: port
    .optional()
    .describe(
      "Port of the process's Prometheus metrics, under /metrics on HOST; 0 takes any free port. Each process needs another port. Not set: no metrics are served",
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl.describe(
    'Collector of traces that speaks OTLP over HTTP, as http://localhost:4318; OTEL_SERVICE_NAME, OTEL_EXPORTER_OTLP_HEADERS and OTEL_TRACES_SAMPLER are honoured. Not set: no traces are made',
  ),
  SHUTDOWN_GRACE_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(600)
    .default(25)
    .describe('Seconds that a process may take to finish its work when it is asked to stop, 1 to 600'),

  DATABASE_URL: url
    .default('postgres://postgres:postgres@127.0.0.1:54329/haat')
    .describe('A PostgreSQL 18 database. Not set: `npm start` runs an embedded one'),
  DATABASE_POOLER: z
    .enum(['none', 'transaction', 'transaction-named'])
    .default('none')
    .describe(
      'transaction: DATABASE_URL is a pooler that hands out connections for one transaction. transaction-named: one that keeps named statements as well (PgBouncer 1.21 or newer)',
    ),
  DATABASE_DIRECT_URL: url
    .optional()
    .describe(
      'The database itself, where DATABASE_URL is a pooler: for notifications, leases, streams and migrations. Not set: DATABASE_URL',
    ),
  DATABASE_POOL_MAX: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(20)
    .describe('Connections of one process, 2 to 200'),

  TEMPORAL_ADDRESS: z
    .string()
    .min(1)
    .default('127.0.0.1:7243')
    .describe('Host and port of a Temporal server. Not set: `npm start` runs one with its web UI'),
  TEMPORAL_NAMESPACE: z
    .string()
    .min(1)
    .default('haat')
    .describe('Namespace of the platform in the Temporal server'),
  TEMPORAL_UI_URL: optionalUrl.describe(
    "Address of Temporal's web UI, for links to it. Not set: `npm start` sets it, elsewhere there are no links",
  ),
  TEMPORAL_API_KEY: optionalText.describe('API key of a remote Temporal server'),
  ENGINE_SELF_SETUP: flag.describe(
    'true: an engine that has lost everything is set up again, and what is open is brought to it. `npm start` sets it',
  ),
  TEMPORAL_TLS: flag.describe('true connects to the Temporal server over TLS'),
  TEMPORAL_PAYLOAD_KEY: optionalText
    .pipe(base64Key.optional())
    .describe(
      'Encrypts workflow payloads: openssl rand -base64 32. Not set: payloads are stored as they are',
    ),
  TEMPORAL_PAYLOAD_KEYS_ACCEPTED: list
    .pipe(z.array(base64Key))
    .describe(
      'Former keys that payloads may still be encrypted with, separated by commas; docs/operations.md says how to change keys',
    ),
  WORKER_ROLES: list
    .pipe(z.array(z.enum(workerRoles)))
    .describe(`What a worker process runs, separated by commas: ${workerRoles.join(', ')}. Not set: all`),

  AUTH_SECRET: z
    .string()
    .min(32)
    .default(DEVELOPMENT_SECRET)
    .describe('Signs sessions; at least 32 random characters'),
  ENCRYPTION_KEY: base64Key
    .default(DEVELOPMENT_KEY)
    .describe('Encrypts secrets in the database: openssl rand -base64 32'),
  ENCRYPTION_KEYS_ACCEPTED: list
    .pipe(z.array(base64Key))
    .describe(
      'Former keys that secrets may still be encrypted with, separated by commas; docs/operations.md says how to change keys',
    ),
  ADMIN_EMAIL: ownMailAddress
    .default('admin@example.com')
    .describe('Address of the first administrator, who is created by the first start'),
  ADMIN_PASSWORD: z
    .string()
    .min(8)
    .default(DEVELOPMENT_PASSWORD)
    .describe(
      'Password of the first administrator, at least 8 characters. Not set, in development: admin-password',
    ),

  STORAGE_DIR: z
    .string()
    .min(1)
    .default('.data/storage')
    .describe('Folder of files while S3_BUCKET is not set'),
  S3_BUCKET: optionalText.describe('S3 bucket of files. Not set: files lie in STORAGE_DIR'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket'),
  S3_ENDPOINT: optionalUrl.describe("Address of an S3-compatible service. Not set: Amazon's"),
  S3_ACCESS_KEY_ID: optionalText.describe(
    'Access key of the bucket. Not set: the credentials of the machine',
  ),
  S3_SECRET_ACCESS_KEY: optionalText.describe('Secret of the access key'),

  MAIL_FROM: ownMailAddress
    .default('no-reply@example.com')
    .describe('Sender of mails while the e-mail settings name no other'),
  SMTP_HOST: optionalText.describe(
    'Mail server while the e-mail settings name no other. Not set: `npm start` catches all mail',
  ),
  SMTP_PORT: port.default(587).describe('Port of the mail server'),
  SMTP_SECURE: flag.describe(
    'true begins the connection with TLS, as on port 465; false upgrades it with STARTTLS where the server offers it',
  ),
  SMTP_USER: optionalText.describe('User at the mail server. Not set: without sign-in'),
  SMTP_PASSWORD: optionalText.describe('Password at the mail server'),
  MAIL_API_BASE_URL: optionalUrl.describe(
    "Address of the API-based mail provider. Not set: the provider's public address",
  ),
  MAIL_INBOX_URL: optionalUrl.describe(
    'Where a person reads caught mails, for the start page. Not set: `npm start` sets it',
  ),

  LIVE_STREAMS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(2_000)
    .describe('Live streams of paid orders that one API process serves; the next gets 503'),

  TYPESENSE_URL: optionalUrl.describe(
    'A Typesense server for searches. Not set: searches run on the database',
  ),
  TYPESENSE_API_KEY: optionalText.describe('API key of the Typesense server'),

  CHROME_PATH: optionalText.describe('A Chrome or Chromium to print with. Not set: the bundled one'),
  PAYMENT_SANDBOX_URL: url
    .default('http://127.0.0.1:4100')
    .describe('Address of the stand-in for a payment gateway in development'),
  PAYMENT_SANDBOX_SECRET: z
    .string()
    .min(8)
    .default('sandbox-webhook-secret')
    .describe('Secret that the stand-in for a payment gateway signs with, at least 8 characters'),
  CARRIER_API_URL: optionalUrl.describe(
    'Address of the carrier aggregator. Not set: its sandbox, in production the real service',
  ),
  CARRIER_TRACKING_API_URL: optionalUrl.describe(
    "Address of the aggregator's tracking. Not set: CARRIER_API_URL, and in production without that the real service",
  ),
  CARRIER_ACCOUNTS_PATH: z
    .string()
    .startsWith('/')
    .default('/api/v1/accounts/')
    .describe('Path at which the aggregator lists the accounts of a key'),
  MERCHANT_API_URL: optionalUrl.describe(
    'Address of the merchant API. Not set: its sandbox, in production the real service',
  ),
  MERCHANT_OAUTH_URL: optionalUrl.describe(
    "Address of the merchant API's consent and tokens. Not set: MERCHANT_API_URL or the sandbox, in production the real service",
  ),
  SOCIAL_API_URL: optionalUrl.describe(
    "Address of the social catalog's API. Not set: its sandbox, in production the real service",
  ),
  SOCIAL_DIALOG_URL: optionalUrl.describe(
    "Address of the social catalog's consent dialog. Not set: SOCIAL_API_URL or the sandbox, in production the real service",
  ),
  SOCIAL_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/)
    .default('v25.0')
    .describe("Version of the social catalog's API, as v25.0"),
  RAZORPAY_API_URL: url.default('https://api.razorpay.com').describe('Address of the Razorpay API'),
});

export type Environment = z.infer<typeof environmentSchema>;
