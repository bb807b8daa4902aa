import { schedule, type Schedule } from '#workflows/_shared/schedule.js';
import { compareAnalytics, refreshAnalytics } from './analytics.contract.js';

export const analyticsSchedules: readonly Schedule[] = [
  schedule({
    id: 'admin-analytics-refresh',
    spec: { cronExpressions: ['*/10 * * * *'], timezone: 'UTC' },
    contract: refreshAnalytics,
    input: { trigger: 'schedule' },
    note: 'Computes the dashboard every ten minutes',
  }),
  schedule({
    id: 'analytics-compare',
    spec: { cronExpressions: ['30 20 * * *'], timezone: 'UTC' },
    contract: compareAnalytics,
    input: undefined,
    note: 'Compares the sums of the dashboard with the raw rows, at 02:00 in India',
  }),
];
