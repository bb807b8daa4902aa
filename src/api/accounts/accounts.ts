import type { AppParts } from '#api/app.js';
import { createMergeCarts } from '#api/carts/merge-carts.js';
import { createClaimGuestOrders } from '#api/orders/claim-guest-orders.js';
import { createRateLimiters } from '#api/kernel/middleware/rate-limit.js';
import { createAccessRepository } from '#db/access/access.repository.js';
import { createAccountsRepository } from '#db/accounts/accounts.repository.js';
import { createAuthPool } from '#db/kernel/auth-pool.js';
import { createUtf8Mail } from '#operations/mail/utf8-mail.js';
import type { Platform } from '#operations/platform.js';
import { createAccountRemoval, type GuestLink } from './account-removal.js';
import { type Auth, createAuth, type Passwords } from './auth.js';
import { createAuthMails } from './auth-mails.js';
import { mapFailures } from './auth-failures.js';
import { createAccountPage } from './account-page.js';
import { accountPages } from './account-pages.js';
import { mountAuth } from './auth-router.js';
import { acceptEveryDomain, mailAddresses } from './mail-addresses.js';
import { refusePendingSessions, refuseStaleMemberChanges } from './pending-sessions.js';
import { createSessionTokens } from './session-tokens.js';
import { showLinkFailures } from './link-failures.js';
import { createAccountGuesses } from './account-guesses.js';
import { hashAhead } from './hash-ahead.js';
import { createPasswords } from './passwords.js';
import { createRecipientLimit } from './recipient-limit.js';
import { isSupersededLink } from './superseded-links.js';
import { sessionCookieOf } from './credentials.js';
import { createAuthenticator } from './authenticator.js';

export interface AccountsOptions {
  /** Called when a guest signs in, before the guest is removed. By default carts and orders are handed over. */
  onLink?: GuestLink;
  /** How passwords are hashed and verified. By default scrypt, by the library. */
  passwords?: Passwords;
}

/** Everything about who somebody is: `/auth/*`, and the authenticator of all other routes. */
export function createAccounts(platform: Platform, options: AccountsOptions = {}): AppParts {
  const { config, logger, knex, principals, clock } = platform;
  acceptEveryDomain();
  const pool = createAuthPool({
    url: config.DATABASE_URL,
    pooler: config.DATABASE_POOLER,
    onError: (error) => logger.warn({ err: error }, 'idle connection of better-auth broke'),
  });
  platform.onStop(() => pool.end());
  const accounts = createAccountsRepository(knex);
  const removal = createAccountRemoval({ ...platform, accounts, access: createAccessRepository(knex) });
  const tokens = createSessionTokens();
  const passwords = options.passwords ?? createPasswords();
  const auth: Auth = createAuth({
    sendPasswordLink: async (email) => void (await auth.api.requestPasswordReset({ body: { email } })),
    ...platform,
    pool,
    tokens,
    accounts,
    removal,
    passwords,
    mails: createAuthMails({ ...platform, mayMail: createRecipientLimit(platform) }),
    isSupersededLink: (call) => isSupersededLink(knex, call),
    onLink: options.onLink ?? createMergeCarts(platform),
    claimOrders: createClaimGuestOrders(platform),
  });
  const page = createAccountPage(platform);
  const rateLimiters = createRateLimiters({ knex, factor: config.RATE_LIMIT_FACTOR });
  const authenticator = createAuthenticator({
    principals,
    secret: config.AUTH_SECRET,
    cookieName: sessionCookieOf(config),
  });
  return {
    authenticator,
    before: (app) => {
      mountAuth(app, {
        handler: showLinkFailures(
          mapFailures(
            hashAhead(passwords, (request) => tokens.within(() => auth.handler(request))),
            logger,
          ),
          page,
        ),
        accountGuesses: [
          mailAddresses(createUtf8Mail(platform)),
          refusePendingSessions(authenticator),
          refuseStaleMemberChanges(authenticator, clock),
          ...createAccountGuesses({
            knex,
            accounts,
            authenticator,
            secret: config.AUTH_SECRET,
            factor: config.RATE_LIMIT_FACTOR,
          }),
        ],
        rateLimiters,
      });
      app.use(accountPages(platform, { auth, page, rateLimiters }));
    },
  };
}
