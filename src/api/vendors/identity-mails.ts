import { permissionHolders } from '#db/access/permission-holders.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { vendorOwners } from '#db/vendors/vendor-owners.query.js';
import type { Context } from '#domain/_shared/context.js';
import type { TemplateRole } from '#domain/mail/mail-template.js';
import type { Vendor } from '#domain/vendors/vendor.js';
import { newId } from '#lib/ids.js';
import type { Platform } from '#operations/platform.js';

/**
 * Notifies the owners of a vendor and the operators that its legal name or GSTIN changed: invoices name them from the
 * next one on, so a change by somebody who took over a session must not stay unseen.
 */
export async function mailIdentityChange(
  { mail }: Pick<Platform, 'mail'>,
  tx: Tx,
  ctx: Context,
  change: { before: Pick<Vendor, 'legalName' | 'gstin'>; after: Vendor },
): Promise<void> {
  const { before, after } = change;
  const owners = await vendorOwners(tx, after.id);
  const operators = await permissionHolders(tx, 'vendor:update');
  const occasion = newId();
  const message = (role: TemplateRole) => (to: { id: string; email: string; name: string }) => ({
    template: 'vendor.identity_changed',
    role,
    to: to.email,
    variables: {
      customerName: to.name,
      vendorId: after.id,
      vendorName: after.displayName,
      legalName: after.legalName ?? '',
      gstin: after.gstin ?? '',
      formerLegalName: before.legalName ?? '',
      formerGstin: before.gstin ?? '',
    },
    dedupeKey: `vendor.identity_changed:${role}:${to.id}:${occasion}`,
  });
  await mail.enqueueAll(tx, ctx, [
    ...owners.map(message('vendor_member')),
    ...operators.map(message('admin')),
  ]);
}
