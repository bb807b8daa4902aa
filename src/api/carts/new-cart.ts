import type { Context } from '#domain/_shared/context.js';
import { newId } from '#lib/ids.js';

/** An empty cart of the caller, with the address of the account; a guest enters one later. */
export function newCartOf(
  ctx: Context,
  userId: string,
): { id: string; userId: string; email: string | null } {
  return { id: newId(), userId, email: ctx.anonymous ? null : (ctx.email ?? null) };
}
