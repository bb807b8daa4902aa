import type { DrainHandler } from '#activities/events/events.activities.js';
import { systemContext } from '#domain/_shared/context.js';
import { ledgerSettings, NOT_LIABLE } from '#domain/ledger/ledger.settings.js';
import { createCommissionGstMails } from '#operations/invoices/commission-gst-mails.js';
import type { Platform } from '#operations/platform.js';
import { withDeliveryScope } from '#lib/delivery-scope.js';

/** Mails the vendors when the day changes from which commission carries GST. Where it was emptied again there is nothing to say. */
export function createCommissionGstNotices(
  platform: Pick<Platform, 'unitOfWork' | 'clock' | 'mail' | 'settings'>,
): DrainHandler {
  const { unitOfWork, clock, settings } = platform;
  const notify = createCommissionGstMails({ mail: platform.mail, settings });
  return async (deliveries) => {
    for (const { event } of deliveries) {
      const { keys } = event.payload as { keys: string[] };
      if (!keys.includes(ledgerSettings.commissionGstFrom.name)) continue;
      // The event may arrive before the notice of the change.
      await settings.refresh();
      const from = settings.get(ledgerSettings.commissionGstFrom);
      if (from === '' || from === NOT_LIABLE) continue;
      await withDeliveryScope(event, 'commission gst notices', () =>
        unitOfWork.run(systemContext(event, clock.now()), (tx) =>
          notify(tx, event, { eventId: event.id, from }),
        ),
      );
    }
    return deliveries.map(({ id }) => ({ id }));
  };
}
