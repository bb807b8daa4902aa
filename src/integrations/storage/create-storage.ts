import { type Clock, systemClock } from '#lib/clock.js';
import type { Config } from '#lib/config.js';
import { hmacSha256 } from '#lib/crypto.js';
import type { Logger } from '#lib/logger.js';
import { createFileStorage } from './file-storage.js';
import type { Storage } from './storage.js';
import { sayingOutages } from './storage-outage.js';

type StorageConfig = Pick<
  Config,
  | 'S3_BUCKET'
  | 'S3_REGION'
  | 'S3_ENDPOINT'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'STORAGE_DIR'
  | 'PUBLIC_API_BASE_URL'
  | 'AUTH_SECRET'
>;

/** That of a plugin where one has it; S3 when a bucket is configured, else files below `STORAGE_DIR`. Nothing is touched before `start`. */
export async function createStorage(
  config: StorageConfig,
  deps: { logger: Logger; clock?: Clock; ports?: { storage?: Storage } },
): Promise<Storage> {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (deps.ports?.storage) return sayingOutages(deps.ports.storage);
  if (bucket !== undefined) {
    // Its client is a tenth of a second of work at every start, for nothing where files are kept.
    const { createS3Storage } = await import('./s3-storage.js');
    const credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined;
    const { S3_REGION: region, S3_ENDPOINT: endpoint } = config;
    return sayingOutages(createS3Storage({ bucket, region, endpoint, credentials }));
  }
  const files = createFileStorage({
    directory: config.STORAGE_DIR,
    baseUrl: config.PUBLIC_API_BASE_URL,
    // Derived, so that what is signed for one purpose is worth nothing for another.
    signingSecret: hmacSha256('storage: signed urls', config.AUTH_SECRET),
    clock: deps.clock ?? systemClock,
    logger: deps.logger,
  });
  return sayingOutages(files);
}
