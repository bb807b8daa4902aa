import { normalizeAddress } from '#domain/_shared/mail-address.js';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { sha256 } from '#lib/crypto.js';
import type { Platform } from '#operations/platform.js';

/** Mails with links that anybody can have sent to an address. */
const MAILS = 10;
const SECONDS = 3_600;

/** Counts one more mail to an address; false when it has had enough for this hour. */
export type RecipientLimit = (email: string) => Promise<boolean>;

export function createRecipientLimit({
  knex,
  config,
  logger,
}: Pick<Platform, 'knex' | 'config' | 'logger'>): RecipientLimit {
  if (config.RATE_LIMIT_FACTOR === 0) return () => Promise.resolve(true);
  const limiter = new RateLimiterPostgres({
    points: Math.max(1, Math.round(MAILS * config.RATE_LIMIT_FACTOR)),
    duration: SECONDS,
    keyPrefix: 'recipient',
    storeClient: knex,
    storeType: 'knex',
    tableName: 'rate_limits',
    tableCreated: true,
  });
  return async (email) => {
    try {
      await limiter.consume(sha256(normalizeAddress(email)));
      return true;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      logger.warn('an address has had enough mails with links for this hour');
      return false;
    }
  };
}
