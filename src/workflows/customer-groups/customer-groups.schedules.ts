import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const customerGroupsSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'customer-groups-refresh',
    cron: '10 21 * * *',
    note: 'Compute the customer groups anew, each night at 02:40 in India',
    sweep: { name: 'customer-groups', queue: 'indexing' },
  }),
];
