import { schedule, type Schedule } from '#workflows/_shared/schedule.js';
import { refreshAnalytics } from './analytics.contract.js';

export const analyticsSchedules: readonly Schedule[] = [
  schedule({
    id: 'admin-analytics-refresh',
    spec: { cronExpressions: ['*/10 * * * *'], timezone: 'UTC' },
    contract: refreshAnalytics,
    input: { trigger: 'schedule' },
    note: 'Computes the dashboard every ten minutes',
  }),
];
