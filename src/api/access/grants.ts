import { requireUser } from '#api/kernel/require.js';
import type { AccessRepository } from '#db/access/access.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { Permission } from '#domain/_shared/permission.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { accessErrors } from '#domain/access/access.errors.js';

/**
 * What the caller holds at this moment. Changes of rights wait for each other here, and what the request was let in
 * with may be gone by then: somebody who was just removed can hand out nothing any more.
 * @throws AppError FORBIDDEN when `needed` is gone
 */
export async function currentPermissions(
  tx: Tx,
  ctx: Context,
  access: AccessRepository,
  needed: Permission,
): Promise<ReadonlySet<string>> {
  await access.lock(tx);
  const held = await access.heldBy(tx, requireUser(ctx));
  if (!held.has(needed)) throw platformErrors.forbidden({ permission: needed });
  return held;
}

/** @throws AppError FORBIDDEN naming what the caller does not hold */
export function assertHolds(held: ReadonlySet<string>, wanted: Iterable<string>): void {
  const missing = [...wanted].filter((permission) => !held.has(permission));
  if (missing.length > 0) throw accessErrors.permissionNotHeld({ permissions: missing.join(', ') });
}
