import type { Schedule } from '#workflows/_shared/schedule.js';
import { sweepSchedule } from '#workflows/_shared/sweep-schedule.js';

export const productImportsSchedules: readonly Schedule[] = [
  sweepSchedule({
    id: 'product-imports-sweep',
    cron: '45 21 * * *',
    note: 'Delete product files whose upload was not completed at 03:15 IST',
    sweep: { name: 'product-imports', queue: 'indexing' },
  }),
];
