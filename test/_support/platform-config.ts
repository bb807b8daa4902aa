import { isAbsolute } from 'node:path';
import { parseConfig } from '#lib/config.js';
import { provided } from './database.js';
import { takeNamespace } from './namespaces.js';

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
    ...extra,
  });
}
