import { schedule, type Schedule } from '#workflows/_shared/schedule.js';
import { sweepUploads } from './product-imports.contract.js';

export const productImportsSchedules: readonly Schedule[] = [
  schedule({
    id: 'product-imports-sweep',
    spec: { cronExpressions: ['45 21 * * *'], timezone: 'UTC' },
    contract: sweepUploads,
    input: { olderThanHours: 24 },
    note: 'Deletes product files whose upload broke off, at a quarter past three in the Indian morning',
  }),
];
