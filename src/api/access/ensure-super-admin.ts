import { normalizeAddress } from '#domain/_shared/mail-address.js';
import { hashPassword } from 'better-auth/crypto';
import { createAccessRepository } from '#db/access/access.repository.js';
import { createAccountsRepository } from '#db/accounts/accounts.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { SUPER_ADMIN } from '#domain/access/built-in-roles.js';
import { isCommonPassword } from '#lib/common-passwords.js';
import { ConfigError } from '#lib/config.js';
import type { Platform } from '#operations/platform.js';

/** Of the first administrator in production. It is looked at on first use alone, so that what runs already starts again. */
const LEAST_PASSWORD = 12;

/**
 * At the first start: makes the superAdmin of `ADMIN_EMAIL` and `ADMIN_PASSWORD`. Does nothing where one exists, also
 * when several processes start at once; a later change of the variables changes nobody's password.
 * @returns whether one was made
 */
export async function ensureSuperAdmin(
  platform: Pick<Platform, 'config' | 'knex' | 'unitOfWork' | 'audit' | 'clock'>,
): Promise<boolean> {
  const { config, knex, unitOfWork, audit, clock } = platform;
  const access = createAccessRepository(knex);
  const accounts = createAccountsRepository(knex);
  if (await access.otherSuperAdminExists(knex, null)) return false;
  if (config.production) assertUsable(config.ADMIN_PASSWORD);
  // A third of a second: before the transaction, not inside it.
  const passwordHash = await hashPassword(config.ADMIN_PASSWORD);
  const ctx = systemContext({ name: 'setup' }, clock.now());
  return unitOfWork.run(ctx, async (tx) => {
    await access.lock(tx);
    if (await access.otherSuperAdminExists(tx, null)) return false;
    const email = normalizeAddress(config.ADMIN_EMAIL);
    const userId = await accounts.putUserWithPassword(tx, { email, name: 'Administrator', passwordHash });
    const role = await access.builtInRole(tx, SUPER_ADMIN);
    await access.changeRoles(tx, userId, { give: [role.id], take: [] });
    await audit.record(tx, ctx, [
      { entity: 'user', entityId: userId, action: 'update', key: 'roles', before: [], after: [SUPER_ADMIN] },
    ]);
    return true;
  });
}

/** @throws ConfigError naming the rule; never the password */
export function assertUsable(password: string): void {
  if (password.length < LEAST_PASSWORD)
    throw new ConfigError(`ADMIN_PASSWORD must have at least ${LEAST_PASSWORD} characters in production`);
  if (isCommonPassword(password))
    throw new ConfigError('ADMIN_PASSWORD is one of the 10,000 commonest passwords: choose another');
}
