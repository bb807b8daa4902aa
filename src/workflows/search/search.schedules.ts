import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const searchSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'search-reconcile',
    cron: '*/5 * * * *',
    note: 'Request products that changed after they were indexed, every five minutes; build a missing index',
    sweep: { name: 'search-reconcile', queue: 'search' },
  }),
  sweepSchedule({
    id: 'search-reroll',
    cron: '*/10 * * * *',
    note: 'Request products whose special price began or ended since they were indexed, every ten minutes',
    sweep: { name: 'search-reroll', queue: 'search' },
  }),
  sweepSchedule({
    id: 'search-popularity',
    cron: '45 21 * * *',
    note: 'Bring the popularity of products up to date, 2 % of them at most, at 03:15 IST',
    sweep: { name: 'search-popularity', queue: 'search' },
  }),
  sweepSchedule({
    id: 'search-clean',
    cron: '15 22 * * *',
    note: 'Delete words, terms and queries that are of no use any more at 03:45 IST',
    sweep: { name: 'search-clean', queue: 'search' },
  }),
];
