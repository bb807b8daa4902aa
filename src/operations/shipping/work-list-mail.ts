import { DateTime } from 'luxon';
import { permissionHolders } from '#db/access/permission-holders.query.js';
import { readWorkListCounts } from '#db/shipping/work-list.query.js';
import { systemContext } from '#domain/_shared/context.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { shippingSettings } from '#domain/shipping/shipping.settings.js';
import type { Platform } from '#operations/platform.js';

/** People begin to work at this hour of the store's time zone. */
const HOUR = 9;
const HOUR_MS = 3_600_000;

/** Mails the shipments that wait for a person to those who may act on them: one mail a day, none where nothing waits. */
export function createWorkListMail({
  unitOfWork,
  mail,
  clock,
  settings,
}: Pick<Platform, 'unitOfWork' | 'mail' | 'clock' | 'settings'>) {
  return async (): Promise<void> => {
    const now = clock.now();
    const local = DateTime.fromJSDate(now, { zone: settings.get(storeSettings.timeZone) });
    if (local.hour < HOUR) return;
    const since = new Date(now.getTime() - settings.get(shippingSettings.awbAlertHours) * HOUR_MS);
    const ctx = systemContext({ name: 'shipping-work-list' }, now);
    await unitOfWork.run(ctx, async (tx) => {
      const { attention, awaitingAwb, awaitingLabel, voidRefused, movedAfterCancel, returning } =
        await readWorkListCounts(tx, since);
      const waiting = { attention, awaitingAwb, awaitingLabel, voidRefused, movedAfterCancel, returning };
      const total = Object.values(waiting).reduce((sum, count) => sum + count, 0);
      if (total === 0) return;
      const holders = await permissionHolders(tx, 'order:fulfil');
      await mail.enqueueAll(
        tx,
        ctx,
        holders.map(({ id, email, name }) => ({
          template: 'shipping.work_list',
          role: 'admin' as const,
          to: email,
          variables: { customerName: name, total, ...waiting },
          dedupeKey: `shipping.work_list:${local.toISODate()}:${id}`,
        })),
      );
    });
  };
}
