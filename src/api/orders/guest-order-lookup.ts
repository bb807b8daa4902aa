import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { readOrder } from '#db/orders/order.query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { normalizeOrderNumber } from '#domain/orders/order-number.js';
import { sha256 } from '#lib/crypto.js';
import type { Platform } from '#operations/platform.js';

/** Wrong e-mail addresses for one order number, from wherever they come. */
const GUESSES = 20;
const DAY_SECONDS = 24 * 3_600;

/**
 * Finds an order for a guest who knows its number and e-mail address. A number is looked at only so often a day, counted
 * before the look and given back when it was right; beyond that the response is that of an unknown order, so that it
 * does not tell which numbers exist.
 */
export function createGuestOrderLookup({ knex, config, ports }: Pick<Platform, 'knex' | 'config' | 'ports'>) {
  const limiter =
    config.RATE_LIMIT_FACTOR === 0
      ? undefined
      : new RateLimiterPostgres({
          points: Math.max(1, Math.round(GUESSES * config.RATE_LIMIT_FACTOR)),
          duration: DAY_SECONDS,
          keyPrefix: 'order',
          storeClient: knex,
          storeType: 'knex',
          tableName: 'rate_limits',
          tableCreated: true,
        });

  async function isExhausted(key: string): Promise<boolean> {
    try {
      await limiter?.consume(key);
      return false;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return true;
    }
  }

  /** @throws AppError NOT_FOUND */
  return async ({ orderNumber, email }: { orderNumber: string; email: string }) => {
    const number = (ports.orderNumbers?.normalize ?? normalizeOrderNumber)(orderNumber);
    const key = sha256(number);
    const exhausted = await isExhausted(key);
    const order = await readOrder(knex, { orderNumber: number, email });
    if (!order || exhausted) throw platformErrors.notFound({ entity: 'Order' });
    await limiter?.reward(key);
    return order;
  };
}

export type GuestOrderLookup = ReturnType<typeof createGuestOrderLookup>;
