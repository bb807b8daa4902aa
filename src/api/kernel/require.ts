import type { Context } from '#domain/_shared/context.js';
import type { Permission } from '#domain/_shared/permission.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';

/** The active vendor of a vendor session. @throws AppError FORBIDDEN when there is none. */
export function requireVendor(ctx: Context): string {
  if (!ctx.vendorId) throw platformErrors.noActiveVendor();
  return ctx.vendorId;
}

/** The user of a session. @throws AppError UNAUTHORIZED for API keys and nobody. */
export function requireUser(ctx: Context): string {
  if (!ctx.userId) throw platformErrors.unauthorized();
  return ctx.userId;
}

/**
 * For operations that need another permission for some requests; a route declares it as `alsoPermission`.
 * @throws AppError FORBIDDEN
 */
export function requirePermission(ctx: Pick<Context, 'permissions'>, permission: Permission): void {
  if (!ctx.permissions.has(permission)) throw platformErrors.forbidden({ permission });
}
