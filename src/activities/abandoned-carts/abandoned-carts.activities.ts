import { cancellationSignal, heartbeat } from '@temporalio/activity';
import { withHeartbeat } from '#activities/_shared/with-heartbeat.js';
import { createReminderSeriesRepository } from '#db/abandoned-carts/reminder-series.repository.js';
import { createWaitingCartsRepository } from '#db/abandoned-carts/waiting-carts.repository.js';
import { createDiscountCodesRepository } from '#db/discounts/discount-codes.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { type Context, systemContext } from '#domain/_shared/context.js';
import { abandonedCartsSettings } from '#domain/abandoned-carts/abandoned-carts.settings.js';
import { readReminderTopic } from '#operations/abandoned-carts/reminder-topic.js';
import type { Platform } from '#operations/platform.js';
import { createDueReminders } from './send-due-reminders.js';

/** Carts that one statement reads. */
const WATCHED = 2_000;
/**
 * A cart is read once it has been quiet for so long: what its buyer still fills costs nothing, and a transaction that began
 * before has committed.
 */
const QUIET_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** How long codes that expired unused are kept, for questions about them. */
const KEEP_CODES_MS = 30 * 24 * HOUR_MS;

export function createAbandonedCartsActivities(platform: Platform) {
  const { unitOfWork, settings, clock, logger, stopping } = platform;
  const waiting = createWaitingCartsRepository();
  const series = createReminderSeriesRepository();
  const codes = createDiscountCodesRepository();
  const sendBatch = createDueReminders(platform);

  /** Each step in a separate transaction, until there is nothing left to do. */
  async function repeat(step: (tx: Tx, ctx: Context) => Promise<boolean>): Promise<void> {
    for (let more = true; more;) {
      AbortSignal.any([cancellationSignal(), stopping]).throwIfAborted();
      const ctx = systemContext({ name: 'remindAbandonedCarts' }, clock.now());
      more = await withHeartbeat(() => unitOfWork.run(ctx, (tx) => step(tx, ctx)));
      heartbeat();
    }
  }

  /** The topic of reminders; undefined while there are none. */
  async function currentTopic() {
    const { state, topic } = await readReminderTopic(platform);
    if (state === 'no_storefront')
      logger.warn({}, 'no reminders of abandoned carts: storefront_urls.store_url is not set');
    return topic;
  }

  return {
    /** Has carts that were changed since the last run wait for their next reminder; while reminders are off nothing waits. */
    async watchCarts(): Promise<{ read: number }> {
      let read = 0;
      if (!(await currentTopic())) {
        await repeat(async (tx) => (await waiting.forget(tx)) > 0);
        return { read };
      }
      const hours = settings.get(abandonedCartsSettings.steps).map((step) => step.hours);
      await repeat(async (tx, { now }) => {
        const until = new Date(now.getTime() - QUIET_MS);
        const from = new Date(now.getTime() - (hours[0] ?? 1) * HOUR_MS);
        const page = await waiting.watch(tx, { from, until, hours, limit: WATCHED });
        read += page;
        return page === WATCHED;
      });
      return { read };
    },

    /** Writes the reminders that are due, forgets addresses that no longer hold back another series, and deletes codes that expired unused. */
    async sendReminders(): Promise<{ sent: number }> {
      let sent = 0;
      const topic = await currentTopic();
      if (topic) {
        const steps = settings.get(abandonedCartsSettings.steps);
        await repeat(async (tx, ctx) => {
          const batch = await sendBatch(tx, ctx, { topic, steps });
          sent += batch.sent;
          return batch.due > 0;
        });
      }
      await repeat(async (tx, { now }) => {
        return (await series.forgetAddresses(tx, new Date(now.getTime() - WEEK_MS), now)) > 0;
      });
      await repeat(
        async (tx, { now }) => (await codes.deleteExpired(tx, new Date(now.getTime() - KEEP_CODES_MS))) > 0,
      );
      if (sent > 0) logger.info({ sent }, 'reminders of abandoned carts written');
      return { sent };
    },
  };
}

export type AbandonedCartsActivities = ReturnType<typeof createAbandonedCartsActivities>;
