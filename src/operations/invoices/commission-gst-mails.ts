import { vendorIdsAfter } from '#db/vendors/vendor-ids.query.js';
import { readVendorRecipients } from '#db/orders/vendor-recipients.query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { Origin } from '#domain/_shared/context.js';
import { ledgerSettings } from '#domain/ledger/ledger.settings.js';
import type { OperationDeps } from '#operations/_shared/operation-deps.js';

const VENDORS_AT_ONCE = 500;

/** Notifies the people of all vendors from which day on commission carries GST, once for each change of it. */
export function createCommissionGstMails({ mail, settings }: Pick<OperationDeps, 'mail' | 'settings'>) {
  return async (tx: Tx, origin: Origin, change: { eventId: string; from: string }): Promise<void> => {
    const rate = settings.get(ledgerSettings.commissionGstBasisPoints) / 100;
    for (let after: string | null = null; ;) {
      const vendorIds: string[] = await vendorIdsAfter(tx, after, VENDORS_AT_ONCE);
      const recipients = await readVendorRecipients(tx, vendorIds);
      await mail.enqueueAll(
        tx,
        origin,
        recipients.map(({ userId, vendorId, name, email }) => ({
          template: 'commission.gst_from',
          role: 'vendor_member' as const,
          to: email,
          variables: { customerName: name, from: change.from, rate: `${rate}%` },
          dedupeKey: `commission.gst_from:${change.eventId}:${vendorId}:${userId}`,
        })),
      );
      after = vendorIds.at(-1) ?? null;
      if (vendorIds.length < VENDORS_AT_ONCE) return;
    }
  };
}
