import { requireUser } from '#api/kernel/require.js';
import { createOrganizationsRepository } from '#db/accounts/organizations.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import {
  createVendorApplicationsRepository,
  type Decision,
} from '#db/vendors/vendor-applications.repository.js';
import { createVendorsRepository } from '#db/vendors/vendors.repository.js';
import type { Context } from '#domain/_shared/context.js';
import type { ListQuery } from '#domain/_shared/list-query.js';
import { platformErrors } from '#domain/_shared/platform.errors.js';
import { slugify } from '#domain/_shared/slug.js';
import { withStateCode } from '#domain/vendors/tax-identity.js';
import type { Vendor } from '#domain/vendors/vendor.js';
import type { ApplicationInput, VendorApplication } from '#domain/vendors/vendor-application.js';
import { vendorApproved } from '#domain/vendors/vendors.events.js';
import { vendorsErrors } from '#domain/vendors/vendors.errors.js';
import type { Platform } from '#operations/platform.js';
import { createApplicationMails } from './application-mails.js';
import { checkTaxIdentity } from './check-tax-identity.js';

type Deps = Pick<Platform, 'unitOfWork' | 'knex' | 'audit' | 'outbox' | 'mail' | 'settings'>;

/** People apply to sell, administrators decide. */
export function createVendorApplicationsService({ unitOfWork, knex, audit, outbox, ...rest }: Deps) {
  const applications = createVendorApplicationsRepository(knex);
  const vendors = createVendorsRepository(knex);
  const organizations = createOrganizationsRepository();
  const sendMail = createApplicationMails(rest);

  const notFound = () => platformErrors.notFound({ entity: 'Vendor application' });

  async function decide(
    tx: Tx,
    ctx: Context,
    id: string,
    decision: Pick<Decision, 'status' | 'rejectionReason'>,
  ): Promise<VendorApplication> {
    const application = await applications.decide(tx, id, {
      ...decision,
      decidedBy: ctx.actor.id,
      decidedAt: ctx.now,
    });
    if (application) return application;
    throw (await applications.exists(tx, id)) ? vendorsErrors.applicationDecided() : notFound();
  }

  /** The organization with the applicant as its owner, and the vendor it is. */
  async function openVendor(tx: Tx, ctx: Context, application: VendorApplication): Promise<Vendor> {
    const { displayName, legalName, gstin, stateCode, address } = application;
    const slug = await vendors.claimSlug(tx, slugify(displayName));
    const organizationId = await organizations.create(tx, {
      name: displayName,
      slug,
      ownerId: application.applicantUserId,
      now: ctx.now,
    });
    return vendors.insert(tx, {
      organizationId,
      slug,
      displayName,
      legalName,
      gstin,
      stateCode,
      address,
      supportEmail: application.contactEmail,
      supportPhone: application.contactPhone,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    });
  }

  async function record(tx: Tx, ctx: Context, action: string, application: VendorApplication): Promise<void> {
    const { id: entityId, status, rejectionReason, vendorId } = application;
    const after = { status, rejectionReason, vendorId };
    const before = { status: 'pending' };
    await audit.record(tx, ctx, [{ entity: 'vendorApplication', entityId, action, vendorId, before, after }]);
  }

  return {
    /** @throws AppError FORBIDDEN for guests, CONFLICT while one is pending, VALIDATION_ERROR for states that contradict */
    apply(ctx: Context, input: Omit<ApplicationInput, 'contactEmail'> & { contactEmail?: string }) {
      const applicantUserId = requireUser(ctx);
      const contactEmail = input.contactEmail ?? ctx.email;
      if (ctx.anonymous || !contactEmail) throw vendorsErrors.guestsCannotApply();
      const fields = withStateCode({ ...input, contactEmail });
      checkTaxIdentity(fields);
      return unitOfWork.run(ctx, async (tx): Promise<VendorApplication> => {
        const stamps = { createdAt: ctx.now, updatedAt: ctx.now };
        const application = await applications.insert(tx, { ...fields, applicantUserId, ...stamps });
        if (!application) throw vendorsErrors.applicationOpen();
        await sendMail(tx, ctx, 'submitted', application);
        return application;
      });
    },

    listOwn: (ctx: Context, query: ListQuery) => applications.list(requireUser(ctx), query),

    list: (query: ListQuery) => applications.list(null, query),

    /** @throws AppError NOT_FOUND */
    async get(id: string): Promise<VendorApplication> {
      const application = await applications.find(id);
      if (!application) throw notFound();
      return application;
    },

    /** Opens the vendor. @throws AppError NOT_FOUND, CONFLICT when it is decided */
    approve: (ctx: Context, id: string) =>
      unitOfWork.run(ctx, async (tx): Promise<VendorApplication> => {
        const decided = await decide(tx, ctx, id, { status: 'approved' });
        const vendor = await openVendor(tx, ctx, decided);
        await applications.setVendor(tx, id, vendor.id);
        const application = { ...decided, vendorId: vendor.id };
        await record(tx, ctx, 'approve', application);
        outbox.append(tx, ctx, vendorApproved, vendor.id, { vendorId: vendor.id, applicationId: id });
        await sendMail(tx, ctx, 'approved', application);
        return application;
      }),

    /** The applicant is mailed the reason, and may apply again. @throws AppError NOT_FOUND, CONFLICT when it is decided */
    reject: (ctx: Context, id: string, reason: string) =>
      unitOfWork.run(ctx, async (tx): Promise<VendorApplication> => {
        const application = await decide(tx, ctx, id, { status: 'rejected', rejectionReason: reason });
        await record(tx, ctx, 'reject', application);
        await sendMail(tx, ctx, 'rejected', application);
        return application;
      }),
  };
}
