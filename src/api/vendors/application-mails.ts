import { readApplicant } from '#db/vendors/applicant.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import type { VendorApplication } from '#domain/vendors/vendor-application.js';
import type { Platform } from '#operations/platform.js';
import { vendorPanelUrl } from '#operations/settings/page-urls.js';

const templates = {
  submitted: 'vendor.application.submitted',
  approved: 'vendor.application.approved',
  rejected: 'vendor.application.rejected',
} as const;
type Occasion = keyof typeof templates;

/** The mails of an application; they go to the account that applied, for the contact it names is not verified. */
export function createApplicationMails({ mail, settings }: Pick<Platform, 'mail' | 'settings'>) {
  return async function enqueue(
    tx: Tx,
    ctx: Context,
    occasion: Occasion,
    application: VendorApplication,
  ): Promise<void> {
    const applicant = await readApplicant(tx, application.applicantUserId);
    // Who deleted their account is not written to any more.
    if (!applicant) return;
    const template = templates[occasion];
    await mail.enqueue(tx, ctx, {
      template,
      role: 'vendor_member',
      to: applicant.email,
      variables: {
        customerName: applicant.name,
        applicationId: application.id,
        vendorName: application.displayName,
        reason: application.rejectionReason,
        dashboardUrl: vendorPanelUrl(settings),
      },
      dedupeKey: `${template}:${application.id}`,
    });
  };
}
