import type { FeedId } from '#domain/feeds/feed.js';
import { registeredFeeds } from '#domain/feeds/registered-feeds.js';
import { schedule, type Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';
import { type FeedPassName, passFeed } from './feeds.contract.js';

const times: Readonly<Record<FeedPassName, { cron: string; note: string }>> = {
  boundaries: {
    cron: '*/10 * * * *',
    note: 'Sends special prices and publications whose time has come, every 10 minutes',
  },
  refresh: { cron: '40 20 * * *', note: 'Pushes items again before they expire, daily at 02:10 in India' },
  reconcile: {
    cron: '10 21 * * *',
    note: 'Sends variants whose payload differs from what was sent, daily at 02:40 in India',
  },
};

function passSchedule(feed: FeedId, pass: FeedPassName): Schedule {
  const { cron, note } = times[pass];
  return schedule({
    id: `feeds-${pass}-${feed}`,
    spec: { cronExpressions: [cron], timezone: 'UTC' },
    contract: passFeed,
    input: { pass: `${pass}-${feed}` },
    note,
  });
}

/** None for a feed that is not registered. */
export function feedsSchedulesFor(feeds: readonly FeedId[]): readonly Schedule[] {
  if (feeds.length === 0) return [];
  const names: FeedPassName[] = ['boundaries', 'refresh', 'reconcile'];
  return [
    ...feeds.flatMap((feed) => names.map((pass) => passSchedule(feed, pass))),
    sweepSchedule({
      id: 'feeds-sweep',
      cron: '25 21 * * *',
      note: 'Deletes finished intents of the feeds after 7 days, daily at 02:55 in India',
      sweep: { name: 'feeds', queue: 'core' },
    }),
  ];
}

export const feedsSchedules = feedsSchedulesFor(registeredFeeds.map(({ id }) => id));
