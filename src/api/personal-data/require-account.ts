import { requireUser } from '#api/kernel/require.js';
import type { Context } from '#domain/_shared/context.js';
import { personalDataErrors } from '#domain/personal-data/personal-data.errors.js';

/** The user of a session. @throws AppError UNAUTHORIZED, FORBIDDEN for guests */
export function requireAccount(ctx: Context): string {
  const userId = requireUser(ctx);
  if (ctx.anonymous) throw personalDataErrors.guestsHaveNoFile();
  return userId;
}
