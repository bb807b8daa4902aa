import type { z } from 'zod';
import { requireUser } from '#api/kernel/require.js';
import { iso } from '#api/kernel/values.js';
import { createAccountsRepository } from '#db/accounts/accounts.repository.js';
import { createVendorsRepository } from '#db/vendors/vendors.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { SUPPORT_MINUTES } from '#domain/vendors/support.js';
import type { Platform } from '#operations/platform.js';
import type { vendorSupportSchema } from './vendors.schemas.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'principals'>;

/** Operators look at the panel of a vendor as its owner sees it; who looked, and when, stands in the audit log. */
export function createVendorSupportService({ unitOfWork, knex, audit, principals }: Deps) {
  const accounts = createAccountsRepository(knex);
  const vendors = createVendorsRepository(knex);

  return {
    /** Of this session alone, for an hour. @throws AppError NOT_FOUND */
    async open(ctx: Context, vendorId: string): Promise<z.input<typeof vendorSupportSchema>> {
      const userId = requireUser(ctx);
      const opened = await unitOfWork.run(ctx, async (tx) => {
        const vendor = await vendors.lock(tx, vendorId);
        if (!vendor) throw platformErrors.notFound({ entity: 'Vendor' });
        const until = await accounts.setSupport(tx, ctx.sessionId ?? '', vendorId, SUPPORT_MINUTES);
        if (!until) throw platformErrors.unauthorized();
        await audit.record(tx, ctx, [
          {
            entity: 'vendor',
            entityId: vendorId,
            action: 'support_open',
            vendorId,
            after: { until: iso(until) },
          },
        ]);
        return { vendorId, displayName: vendor.displayName, status: vendor.status, until: iso(until) };
      });
      principals.forget(userId);
      return opened;
    },

    /** A repeat changes nothing. @throws AppError NOT_FOUND */
    async close(ctx: Context, vendorId: string): Promise<null> {
      const userId = requireUser(ctx);
      if (ctx.support?.vendorId !== vendorId) {
        if (!(await vendors.find(vendorId))) throw platformErrors.notFound({ entity: 'Vendor' });
        return null;
      }
      await unitOfWork.run(ctx, async (tx) => {
        await accounts.setSupport(tx, ctx.sessionId ?? '', null);
        await audit.record(tx, ctx, [
          { entity: 'vendor', entityId: vendorId, action: 'support_close', vendorId },
        ]);
      });
      principals.forget(userId);
      return null;
    },
  };
}

export type VendorSupportService = ReturnType<typeof createVendorSupportService>;
