import { assertMatch, entityTag } from '#api/kernel/entity-tag.js';
import { createOrganizationsRepository } from '#db/accounts/organizations.repository.js';
import { raiseContentRevision } from '#db/kernel/content-revisions.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { createVendorPagesRepository } from '#db/vendor-pages/vendor-pages.repository.js';
import { createVendorsRepository } from '#db/vendors/vendors.repository.js';
import type { Context } from '#domain/_shared/context.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { type VendorPage, type VendorPageFields } from '#domain/vendor-pages/vendor-page.js';
import { vendorPageUpdated } from '#domain/vendor-pages/vendor-pages.events.js';
import type { Vendor } from '#domain/vendors/vendor.js';
import { vendorsErrors } from '#domain/vendors/vendors.errors.js';
import { vendorSlugChanged } from '#domain/vendors/vendors.events.js';
import { changedFields, fieldsBefore } from '#lib/changed-fields.js';
import type { Platform } from '#operations/platform.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox'>;

/** What an editor changes: the page, and for operators the slug that it has in the store. */
export type VendorPageChanges = Partial<VendorPageFields> & { slug?: string };

/** Names a state of the page, for `If-Match`. */
export const vendorPageTag = (page: VendorPage): string => entityTag(page);

/** The pages that vendors show shoppers, as vendors and operators edit them. */
export function createVendorPagesService({ unitOfWork, knex, audit, outbox }: Deps) {
  const pages = createVendorPagesRepository(knex);
  const vendors = createVendorsRepository(knex);
  const organizations = createOrganizationsRepository();
  const notFound = () => platformErrors.notFound({ entity: 'Vendor' });

  const pageOf = ({ id, slug, displayName }: Vendor, fields: VendorPageFields): VendorPage => ({
    vendorId: id,
    slug,
    displayName,
    ...fields,
  });

  async function moveSlug(tx: Tx, ctx: Context, vendor: Vendor, slug: string): Promise<void> {
    if (!(await vendors.changeSlug(tx, vendor, slug, ctx.now))) throw vendorsErrors.slugTaken();
    await organizations.changeSlug(tx, vendor.organizationId, slug);
    const { id: vendorId, slug: former } = vendor;
    outbox.append(tx, ctx, vendorSlugChanged, vendorId, { vendorId, slug, former });
  }

  return {
    /** @throws AppError NOT_FOUND */
    async get(vendorId: string): Promise<VendorPage> {
      const vendor = await vendors.find(vendorId);
      if (!vendor) throw notFound();
      return pageOf(vendor, await pages.find(vendorId));
    },

    /** Fields that are left out stay as they are. @throws AppError NOT_FOUND, PRECONDITION_FAILED, CONFLICT for the slug */
    update: (
      ctx: Context,
      vendorId: string,
      { slug: wanted, ...patch }: VendorPageChanges,
      ifMatch: string | undefined,
    ): Promise<VendorPage> =>
      unitOfWork.run(ctx, async (tx) => {
        const vendor = await vendors.lock(tx, vendorId);
        if (!vendor) throw notFound();
        const fields = await pages.find(vendorId, tx);
        const before = pageOf(vendor, fields);
        assertMatch(ifMatch, vendorPageTag(before), 'The page of the vendor');
        const slug = wanted ?? vendor.slug;
        const after: Partial<VendorPage> = changedFields(before, { ...patch, slug });
        if (Object.keys(after).length === 0) return before;
        if (slug !== vendor.slug) await moveSlug(tx, ctx, vendor, slug);
        const { slug: _slug, ...changed } = after;
        await pages.save(tx, vendorId, { ...fields, ...changed }, ctx.now);
        const values = { before: fieldsBefore(before, after), after };
        await audit.record(tx, ctx, [
          { entity: 'vendor', entityId: vendorId, action: 'update', vendorId, ...values },
        ]);
        outbox.append(tx, ctx, vendorPageUpdated, vendorId, { vendorId });
        raiseContentRevision(tx, 'vendor-pages');
        return { ...before, ...after };
      }),
  };
}
