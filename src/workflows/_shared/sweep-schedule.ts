import { sweep, type SweepInput } from '#workflows/sweeps/sweeps.contract.js';
import { schedule, type Schedule } from './schedule.js';

/** A schedule of the one sweep workflow. `cron` is in UTC, with the time in India in the note. */
export function sweepSchedule(fields: {
  id: string;
  cron: string;
  note: string;
  sweep: SweepInput;
}): Schedule {
  return schedule({
    id: fields.id,
    spec: { cronExpressions: [fields.cron], timezone: 'UTC' },
    contract: sweep,
    input: fields.sweep,
    note: fields.note,
  });
}
