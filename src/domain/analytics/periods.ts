import { addDays, dayStart, localDayOf, sameClockTime } from './local-days.js';

/** The windows of the dashboard. */
export const periods = ['today', '7d', '30d', 'all_time'] as const;
export type Period = (typeof periods)[number];

/** Windows with a beginning, and how many local days each has, today included. */
export const boundedPeriods = { today: 1, '7d': 7, '30d': 30 } as const;
export type BoundedPeriod = keyof typeof boundedPeriods;
export const boundedNames = Object.keys(boundedPeriods) as BoundedPeriod[];

/** Instants from `from` up to, without, `to`, of one local day. */
export interface DayRange {
  day: string;
  from: Date;
  to: Date;
}

/** The same span shifted back by as many days: whole days, then a day up to the current time. */
export interface PreviousPeriod {
  firstDay: string;
  /** The last whole day; before `firstDay` where there is none. */
  lastDay: string;
  cutDay: DayRange;
}

export interface PeriodBounds {
  period: BoundedPeriod;
  firstDay: string;
  from: Date;
  previous: PreviousPeriod;
}

export interface Calendar {
  now: Date;
  zone: string;
  today: string;
  bounds: PeriodBounds[];
}

/** What the windows are at this instant in this zone. */
export function calendarAt(now: Date, zone: string): Calendar {
  const today = localDayOf(now, zone);
  const bounds = boundedNames.map((period): PeriodBounds => {
    const days = boundedPeriods[period];
    const firstDay = addDays(today, 1 - days);
    const cut = addDays(today, -days);
    return {
      period,
      firstDay,
      from: dayStart(firstDay, zone),
      previous: {
        firstDay: addDays(firstDay, -days),
        lastDay: addDays(cut, -1),
        cutDay: { day: cut, from: dayStart(cut, zone), to: sameClockTime(now, days, zone) },
      },
    };
  });
  return { now, zone, today, bounds };
}

/** The whole of a local day. */
export function wholeDay(day: string, zone: string): DayRange {
  return { day, from: dayStart(day, zone), to: dayStart(addDays(day, 1), zone) };
}
