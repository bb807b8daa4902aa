import { sessionCookieOf, signSessionToken } from '#api/accounts/credentials.js';
import type { Container } from '#runtime/container.js';
import { randomToken, sha256 } from '#lib/crypto.js';
import type { VendorRole } from '#domain/vendors/vendor-role.js';
import { newId } from '#lib/ids.js';

type Deps = Pick<Container, 'knex' | 'config'>;

export interface UserOptions {
  email?: string;
  name?: string;
  emailVerified?: boolean;
  anonymous?: boolean;
}

export interface SessionOptions extends UserOptions {
  /** An existing user; a new one when undefined. */
  userId?: string;
  /** Names of roles that exist, `superAdmin` for instance. */
  roles?: string[];
  /** Given by its own role. */
  permissions?: string[];
  /** Makes the user a member of this vendor, which becomes the active one. */
  vendorId?: string;
  /** Within that vendor; owner when undefined. */
  vendorRole?: VendorRole;
  /** A minute ago for a session that is over; in a day when undefined. */
  expiresAt?: Date;
}

export interface TestSession {
  userId: string;
  email: string;
  sessionId: string;
  /** For `Authorization: Bearer`. */
  token: string;
  /** For the `Cookie` header. */
  cookie: string;
}

/** A user, written as a row: signing up would hash a password for a third of a second. */
export async function createUser(
  { knex }: Deps,
  options: UserOptions = {},
): Promise<{ userId: string; email: string }> {
  const userId = newId();
  const email = options.email ?? `user-${userId}@example.com`;
  await knex('accounts_users').insert({
    id: userId,
    email,
    name: options.name ?? 'Asha Rao',
    emailVerified: options.emailVerified ?? true,
    isAnonymous: options.anonymous ?? false,
  });
  return { userId, email };
}

/** Gives a user roles by name, and permissions by a role made for them. */
export async function grant(
  { knex }: Deps,
  userId: string,
  options: { roles?: string[]; permissions?: string[] },
): Promise<void> {
  const ids = (await knex('access_roles')
    .whereIn('name', options.roles ?? [])
    .pluck('id')) as string[];
  if (ids.length !== (options.roles ?? []).length)
    throw new Error(`Not all of these roles exist: ${String(options.roles)}`);
  if (options.permissions) {
    const id = newId();
    await knex('access_roles').insert({ id, name: `test-${id}`, permissions: options.permissions });
    ids.push(id);
  }
  if (ids.length > 0) await knex('access_user_roles').insert(ids.map((roleId) => ({ userId, roleId })));
}

/** Makes a user a member of a vendor; a vendor without an organization gets one. Returns the organization's id. */
export async function joinVendor(
  { knex }: Deps,
  userId: string,
  vendorId: string,
  role = 'owner',
): Promise<string> {
  const vendor = (await knex('vendors').where({ id: vendorId }).first('organizationId')) as
    | { organizationId: string | null }
    | undefined;
  if (!vendor) throw new Error(`There is no vendor ${vendorId}`);
  const organizationId = vendor.organizationId ?? newId();
  if (!vendor.organizationId) {
    await knex('accounts_organizations').insert({ id: organizationId, name: 'Vendor', slug: organizationId });
    await knex('vendors').where({ id: vendorId }).update({ organizationId });
  }
  await knex('accounts_members')
    .insert({ organizationId, userId, role })
    .onConflict(['organizationId', 'userId'])
    .ignore();
  return organizationId;
}

/** A signed-in user with what a test needs them to be, in both forms of the token. */
export async function createSession(deps: Deps, options: SessionOptions = {}): Promise<TestSession> {
  const { knex, config } = deps;
  const { userId, email } = options.userId
    ? { userId: options.userId, email: options.email ?? '' }
    : await createUser(deps, options);
  await grant(deps, userId, options);
  const organizationId = options.vendorId
    ? await joinVendor(deps, userId, options.vendorId, options.vendorRole)
    : null;
  const sessionId = newId();
  // The library's tokens are letters and digits alone.
  const token = randomToken(24).replace(/[^A-Za-z0-9]/g, 'x');
  await knex('accounts_sessions').insert({
    id: sessionId,
    tokenHash: sha256(token),
    userId,
    expiresAt: options.expiresAt ?? new Date(Date.now() + 86_400_000),
    activeOrganizationId: organizationId,
    activeVendorId: options.vendorId ?? null,
  });
  const cookie = `${sessionCookieOf(config)}=${encodeURIComponent(signSessionToken(token, config.AUTH_SECRET))}`;
  return { userId, email, sessionId, token, cookie };
}

/** Makes a session one that was signed in so many minutes ago. */
export async function signInAgo({ knex }: Deps, { sessionId }: TestSession, minutes: number): Promise<void> {
  const createdAt = new Date(Date.now() - minutes * 60_000);
  await knex('accounts_sessions').where({ id: sessionId }).update({ createdAt });
}
