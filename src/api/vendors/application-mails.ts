import { readApplicant } from '#db/vendors/applicant.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Context } from '#domain/_shared/context.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { VendorApplication } from '#domain/vendors/vendor-application.js';
import type { Platform } from '#operations/platform.js';

type Occasion = 'submitted' | 'approved' | 'rejected';

/** The mails of an application; they go to the account that applied, for the contact it names is not verified. */
export function createApplicationMails({ mail, settings }: Pick<Platform, 'mail' | 'settings'>) {
  function dashboardUrl(): string {
    const base = settings.get(storeSettings.storeUrl) || settings.get(storeSettings.canonicalBaseUrl);
    return base && `${base.replace(/\/+$/, '')}/vendor`;
  }

  return async function enqueue(
    tx: Tx,
    ctx: Context,
    occasion: Occasion,
    application: VendorApplication,
  ): Promise<void> {
    const applicant = await readApplicant(tx, application.applicantUserId);
    // Who deleted their account is not written to any more.
    if (!applicant) return;
    const template = `vendor.application.${occasion}`;
    await mail.enqueue(tx, ctx, {
      template,
      role: 'vendor_member',
      to: applicant.email,
      variables: {
        customerName: applicant.name,
        vendorName: application.displayName,
        reason: application.rejectionReason,
        dashboardUrl: dashboardUrl(),
      },
      dedupeKey: `${template}:${application.id}`,
    });
  };
}
