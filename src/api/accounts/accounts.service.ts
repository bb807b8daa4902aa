import type { z } from 'zod';
import { requireUser } from '#api/kernel/require.js';
import { iso } from '#api/kernel/values.js';
import { createAccountsRepository } from '#db/accounts/accounts.repository.js';
import { meQuery } from '#db/accounts/me.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import type { Platform } from '#operations/platform.js';
import type { meSchema } from './accounts.schemas.js';

type Me = z.infer<typeof meSchema>;

export function createAccountsService({
  knex,
  unitOfWork,
  principals,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'principals'>) {
  const repository = createAccountsRepository(knex);

  async function read(ctx: Context, vendorId: string | undefined): Promise<Me> {
    const userId = requireUser(ctx);
    const row = await meQuery(knex, userId);
    if (!row) throw platformErrors.unauthorized();
    const { id, image, emailVerified, isAnonymous, roles, vendors } = row;
    return {
      user: {
        id,
        // A guest's name and address are made up.
        email: isAnonymous ? null : row.email,
        name: isAnonymous ? null : row.name,
        image,
        emailVerified,
        anonymous: isAnonymous,
        createdAt: iso(row.createdAt),
      },
      roles,
      activeVendor: vendors.find((vendor) => vendor.id === vendorId) ?? null,
      vendors,
      support: ctx.support ? { ...ctx.support, until: iso(ctx.support.until) } : null,
    };
  }

  return {
    me: (ctx: Context): Promise<Me> => read(ctx, ctx.vendorId),

    /** Makes a vendor of the user the session's active one, or none. @throws AppError NOT_FOUND for any other vendor */
    async switchVendor(ctx: Context, vendorId: string | null): Promise<Me> {
      const userId = requireUser(ctx);
      const session = { id: ctx.sessionId ?? '', userId };
      const switched = await unitOfWork.run(ctx, (tx) => repository.setActiveVendor(tx, session, vendorId));
      if (!switched) throw platformErrors.notFound({ entity: 'Vendor' });
      principals.forget(userId);
      return read(ctx, vendorId ?? undefined);
    },
  };
}
