import { APIError } from 'better-auth/api';
import type { BetterAuthOptions } from 'better-auth';
import type { AccountsRepository } from '#db/accounts/accounts.repository.js';
import { deviceName } from '#domain/accounts/device-name.js';
import { isNoAddress, isOneLine, NAME_RULE } from '#domain/_shared/one-line.js';
import type { Principals } from '#operations/accounts/principals.js';
import type { AuthMails } from './auth-mails.js';

const LONGEST_NAME = 200;

/** Mails begin with the recipient's name; a stranger may have typed it. */
function isPlainName(name: string): boolean {
  return isOneLine(name) && isNoAddress(name);
}

function assertName(user: { name?: string | null }): void {
  // Left out, it stays as it is; null would take it away.
  if (user.name === null) {
    throw new APIError('BAD_REQUEST', { code: 'NAME_MISSING', message: 'A name is a text' });
  }
  if (typeof user.name === 'string' && user.name.trim() === '') {
    throw new APIError('BAD_REQUEST', { code: 'NAME_MISSING', message: 'A name must not be empty' });
  }
  if (!isPlainName(user.name ?? '')) {
    throw new APIError('BAD_REQUEST', { code: 'NAME_NOT_PLAIN', message: `A name ${NAME_RULE}` });
  }
  if ((user.name ?? '').length > LONGEST_NAME) {
    throw new APIError('BAD_REQUEST', {
      code: 'NAME_TOO_LONG',
      message: `A name has at most ${LONGEST_NAME} characters`,
    });
  }
}

/**
 * Whether the library takes the active organization away only because somebody named one that is not theirs. A look
 * at a foreign organization must not change the session of who looks.
 */
function asksForForeign(context: { path?: string; body?: unknown } | null): boolean {
  if (context?.path === '/organization/get-full-organization') return true;
  const { organizationId } = (context?.body ?? {}) as { organizationId?: unknown };
  return context?.path === '/organization/set-active' && organizationId !== null;
}

const LONGEST_IMAGE = 2_000;

/** It becomes the address of a picture on pages of others. */
function assertImage({ image }: { image?: string | null }): void {
  if (image === undefined || image === null) return;
  const isWeb = typeof image === 'string' && URL.canParse(image) && /^https?:$/.test(new URL(image).protocol);
  if (isWeb && image.length <= LONGEST_IMAGE) return;
  throw new APIError('BAD_REQUEST', {
    code: 'IMAGE_NOT_A_WEB_ADDRESS',
    message: `An image must be a http or https address of at most ${LONGEST_IMAGE} characters`,
  });
}

/** Anybody may write anything into it. */
function namedLocale(user: Record<string, unknown>): string | undefined {
  const { locale } = user;
  return typeof locale === 'string' ? locale : undefined;
}

/** What happens around the rows that better-auth writes. */
export function authHooks(deps: {
  accounts: AccountsRepository;
  principals: Principals;
  mails: AuthMails;
  /** How the address of a session is kept. */
  hashOf: (address: string) => string;
  /** Gives a user the orders that guests placed with the user's verified address. */
  claimOrders: (userId: string) => Promise<void>;
  /** The language that a request names or accepts, where mails come in it. */
  localeOf: (asked: { named?: string; accepted?: string }) => string | null;
}): NonNullable<BetterAuthOptions['databaseHooks']> {
  const { accounts, principals, mails } = deps;
  // The live channel reaches all processes a moment later; the next request to this one may come sooner.
  const forget = (userId: string | undefined) => {
    if (userId) principals.forget(userId);
    return Promise.resolve();
  };

  return {
    user: {
      create: {
        before: async (user, context) => {
          // A link that signs in its reader asks for no name.
          if (context?.path !== '/magic-link/verify' || user.name !== '') assertName(user);
          assertImage(user);
          const accepted = context?.headers?.get('accept-language') ?? undefined;
          return { data: { ...user, locale: deps.localeOf({ named: namedLocale(user), accepted }) } };
        },
        after: async (user) => {
          const guest = user['isAnonymous'] === true;
          // By a magic link the address is proven from the start; others are welcomed once they have verified it.
          if (user.emailVerified && !guest) {
            await mails.sendNotice(
              'auth.welcome',
              { userId: user.id, email: user.email, name: user.name },
              user.id,
            );
          }
        },
      },
      update: {
        before: async (user) => {
          assertName(user);
          assertImage(user);
          return 'locale' in user
            ? { data: { ...user, locale: deps.localeOf({ named: namedLocale(user) }) } }
            : undefined;
        },
        after: (user) => forget(user?.id),
      },
      delete: { after: (user) => forget(user?.id) },
    },
    session: {
      create: {
        before: async (session) => {
          const { banned, organizationIds } = await accounts.signInDetails(session.userId);
          if (banned) throw new APIError('FORBIDDEN', { code: 'BANNED', message: 'This account is closed' });
          // A member of one vendor alone need not choose it first.
          const [only, another] = organizationIds;
          return only && !another ? { data: { activeOrganizationId: only } } : undefined;
        },
        after: async ({ userId, ipAddress, userAgent }) => {
          await deps.claimOrders(userId);
          if (!ipAddress) return;
          const hashes = {
            address: deps.hashOf(ipAddress),
            device: deps.hashOf(`device ${deviceName(userAgent)}`),
          };
          const user = await accounts.recordOrigin(userId, hashes);
          if (user) await mails.sendNewOrigin({ userId, ...user }, { address: ipAddress, userAgent });
        },
      },
      update: {
        before: async (session, context) => {
          if (!('activeOrganizationId' in session)) return undefined;
          if (session['activeOrganizationId'] === null && asksForForeign(context)) return false;
          // Choosing an organization, or none, takes back the choice of a vendor.
          const noVendor =
            session['activeOrganizationId'] === null && context?.path === '/organization/set-active';
          return { data: { activeVendorId: null, noVendor } };
        },
        after: (session) => forget(session?.userId),
      },
      delete: { after: (session) => forget(session?.userId) },
    },
  };
}
