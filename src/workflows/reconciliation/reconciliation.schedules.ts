import { schedule, type Schedule } from '#workflows/_shared/schedule.js';
import { fetchProviderBooks } from './reconciliation.contract.js';

export const reconciliationSchedules: readonly Schedule[] = [
  schedule({
    id: 'reconciliation-books',
    // Providers settle in the night; before anybody looks at the figures of the day.
    spec: { cronExpressions: ['40 22 * * *'], timezone: 'UTC' },
    contract: fetchProviderBooks,
    input: {},
    note: 'Fetches the books of the payment providers and matches them with ours, every day',
  }),
];
