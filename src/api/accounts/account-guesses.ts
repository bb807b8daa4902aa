import { normalizeAddress } from '#domain/_shared/mail-address.js';
import type { Request, RequestHandler } from 'express';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Authenticator } from '#api/kernel/principal.js';
import { addressOf, giveBack } from '#api/kernel/middleware/rate-limit.js';
import { tooMany } from '#api/kernel/too-many.js';
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

/** Operations of a signed-in user that say whether a password is right. */
const ownPassword = /^\/auth\/(verify-password|change-password|delete-user)$/;

/**
 * Keeps the password of one account from being guessed from many addresses, at sign-in and by who holds one of its
 * sessions: both count together. A user who has signed in to it from an address
 * within 30 days goes on from there; resets and links by mail are not held back. An address without an account is
 * answered alike.
 */
export function createAccountGuesses(options: {
  knex: Knex;
  accounts: Pick<AccountsRepository, 'isKnownAddress'>;
  secret: string;
  factor: number;
  authenticator: Authenticator;
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
      const email = await accountOf(request, options.authenticator);
      if (email === undefined) return next();
      const key = sha256(normalizeAddress(email));
      try {
        // Counted before it is tried, so that guesses at once are counted too; given back when it was right.
        await limiter.consume(key);
        giveBack(response, limiter, key, isRight(request.path));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        const known = await options.accounts.isKnownAddress(
          normalizeAddress(email),
          addressHash(addressOf(request), options.secret),
        );
        if (!known) throw tooMany(refusal);
      }
      next();
    },
  ];
}

/** The e-mail address of the account whose password a request names; undefined where it names none. */
async function accountOf(request: Request, authenticator: Authenticator): Promise<string | undefined> {
  const { email, password, currentPassword } = (request.body ?? {}) as Record<string, unknown>;
  if (request.path === '/auth/sign-in/email') return typeof email === 'string' ? email : undefined;
  if (!ownPassword.test(request.path) || (password ?? currentPassword) === undefined) return undefined;
  const principal = await authenticator.authenticate(request.headers, request.ip);
  return principal?.kind === 'session' ? (principal.email ?? undefined) : undefined;
}

/** A wrong password is 401 at sign-in; with a session it is 400, as is whatever else is wrong with the request. */
function isRight(path: string): (status: number) => boolean {
  return (status) => (ownPassword.test(path) ? status !== 400 : status !== 401);
}
