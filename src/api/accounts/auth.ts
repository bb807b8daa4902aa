import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { anonymous } from 'better-auth/plugins/anonymous';
import { bearer } from 'better-auth/plugins/bearer';
import { magicLink } from 'better-auth/plugins/magic-link';
import { organization } from 'better-auth/plugins/organization';
import type { AccountsRepository } from '#db/accounts/accounts.repository.js';
import type { createAuthPool } from '#db/kernel/auth-pool.js';
import { requestedLocale } from '#operations/mail/offered-locales.js';
import type { Platform } from '#operations/platform.js';
import { addressOf } from '#api/kernel/middleware/rate-limit.js';
import { sha256 } from '#lib/crypto.js';
import { isId, newId } from '#lib/ids.js';
import type { AccountRemoval, GuestLink } from './account-removal.js';
import { addressHash } from './account-guesses.js';
import { authDatabase } from './auth-database.js';
import { authHooks } from './auth-hooks.js';
import { authLogger } from './auth-logger.js';
import type { AuthMails } from './auth-mails.js';
import { anonymousColumns, authTables, organizationTables } from './auth-schema.js';
import { ADDRESS_HEADER } from './auth-router.js';
import type { SessionTokens } from './session-tokens.js';
import { isEndedLink } from './signed-links.js';
import { suspendedVendorHooks } from './suspended-vendor-hooks.js';
import { SESSION_COOKIE, sessionCookieOf } from './credentials.js';
import { trustedOrigins } from './trusted-origins.js';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

export interface AuthDeps extends Pick<Platform, 'config' | 'settings' | 'principals' | 'logger'> {
  pool: ReturnType<typeof createAuthPool>;
  tokens: SessionTokens;
  accounts: AccountsRepository;
  mails: AuthMails;
  removal: AccountRemoval;
  onLink: GuestLink;
  /** Gives a user the orders that guests placed with the user's verified address. */
  claimOrders: (userId: string) => Promise<void>;
  /** Mails a link to set a password. */
  sendPasswordLink: (email: string) => Promise<void>;
  /** Whether a call comes with a link that was given up for a later one. */
  isSupersededLink: (call: {
    path?: string;
    query?: unknown;
    body?: unknown;
    params?: unknown;
  }) => Promise<boolean>;
  passwords?: Passwords;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
  /**
   * Runs `work` with the hash of a password made before it, which `hash` then returns: the library hashes inside of its
   * transaction.
   */
  ahead?<T>(password: string, work: () => Promise<T>): Promise<T>;
}

/** Ways of signing in that return the session as JSON: the client asks for the code next. */
const asksForCode: ReadonlySet<string> = new Set(['/sign-in/email', '/magic-link/verify']);

interface Person {
  id: string;
  email: string;
  name: string;
}
const recipient = ({ id, email, name }: Person) => ({ userId: id, email, name });

