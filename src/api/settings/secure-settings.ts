import type { Context } from '#domain/_shared/context.js';
import { SECURE_SETTINGS, type Setting } from '#domain/_shared/setting.js';
import { settingsErrors } from '#domain/settings/settings.errors.js';

/** How long after signing in a session may change secure settings: one that was left open or stolen cannot. */
const FRESH_MS = 10 * 60_000;

export function isSecure(setting: Setting<unknown>): boolean {
  return setting.permission === SECURE_SETTINGS;
}

/**
 * Holds the settings that a request would change against what their own declarations ask for.
 * @throws AppError FORBIDDEN for a missing permission, an API key, or a session older than ten minutes
 */
export function assertMayChange(ctx: Context, settings: readonly Setting<unknown>[]): void {
  for (const { key, permission } of settings) {
    if (!ctx.permissions.has(permission)) throw settingsErrors.permissionNeeded({ key, permission });
  }
  const secure = settings.find(isSecure);
  if (secure) assertFreshSession(ctx, secure.key);
}

/** The same for what counts as a secure setting without being one. @throws AppError FORBIDDEN */
export function assertMayChangeSecurely(ctx: Context, key: string): void {
  if (!ctx.permissions.has(SECURE_SETTINGS))
    throw settingsErrors.permissionNeeded({ key, permission: SECURE_SETTINGS });
  assertFreshSession(ctx, key);
}

function assertFreshSession(ctx: Context, key: string): void {
  const signedInAt = ctx.signedInAt?.getTime() ?? -Infinity;
  if (ctx.now.getTime() - signedInAt > FRESH_MS) throw settingsErrors.freshSessionNeeded({ key });
}
