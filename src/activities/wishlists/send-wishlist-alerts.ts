import { cancellationSignal, heartbeat } from '@temporalio/activity';
import { DateTime } from 'luxon';
import type { Sweep } from '#activities/sweeps/sweeps.activities.js';
import { createTopicsRepository } from '#db/campaigns/topics.repository.js';
import { createDueItemsRepository } from '#db/wishlists/due-items.repository.js';
import { createWishlistAlertsRepository } from '#db/wishlists/wishlist-alerts.repository.js';
import { systemContext } from '#domain/_shared/context.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import { wishlistsSettings } from '#domain/wishlists/wishlists.settings.js';
import type { Platform } from '#operations/platform.js';
import { createDueItemsMarking } from './mark-due-items.js';
import { createWishlistAlertMails } from './wishlist-alert-mails.js';

/** Owners that one transaction writes to. */
const BATCH = 200;
/** Special prices that began within this span are looked at again: more than lies between two runs, and than one that was down. */
const LOOK_BACK_MS = 26 * 3_600_000;

/**
 * Writes to owners of wishlists about items that are cheaper or back, all items of an owner in one mail and at most one mail a
 * day. Each batch commits its mails together with who was written to, so that a worker that takes over, or another run at
 * the same moment, writes to nobody twice.
 */
export function createWishlistAlertsSweep(platform: Platform): Sweep {
  const { unitOfWork, clock, knex, settings, mail, logger } = platform;
  const topics = createTopicsRepository(knex);
  const due = createDueItemsRepository();
  const alerts = createWishlistAlertsRepository();
  const mark = createDueItemsMarking(platform);
  const mailOf = createWishlistAlertMails(platform);

  return async () => {
    const topic = await topics.findActive(settings.get(wishlistsSettings.topic));
    if (!topic) return { marked: 0, mails: 0 };
    const started = systemContext({ name: 'wishlist-alerts' }, clock.now());
    const since = new Date(started.now.getTime() - LOOK_BACK_MS);
    const changed = await unitOfWork.run(started, (tx) => due.changedByTime(tx, since, started.now));
    const marked = await mark(changed);
    let after: string | null = null;
    let mails = 0;
    for (;;) {
      cancellationSignal().throwIfAborted();
      const ctx = systemContext({ name: 'wishlist-alerts' }, clock.now());
      const today =
        DateTime.fromJSDate(ctx.now, { zone: settings.get(storeSettings.timeZone) }).toISODate() ?? '';
      const batch = { after, limit: BATCH, now: ctx.now, today, topic };
      const result = await unitOfWork.run(ctx, async (tx) => {
        const taken = await alerts.take(tx, batch);
        const found = await alerts.read(tx, taken, batch);
        await mail.enqueueAll(
          tx,
          ctx,
          found.map((item) => mailOf(item, topic, today)),
        );
        await alerts.settle(
          tx,
          taken,
          found.map(({ userId }) => userId),
          batch,
        );
        return { last: taken.at(-1), mails: found.length };
      });
      mails += result.mails;
      heartbeat({ mails });
      if (result.last === undefined) break;
      after = result.last;
    }
    logger.info({ marked, mails }, 'mails about wishlists written');
    return { marked, mails };
  };
}
