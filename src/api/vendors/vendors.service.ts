import { requireVendor } from '#api/kernel/require.js';
import { createOrganizationsRepository } from '#db/accounts/organizations.repository.js';
import { raiseContentRevision } from '#db/kernel/content-revisions.js';
import type { AlsoWrite, Tx } from '#db/kernel/unit-of-work.js';
import { createVendorsRepository } from '#db/vendors/vendors.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { withStateCode } from '#domain/vendors/tax-identity.js';
import type { Vendor, VendorProfile, VendorTerms } from '#domain/vendors/vendor.js';
import { sellerKindOf } from '#domain/vendors/seller-kind.js';
import { vendorReactivated, vendorSellingChanged, vendorSuspended } from '#domain/vendors/vendors.events.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';
import { mailIdentityChange } from './identity-mails.js';
import { checkTaxIdentity } from './check-tax-identity.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox' | 'mail'>;

export function createVendorsService({ unitOfWork, knex, audit, outbox, mail }: Deps) {
  const repository = createVendorsRepository(knex);
  const organizations = createOrganizationsRepository();

  const notFound = () => platformErrors.notFound({ entity: 'Vendor' });

  async function get(vendorId: string): Promise<Vendor> {
    const vendor = await repository.find(vendorId);
    if (!vendor) throw notFound();
    return vendor;
  }

  /** Writes what `patchOf` makes of the vendor as it is, if that changes anything. */
  async function change(
    ctx: Context,
    vendorId: string,
    patchOf: (vendor: Vendor) => Partial<VendorProfile & VendorTerms>,
    alongWith: (
      tx: Tx,
      vendor: Vendor,
      changes: Partial<VendorProfile & VendorTerms>,
      before: Vendor,
    ) => Promise<void>,
    also?: AlsoWrite,
  ): Promise<Vendor> {
    return unitOfWork.run(ctx, async (tx) => {
      const vendor = await repository.lock(tx, vendorId);
      if (!vendor) throw notFound();
      await also?.(tx, vendorId);
      const after = changedFields(vendor, patchOf(vendor));
      if (Object.keys(after).length === 0) return vendor;
      const updated = await repository.update(tx, vendorId, { ...after, updatedAt: ctx.now });
      const before = fieldsBefore(vendor, after);
      await audit.record(tx, ctx, [
        { entity: 'vendor', entityId: vendorId, action: 'update', vendorId, before, after },
      ]);
      await alongWith(tx, updated, after, vendor);
      // Lists and pages of vendors in the store show names, of those alone that sell.
      if (after.displayName !== undefined || after.status !== undefined)
        raiseContentRevision(tx, 'vendor-pages');
      const sold = sellerKindOf(vendor) !== 'without_number';
      const sells = sellerKindOf(updated) !== 'without_number';
      if (sells !== sold) {
        raiseContentRevision(tx, 'vendor-pages');
        outbox.append(tx, ctx, vendorSellingChanged, vendorId, { vendorId, sells });
      }
      return updated;
    });
  }

  return {
    list: (query: ListQuery) => repository.list(query),

    /** @throws AppError NOT_FOUND */
    get,

    profile: (ctx: Context) => get(requireVendor(ctx)),

    /**
     * Fields that are undefined stay as they are; a GSTIN or an address of another state brings its state with it.
     * @throws AppError VALIDATION_ERROR where GSTIN, state code and address contradict each other
     */
    updateProfile: (ctx: Context, patch: Partial<VendorProfile>, also?: AlsoWrite) =>
      change(
        ctx,
        requireVendor(ctx),
        (vendor) => {
          const moved = patch.stateCode === undefined && (patch.gstin || patch.address);
          const { gstin = vendor.gstin, address = vendor.address } = patch;
          const { stateCode = moved ? null : vendor.stateCode } = patch;
          const identity = withStateCode({ gstin, stateCode, address });
          checkTaxIdentity(identity);
          return { ...patch, ...identity };
        },
        async (tx, vendor, { displayName, legalName, gstin }, before) => {
          if (displayName !== undefined) await organizations.rename(tx, vendor.organizationId, displayName);
          if (legalName !== undefined || gstin !== undefined)
            await mailIdentityChange({ mail }, tx, ctx, { before, after: vendor });
        },
        also,
      ),

    /** @throws AppError NOT_FOUND */
    updateTerms: (ctx: Context, vendorId: string, patch: Partial<VendorTerms>, also?: AlsoWrite) =>
      change(
        ctx,
        vendorId,
        () => patch,
        async (tx, _vendor, { status }) => {
          if (status === undefined) return;
          const event = status === 'suspended' ? vendorSuspended : vendorReactivated;
          outbox.append(tx, ctx, event, vendorId, { vendorId });
        },
        also,
      ),
  };
}

export type VendorsService = ReturnType<typeof createVendorsService>;
