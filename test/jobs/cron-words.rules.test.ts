import { expect, it } from '@jest/globals';
import { cronWords } from '#domain/jobs/cron-words.js';
import { schedules } from '#workflows/schedules.js';

it.each([
  ['* * * * *', 'every minute'],
  ['*/5 * * * *', 'every 5 minutes'],
  ['40 * * * *', 'every hour at minute 40'],
  ['15 */6 * * *', 'every 6 hours at minute 15'],
  ['45 3-14 * * *', 'hourly from 03:45 to 14:45'],
  ['10 21 * * *', 'daily at 21:10'],
  ['0 3 * * 1', 'every Monday at 03:00'],
  ['0 3 1 * *', '0 3 1 * *'],
])('%s is %s', (cron, words) => expect(cronWords(cron)).toBe(words));

it('has words for every schedule', () => {
  for (const { spec } of schedules)
    for (const cron of spec.cronExpressions) expect(cronWords(cron)).not.toBe(cron);
});