/** How better-auth is set up: sign-up to deletion by mail links, guests, vendors as organizations. */
export function authOptions(deps: AuthDeps) {
  const { config, mails, removal } = deps;
  return {
    appName: 'Haat',
    baseURL: config.PUBLIC_API_BASE_URL,
    basePath: '/auth',
    secret: config.AUTH_SECRET,
    database: authDatabase(deps.pool, deps.tokens),
    trustedOrigins: () => trustedOrigins(deps),
    telemetry: { enabled: false },
    // Ours hold across processes: see auth-router.ts.
    rateLimit: { enabled: false },
    logger: authLogger(deps.logger),
    // Refusals it sends itself; anything else is for auth-failures.ts to send, and to log.
    onAPIError: { throw: true },
    advanced: {
      cookiePrefix: SESSION_COOKIE.split('.')[0],
      cookies: { session_token: { name: sessionCookieOf(config) } },
      // The library's own prefix promises less than `__Host-`; what that asks for is set here.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: config.PUBLIC_API_BASE_URL.startsWith('https:') },
      // Not guessed from the environment: the check is on in tests too.
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: 'uuid' },
    },
    // Vendors are made, named and closed by the platform, their organization with them.
    disabledPaths: [
      '/organization/create',
      '/organization/update',
      '/organization/delete',
      '/organization/check-slug',
    ],

    user: {
      ...authTables.user,
      additionalFields: {
        // Of mails. What a sign-up returns is the same with it and without.
        locale: { type: 'string', required: false, returned: false },
      },
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: ({ user, newEmail, url, token }) =>
          mails.sendLink('auth.change_email', recipient(user), { url, token, newEmail }),
      },
      deleteUser: {
        enabled: true,
        sendDeleteAccountVerification: ({ user, url, token }) =>
          mails.sendLink('auth.delete_account', recipient(user), { url, token }),
        beforeDelete: (user) => removal.prepareDeletion(user.id),
      },
    },
    session: {
      ...authTables.session,
      expiresIn: 30 * DAY,
      updateAge: DAY,
      additionalFields: {
        activeVendorId: { type: 'string', required: false, input: false, fieldName: 'active_vendor_id' },
        secondFactorPending: {
          type: 'boolean',
          required: false,
          input: false,
          returned: false,
          fieldName: 'second_factor_pending',
        },
        noVendor: { type: 'boolean', required: false, input: false, returned: false, fieldName: 'no_vendor' },
      },
    },
    account: authTables.account,
    // Tokens of links are kept as hashes: a reader of the table cannot sign in with them.
    verification: { ...authTables.verification, storeIdentifier: 'hashed' },
    databaseHooks: authHooks({
      ...deps,
      localeOf: (asked) => requestedLocale(deps.settings, asked),
      hashOf: (address) => addressHash(addressOf({ ip: address }), config.AUTH_SECRET),
    }),

    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 8,
      password: deps.passwords,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: 60 * MINUTE,
      sendResetPassword: async ({ user, url, token }) => {
        await deps.accounts.endOlderLinks(user.id);
        await mails.sendLink('auth.reset_password', recipient(user), { url, token });
      },
      onPasswordReset: async ({ user }) => {
        // Also where this is the first password, which no trigger takes for a change.
        await deps.accounts.endLinks(user.id);
        await mails.sendNotice('auth.password_changed', recipient(user), newId());
      },
      // A user who signed up, lost the mail and signs up again gets a link that proves the address and sets the password.
      onExistingUserSignUp: async ({ user }) => {
        if (!user.emailVerified) await deps.sendPasswordLink(user.email);
      },
      // What a sign-up with a taken address returns must look like any other.
      customSyntheticUser: ({ coreFields, additionalFields }) => ({
        ...coreFields,
        isAnonymous: false,
        ...additionalFields,
        id: newId(),
      }),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      expiresIn: DAY,
      sendVerificationEmail: ({ user, url, token }) =>
        mails.sendLink('auth.verification', recipient(user), { url, token }),
      afterEmailVerification: async (user) => {
        await mails.sendNotice('auth.welcome', recipient(user), user.id);
        await deps.claimOrders(user.id);
      },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        if (await deps.isSupersededLink(ctx)) {
          const message = 'The link is no longer valid: a later one was requested';
          throw new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN', message });
        }
        if (ctx.path === '/verify-email') {
          const { token } = (ctx.query ?? {}) as { token?: unknown };
          if (typeof token !== 'string' || !(await isEndedLink(deps.accounts, token))) return;
          // The library refuses it as it does any other, after its own check of where it redirects to.
          return { context: { query: { ...ctx.query, token: 'ended' } } };
        }
        if (ctx.path !== '/revoke-session') return;
        // Lists name sessions by their ids; the holder of a token may still name it.
        const { token } = (ctx.body ?? {}) as { token?: unknown };
        if (typeof token !== 'string' || !isId(token)) return;
        // Whose it is the library looks at itself.
        const hash = await deps.accounts.tokenHashOf(token);
        const { name } = ctx.context.authCookies.sessionToken;
        const own = (await ctx.getSignedCookie(name, ctx.context.secret)) || undefined;
        const named = hash !== undefined && own !== undefined && sha256(own) === hash ? own : undefined;
        return { context: { body: { token: named ?? (hash && deps.tokens.handleOf(hash)) ?? token } } };
      }),
      after: createAuthMiddleware(async (ctx) => {
        const { user } = (ctx.context.returned ?? {}) as { user?: Person };
        if (ctx.path === '/change-password' && user) {
          await mails.sendNotice('auth.password_changed', recipient(user), newId());
          // Asked for, the library has done so itself, and has given the caller a new session.
          const { revokeOtherSessions } = (ctx.body ?? {}) as { revokeOtherSessions?: unknown };
          const current = revokeOtherSessions === true ? null : ctx.context.session;
          if (current) await deps.accounts.endOtherSessions(current.user.id, current.session.id);
        }
        const signedIn = ctx.context.newSession?.session;
        if (signedIn && asksForCode.has(ctx.path) && user) {
          const secondFactorPending = signedIn['secondFactorPending'] === true;
          return ctx.json({ ...(ctx.context.returned as object), secondFactorPending });
        }
        if (ctx.path === '/list-sessions' && Array.isArray(ctx.context.returned))
          return ctx.json(ctx.context.returned.map((session: object) => ({ ...session, token: undefined })));
      }),
    },
    plugins: [
      bearer(),
      magicLink({
        expiresIn: 15 * MINUTE,
        sendMagicLink: ({ email, url, token }) =>
          mails.sendLink('auth.magic_link', { email }, { url, token }),
      }),
      anonymous({
        schema: anonymousColumns,
        generateName: () => 'Guest',
        // We remove the guest ourselves, once everything they have was handed over.
        disableDeleteAnonymousUser: true,
        onLinkAccount: async ({ anonymousUser, newUser }) => {
          const guest = anonymousUser.user.id;
          if (newUser.user.id !== guest && newUser.user['isAnonymous'] !== true) {
            await removal.linkGuest(guest, newUser.user.id, deps.onLink);
          }
        },
      }),
      organization({
        schema: organizationTables,
        allowUserToCreateOrganization: false,
        disableOrganizationDeletion: true,
        requireEmailVerificationOnInvitation: true,
        organizationHooks: suspendedVendorHooks(deps.accounts),
        sendInvitationEmail: ({ id, email, organization: { name }, inviter }) =>
          mails.sendInvitation({ id, email, vendorName: name, inviter: inviter.user }),
      }),
    ],
  } satisfies BetterAuthOptions;
}

export function createAuth(deps: AuthDeps) {
  return betterAuth(authOptions(deps));
}

export type Auth = ReturnType<typeof createAuth>;
