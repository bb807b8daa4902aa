import { workerRoles } from '#lib/workflow/queues.js';
import {
  DEVELOPMENT_KEY,
  DEVELOPMENT_PASSWORD,
  DEVELOPMENT_SECRET,
  type Environment,
  environmentSchema,
} from './environment.js';

/**
 * The whole configuration of a process, read once from the environment.
 */

/** Where the carrier aggregator is reached: the real service in production, its sandbox elsewhere. */
const CARRIER_SERVICE = { api: 'https://www.clickpost.in', tracking: 'https://api.clickpost.in' };
const CARRIER_SANDBOX = { api: 'http://127.0.0.1:4101', tracking: 'http://127.0.0.1:4101' };

/** Where the remote sides of the feeds are reached. */
const MERCHANT_SERVICE = 'https://merchantapi.googleapis.com';
const MERCHANT_SANDBOX = 'http://127.0.0.1:4102';
const SOCIAL_SERVICE = { api: 'https://graph.facebook.com', dialog: 'https://www.facebook.com' };
const SOCIAL_SANDBOX = { api: 'http://127.0.0.1:4103', dialog: 'http://127.0.0.1:4103' };

export type Config = ReturnType<typeof parseConfig>;

/** Thrown for a configuration that cannot be used; `message` is one readable line per bad variable. */
export class ConfigError extends Error {}

function developmentDefaults(env: Environment): string[] {
  const problems: string[] = [];
  if (env.AUTH_SECRET === DEVELOPMENT_SECRET) problems.push('AUTH_SECRET');
  if (env.ENCRYPTION_KEY === DEVELOPMENT_KEY) problems.push('ENCRYPTION_KEY');
  if (env.ADMIN_PASSWORD === DEVELOPMENT_PASSWORD) problems.push('ADMIN_PASSWORD');
  return problems;
}

/** Fewer than a random key of 32 bytes ever has. */
const LEAST_DIFFERENT_BYTES = 12;

/** Whether bytes cannot have come from a generator of random keys: few different ones, or a part that repeats. */
export function isWeakKey(key: Buffer): boolean {
  if (new Set(key).size < LEAST_DIFFERENT_BYTES) return true;
  for (let period = 1; period <= key.length / 2; period += 1)
    if (key.subarray(period).equals(key.subarray(0, key.length - period))) return true;
  return false;
}

/** Keys that somebody typed. */
function weakKeys(env: Environment): string[] {
  const keys = {
    AUTH_SECRET: Buffer.from(env.AUTH_SECRET),
    ENCRYPTION_KEY: Buffer.from(env.ENCRYPTION_KEY, 'base64'),
    ...(env.TEMPORAL_PAYLOAD_KEY && {
      TEMPORAL_PAYLOAD_KEY: Buffer.from(env.TEMPORAL_PAYLOAD_KEY, 'base64'),
    }),
  };
  return Object.entries(keys).flatMap(([name, key]) => (isWeakKey(key) ? [name] : []));
}

/** Whether others could read along: http to anything but this machine. */
function isOpenToAll(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol !== 'https:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** One address serves both where only the first is given. */
function carrierUrls(env: Environment, production: boolean) {
  const usual = production ? CARRIER_SERVICE : CARRIER_SANDBOX;
  return {
    CARRIER_API_URL: env.CARRIER_API_URL ?? usual.api,
    CARRIER_TRACKING_API_URL: env.CARRIER_TRACKING_API_URL ?? env.CARRIER_API_URL ?? usual.tracking,
  };
}

/** Consent and tokens of the merchant feed have their own hosts at the real service, and one in the sandbox. */
function feedUrls(env: Environment, production: boolean) {
  const oauth =
    env.MERCHANT_OAUTH_URL ?? (production ? undefined : (env.MERCHANT_API_URL ?? MERCHANT_SANDBOX));
  const social = production ? SOCIAL_SERVICE : SOCIAL_SANDBOX;
  return {
    MERCHANT_API_URL: env.MERCHANT_API_URL ?? (production ? MERCHANT_SERVICE : MERCHANT_SANDBOX),
    MERCHANT_OAUTH_URL: oauth,
    SOCIAL_API_URL: env.SOCIAL_API_URL ?? social.api,
    SOCIAL_DIALOG_URL:
      env.SOCIAL_DIALOG_URL ?? (production ? social.dialog : (env.SOCIAL_API_URL ?? social.dialog)),
  };
}

/**
 * Parses environment variables into the configuration.
 * @throws ConfigError naming each variable and the rule it breaks; never a value, because it may be a secret.
 */
export function parseConfig(environment: Record<string, string | undefined>) {
  // An empty variable means "not set": compose files and .env templates pass them that way.
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`Configuration refused: ${lines.join('; ')}`);
  }
  const env = parsed.data;
  if (env.DATABASE_POOLER !== 'none' && env.DATABASE_DIRECT_URL === undefined)
    throw new ConfigError(
      'Configuration refused: DATABASE_POOLER needs DATABASE_DIRECT_URL, the address of the database behind the pooler',
    );
  const production = env.NODE_ENV === 'production';
  if (production) {
    const leftovers = developmentDefaults(env);
    const missing = ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'PUBLIC_API_BASE_URL'].filter(
      (name) => !present[name],
    );
    if (env.TYPESENSE_URL && !env.TYPESENSE_API_KEY) missing.push('TYPESENSE_API_KEY');
    if (leftovers.length + missing.length > 0) {
      throw new ConfigError(
        `Configuration refused: production needs its own value for ${[...leftovers, ...missing].join(', ')}`,
      );
    }
    if (env.WEBHOOKS_ALLOW.length > 0)
      throw new ConfigError(
        'Configuration refused: WEBHOOKS_ALLOW must not be set in production: webhooks go to addresses of the open internet alone',
      );
    const weak = weakKeys(env);
    if (weak.length > 0)
      throw new ConfigError(
        `Configuration refused: ${weak.join(', ')} must be random (openssl rand -base64 32), not few different bytes or a pattern that repeats`,
      );
    if (env.PUBLIC_API_BASE_URL && isOpenToAll(env.PUBLIC_API_BASE_URL))
      throw new ConfigError(
        'Configuration refused: PUBLIC_API_BASE_URL must begin with https: in production, unless it is this machine itself',
      );
  }
  const publicBaseUrl = (env.PUBLIC_API_BASE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  return Object.freeze({
    ...env,
    production,
    /** Holds every response against its schema: a mismatch is a defect, and looking for it costs time. */
    CHECK_ANSWERS: env.CHECK_ANSWERS ?? !production,
    PUBLIC_API_BASE_URL: publicBaseUrl,
    /** Where links of mails, feeds and gateways lead: an admin panel of one's own, else the console. */
    PUBLIC_ADMIN_URL: env.PUBLIC_ADMIN_URL ?? (env.CONSOLE ? `${publicBaseUrl}/console` : undefined),
    /** As it was given, for addresses that other services call; null when it was not. */
    webhookBaseUrl: env.PUBLIC_API_BASE_URL?.replace(/\/+$/, '') ?? null,
    ...carrierUrls(env, production),
    ...feedUrls(env, production),
    WORKER_ROLES: env.WORKER_ROLES.length > 0 ? env.WORKER_ROLES : [...workerRoles],
  });
}

/** The names of all variables. */
export const configVariables = Object.keys(environmentSchema.shape);
