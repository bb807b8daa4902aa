import { readBacklog } from '#db/events/backlog.query.js';
import { createEndpointsRepository } from '#db/outbound-webhooks/endpoints.repository.js';
import { pausedFeeds } from '#db/feeds/feed-backlog.query.js';
import { createQueueStateRepository } from '#db/mail/queue-state.repository.js';
import type { Knex } from '#db/kernel/knex.js';
import { createInstallationRepository } from '#db/settings/installation.repository.js';
import type { Subscription } from '#events/subscription.js';
import type { Logger } from '#lib/logger.js';
import type { Metrics } from '#lib/metrics.js';

/** However often the metrics are read, the database is asked at most this often. */
const FRESH_MS = 5_000;
const MAIL_STATES = ['queued', 'sending', 'failed', 'unclear'];
const DERIVED_STATES = ['waiting', 'leased', 'retrying', 'failing'] as const;
const DELIVERY_STATES = ['due', 'backing_off', 'parked'] as const;

/**
 * Sets the gauges of outbox and mail queue from the database whenever the metrics are read. Read by the processes with
 * the relay's role; where there are several, each reports the same. When the database cannot be asked the gauges are
 * absent: an old number would say that all is well.
 */
export function watchBacklog(options: {
  knex: Knex;
  metrics: Pick<Metrics, 'outbox' | 'mail' | 'derived' | 'feeds' | 'events' | 'webhooks' | 'onRead'>;
  /** Shown with zeros when nothing is open. */
  subscriptions: readonly Subscription[];
  logger: Logger;
  now?: () => number;
}): void {
  const { knex, metrics, subscriptions, logger, now = Date.now } = options;
  const { outbox, mail, derived, feeds, events, webhooks } = metrics;
  const endpoints = createEndpointsRepository(knex);
  const mailQueue = createQueueStateRepository();
  const names = subscriptions.map(({ name }) => name);
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  function forget(): void {
    outbox.deliveries.reset();
    outbox.oldestDue.reset();
    mail.messages.reset();
    mail.paused.reset();
    feeds.paused.reset();
    derived.rows.reset();
    derived.oldest.reset();
    webhooks.disabled.reset();
  }

  /** What is open of the drains' own rows. */
  async function readDerived() {
    const open = [];
    for (const subscription of subscriptions) {
      const backlog = subscription.kind === 'drain' && subscription.rows?.backlog;
      if (!backlog) continue;
      const [counts, since] = [await backlog.counts(knex), await backlog.oldest(knex)];
      open.push({ drain: subscription.name, counts, since });
    }
    return open;
  }

  async function read(): Promise<void> {
    try {
      const backlog = await readBacklog(knex);
      const open = await readDerived();
      const { pausedSince } = await mailQueue.read(knex);
      const paused = await pausedFeeds(knex);
      const { openFlowsWithoutRun } = await createInstallationRepository(knex).read();
      const disabled = await endpoints.countDisabled();
      forget();
      webhooks.disabled.set(disabled);
      events.openFlowsWithoutRun.set(openFlowsWithoutRun ?? 0);
      mail.paused.set(pausedSince ? Math.max(0, (Date.now() - pausedSince.getTime()) / 1_000) : 0);
      for (const { feed, reason } of paused) feeds.paused.set({ feed, reason }, 1);
      for (const { drain, counts, since } of open) {
        for (const state of DERIVED_STATES) derived.rows.set({ drain, state }, counts[state]);
        derived.oldest.set({ drain }, since ? Math.max(0, (Date.now() - since.getTime()) / 1_000) : 0);
      }
      for (const subscription of names) {
        for (const state of DELIVERY_STATES) outbox.deliveries.set({ subscription, state }, 0);
        outbox.oldestDue.set({ subscription }, 0);
      }
      for (const state of MAIL_STATES) mail.messages.set({ state }, 0);
      for (const { subscription, state, count } of backlog.deliveries)
        outbox.deliveries.set({ subscription, state }, count);
      for (const { subscription, seconds } of backlog.oldestDue)
        outbox.oldestDue.set({ subscription }, seconds);
      for (const { state, count } of backlog.mails) mail.messages.set({ state }, count);
    } catch (error) {
      forget();
      outbox.sampleFailures.inc();
      logger.warn({ err: error }, 'backlog could not be read');
    } finally {
      readAt = now();
    }
  }

  metrics.onRead(() => {
    if (now() - readAt < FRESH_MS) return reading;
    // Readers that come at the same time share one reading.
    readAt = now();
    reading = read();
    return reading;
  });
}
