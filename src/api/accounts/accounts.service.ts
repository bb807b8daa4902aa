import type { z } from 'zod';
import { requireUser } from '#api/kernel/require.js';
import { iso } from '#api/kernel/values.js';
import { createAccountsRepository } from '#db/accounts/accounts.repository.js';
import { meQuery } from '#db/accounts/me.query.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { localeName, nearestLocale } from '#domain/mail/locales.js';
import { offeredLocales } from '#operations/mail/offered-locales.js';
import type { Platform } from '#operations/platform.js';
import type { meSchema } from './accounts.schemas.js';

type Me = z.infer<typeof meSchema>;

export function createAccountsService({
  knex,
  unitOfWork,
  principals,
  settings,
}: Pick<Platform, 'knex' | 'unitOfWork' | 'principals' | 'settings'>) {
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
        locale: row.locale,
      },
      locales: offeredLocales(settings).map((locale) => ({ locale, name: localeName(locale) })),
      roles,
      activeVendor: vendors.find((vendor) => vendor.id === vendorId) ?? null,
      vendors,
      support: ctx.support ? { ...ctx.support, until: iso(ctx.support.until) } : null,
    };
  }

  return {
    me: (ctx: Context): Promise<Me> => read(ctx, ctx.vendorId),

    /** Chooses the language of the caller's mails, null that of the store. @throws AppError VALIDATION_ERROR */
    async setLocale(ctx: Context, asked: string | null): Promise<Me> {
      const userId = requireUser(ctx);
      const offered = offeredLocales(settings);
      const locale = asked === null ? null : nearestLocale(asked, offered);
      if (locale === undefined) {
        const message = `must be one of ${offered.join(', ')}`;
        throw platformErrors.validation(
          {},
          { errors: [{ path: 'body.locale', message, code: 'invalid_value' }] },
        );
      }
      await unitOfWork.run(ctx, (tx) => repository.setLocale(tx, userId, locale));
      return read(ctx, ctx.vendorId);
    },

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
