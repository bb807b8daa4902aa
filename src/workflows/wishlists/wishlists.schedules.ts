import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const wishlistsSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'wishlist-alerts',
    cron: '45 3-14 * * *',
    note: 'Write to customers about cheaper and returned items of wishlists, hourly from 9:15 to 20:15 in India',
    sweep: { name: 'wishlist-alerts', queue: 'core' },
  }),
];
