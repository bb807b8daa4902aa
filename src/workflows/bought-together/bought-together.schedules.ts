import { schedule, type Schedule } from '#workflows/_shared/schedule.js';
import { mineBoughtTogether } from './bought-together.contract.js';

export const boughtTogetherSchedules: readonly Schedule[] = [
  schedule({
    id: 'fbt-mine',
    spec: { cronExpressions: ['40 20 * * *'], timezone: 'UTC' },
    contract: mineBoughtTogether,
    input: {},
    note: 'Mines products that are bought together, each night at 02:10 in India',
  }),
];
