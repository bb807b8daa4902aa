import { isAbsolute } from 'node:path';
import { parseConfig } from '#lib/config.js';
import { provided } from './database.js';
import { takeNamespace } from './namespaces.js';

/**
 * Refuses every connection: only root could listen on this port, and nothing does. The defaults of the sandboxes are where
 * `npm start` has its own in another terminal; a test that needs one starts it on a free port.
 */
export const NOBODY = 'http://127.0.0.1:2';

const outside = {
  PAYMENT_SANDBOX_URL: NOBODY,
  RAZORPAY_API_URL: NOBODY,
  CARRIER_API_URL: NOBODY,
  MERCHANT_API_URL: NOBODY,
  SOCIAL_API_URL: NOBODY,
};

/** The configuration of a test's processes: a fresh copy of the migrated database, a free namespace, no limits. */
export async function testConfig(
  databaseUrl: string,
  storageDir: string,
  extra: Record<string, string> = {},
) {
  // A relative one would be a folder that stays in the checkout.
  if (!isAbsolute(storageDir)) throw new Error(`STORAGE_DIR of a test has to be absolute: ${storageDir}`);
  return parseConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_MAX: '12',
    TEMPORAL_ADDRESS: provided('TEST_TEMPORAL_ADDRESS'),
    TEMPORAL_NAMESPACE: await takeNamespace(),
    STORAGE_DIR: storageDir,
    RATE_LIMIT_FACTOR: '0',
    SHUTDOWN_GRACE_SECONDS: '5',
    // Tests of pages turn it on; the others see the platform without a panel.
    CONSOLE: 'off',
    // Where tests have their receivers of webhooks.
    WEBHOOKS_ALLOW: '127.0.0.1',
    ...outside,
    ...extra,
  });
}
