import { DateTime } from 'luxon';
import { permissionHolders } from '#db/access/permission-holders.query.js';
import { systemContext } from '#domain/_shared/context.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { Platform } from '#operations/platform.js';

/** Mails the operators that documents lack a picture of the settings: once a day for each setting, however many documents. */
export function createPictureNotices({
  unitOfWork,
  mail,
  clock,
  settings,
}: Pick<Platform, 'unitOfWork' | 'mail' | 'clock' | 'settings'>) {
  return async ({ setting, reason }: { setting: string; reason: string }): Promise<void> => {
    const now = clock.now();
    const ctx = systemContext({ name: 'invoices' }, now);
    const day = DateTime.fromJSDate(now, { zone: settings.get(storeSettings.timeZone) }).toISODate();
    await unitOfWork.run(ctx, async (tx) => {
      const holders = await permissionHolders(tx, 'adminSetting:update');
      await mail.enqueueAll(
        tx,
        ctx,
        holders.map(({ id, email, name }) => ({
          template: 'invoice.picture_missing',
          role: 'admin' as const,
          to: email,
          variables: { customerName: name, setting, reason },
          dedupeKey: `invoice.picture_missing:${setting}:${day}:${id}`,
        })),
      );
    });
  };
}
