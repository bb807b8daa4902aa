import { requireUser } from '#api/kernel/require.js';
import type { Context } from '#domain/_shared/context.js';
import { wishlistsErrors } from '#domain/wishlists/wishlists.errors.js';

/** The user of a session that has an account. @throws AppError UNAUTHORIZED for nobody, FORBIDDEN for guests */
export function requireCustomer(ctx: Context): string {
  const userId = requireUser(ctx);
  if (ctx.anonymous) throw wishlistsErrors.guestsHaveNone();
  return userId;
}
