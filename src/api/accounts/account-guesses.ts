import type { RequestHandler } from 'express';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { addressOf, tooMany } from '#api/kernel/middleware/rate-limit.js';
import type { AccountsRepository } from '#db/accounts/accounts.repository.js';
import type { Knex } from '#db/kernel/knex.js';
import { hmacSha256, sha256 } from '#lib/crypto.js';

/** Wrong passwords for one e-mail address, from wherever they come. */
const GUESSES = 10;
const SECONDS = 15 * 60;

/** How an address is kept. */
export function addressHash(address: string, secret: string): string {
  return hmacSha256(`address ${address}`, secret);
}

/**
 * Keeps the password of one account from being guessed from many addresses. A user who has signed in to it from an address
 * within 30 days goes on from there; resets and links by mail are not held back. An address without an account is
 * answered alike.
 */
export function createAccountGuesses(options: {
  knex: Knex;
  accounts: Pick<AccountsRepository, 'isKnownAddress'>;
  secret: string;
  factor: number;
}): RequestHandler[] {
  if (options.factor === 0) return [];
  const limiter = new RateLimiterPostgres({
    points: Math.max(1, Math.round(GUESSES * options.factor)),
    duration: SECONDS,
    keyPrefix: 'account',
    storeClient: options.knex,
    storeType: 'knex',
    tableName: 'rate_limits',
    tableCreated: true,
  });

  return [
    async (request, response, next) => {
      const { email } = (request.body ?? {}) as { email?: unknown };
      if (request.path !== '/auth/sign-in/email' || typeof email !== 'string') return next();
      const key = sha256(email.trim().toLowerCase());
      try {
        // Counted before it is tried, so that guesses at once are counted too; given back when it was right.
        await limiter.consume(key);
        response.on('finish', () => {
          if (response.statusCode !== 401) void limiter.reward(key).catch(() => undefined);
        });
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const known = await options.accounts.isKnownAddress(
          email.trim(),
          addressHash(addressOf(request), options.secret),
        );
        if (!known) throw tooMany(refusal);
      }
      next();
    },
  ];
}
