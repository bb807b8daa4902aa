import type { AppParts } from '#api/app.js';
import { createMergeCarts } from '#api/carts/merge-carts.js';
import { createRateLimiters } from '#api/middleware/rate-limit.js';
import { createAccessRepository } from '#db/access/access.repository.js';
import { createAccountsRepository } from '#db/accounts/accounts.repository.js';
import { createAuthPool } from '#db/accounts/auth-pool.js';
import type { Container } from '#lib/container.js';
import { createAccountRemoval, type GuestLink } from './account-removal.js';
import { createAuth } from './auth.js';
import { createAuthMails } from './auth-mails.js';
import { answerFailures } from './auth-failures.js';
import { mountAuth } from './auth-router.js';
import { createAuthenticator } from './authenticator.js';

export interface AccountsOptions {
  /** Called when a guest signs in, before the guest is removed. By default carts and orders are handed over. */
  onLink?: GuestLink;
}

/** Everything about who somebody is: `/auth/*`, and the authenticator of all other routes. */
export function createAccounts(container: Container, options: AccountsOptions = {}): AppParts {
  const { config, logger, knex, principals } = container;
  const pool = createAuthPool({
    url: config.DATABASE_URL,
    onError: (error) => logger.warn({ err: error }, 'an idle connection of better-auth broke'),
  });
  container.onStop(() => pool.end());
  const accounts = createAccountsRepository(knex);
  const removal = createAccountRemoval({ ...container, accounts, access: createAccessRepository(knex) });
  const auth = createAuth({
    ...container,
    pool,
    accounts,
    removal,
    mails: createAuthMails(container),
    onLink: options.onLink ?? createMergeCarts(container),
  });
  return {
    authenticator: createAuthenticator({ principals, secret: config.AUTH_SECRET }),
    before: (app) =>
      mountAuth(app, {
        handler: answerFailures(auth.handler, logger),
        rateLimiters: createRateLimiters({ knex, factor: config.RATE_LIMIT_FACTOR }),
      }),
  };
}
