import type { Context } from '#domain/_shared/context.js';
import { SECURE_SETTINGS, type Setting } from '#domain/_shared/setting.js';
import type { SecretsFor } from '#domain/access/access.settings.js';
import { assertSignedInWithin, isSignedInWithin, RIGHTS_MINUTES } from '#domain/access/acts.js';
import { isGuarded, permissionToChange } from '#domain/settings/setting-guard.js';
import { settingsErrors } from '#domain/settings/settings.errors.js';

/**
 * Holds the settings that a request would change against what their own declarations ask for.
 * @param secretsFor who may change credentials: `access.secrets_for`
 * @throws AppError FORBIDDEN for a missing permission, an API key, or a session older than ten minutes
 */
export function assertMayChange(
  ctx: Context,
  settings: readonly Setting<unknown>[],
  secretsFor: SecretsFor,
): void {
  for (const setting of settings) {
    const permission = permissionToChange(setting, secretsFor);
    if (!ctx.permissions.has(permission))
      throw settingsErrors.permissionNeeded({ key: setting.key, permission });
  }
  const guarded = settings.find(isGuarded);
  if (guarded) assertFreshSession(ctx, guarded.key);
}

/** Whether the caller may see secrets in clear. Who may replace one need not read it. */
export function maySeeSecrets(ctx: Context): boolean {
  return ctx.permissions.has(SECURE_SETTINGS) && isFreshSession(ctx);
}

/** Whether a person signed in recently; never an API key. */
export function isFreshSession(ctx: Context): boolean {
  return isSignedInWithin(ctx, ctx.now, RIGHTS_MINUTES);
}

/** The same for what counts as a secure setting without being one. @throws AppError FORBIDDEN */
export function assertMayChangeSecurely(ctx: Context, key: string): void {
  if (!ctx.permissions.has(SECURE_SETTINGS))
    throw settingsErrors.permissionNeeded({ key, permission: SECURE_SETTINGS });
  assertFreshSession(ctx, key);
}

/** A session that was left open or stolen cannot. */
export function assertFreshSession(ctx: Context, key: string): void {
  assertSignedInWithin(ctx, { now: ctx.now, minutes: RIGHTS_MINUTES, what: `Changing ${key}` });
}
