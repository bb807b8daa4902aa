import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { build } from 'esbuild';

interface Days {
  dayOf(instant: string | number, store: { timeZone: string }): string;
  minuteOf(instant: string | number, store: { timeZone: string }): string;
  instantOf(text: string, store: { timeZone: string }): string | undefined;
  startOfDay(day: string, store: { timeZone: string }): string;
}

const root = join(import.meta.dirname, '..', '..');
const outfile = join(root, '.cache', `days-${process.pid}.mjs`);
let days: Days;
beforeAll(async () => {
  const entryPoints = [join(root, 'console', 'src', 'lib', 'format.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' });
  days = (await import(outfile)) as Days;
});
afterAll(() => rm(outfile, { force: true }));

const india = { timeZone: 'Asia/Kolkata' };

it('a day of a report begins at midnight of the store', () => {
  expect(days.startOfDay('2026-11-24', india)).toBe('2026-11-23T18:30:00.000Z');
  expect(days.startOfDay('2026-11-24', { timeZone: 'UTC' })).toBe('2026-11-24T00:00:00.000Z');
});

it('the instant at which a day begins is of that day', () => {
  expect(days.dayOf('2026-11-23T18:30:00.000Z', india)).toBe('2026-11-24');
  expect(days.dayOf('2026-11-23T18:29:59.999Z', india)).toBe('2026-11-23');
  expect(days.minuteOf('2026-11-23T18:30:00.000Z', india)).toBe('2026-11-24 00:00');
});

it('days on which the clocks change begin where they do', () => {
  const berlin = { timeZone: 'Europe/Berlin' };
  expect(days.startOfDay('2026-03-29', berlin)).toBe('2026-03-28T23:00:00.000Z');
  expect(days.startOfDay('2026-03-30', berlin)).toBe('2026-03-29T22:00:00.000Z');
  expect(days.startOfDay('2026-10-26', berlin)).toBe('2026-10-25T23:00:00.000Z');
});

it('what is typed into a field is a time of the store, whatever the zone of the browser', () => {
  expect(days.instantOf('2026-11-24T09:30', india)).toBe('2026-11-24T04:00:00.000Z');
  expect(days.instantOf('2026-07-01T00:15', { timeZone: 'Europe/Berlin' })).toBe('2026-06-30T22:15:00.000Z');
  expect(days.minuteOf(days.instantOf('2026-11-24T09:30', india) ?? '', india)).toBe('2026-11-24 09:30');
  expect(days.instantOf('', india)).toBeUndefined();
});
