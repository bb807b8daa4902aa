import { createRefreshStateRepository } from '#db/analytics/refresh-state.repository.js';
import { createRollupsRepository } from '#db/analytics/rollups.repository.js';
import { PLATFORM } from '#db/analytics/rollup-tables.js';
import { createSnapshotsRepository, type SnapshotRow } from '#db/analytics/snapshots.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { addDays, localDayOf } from '#domain/analytics/local-days.js';
import { calendarAt, wholeDay } from '#domain/analytics/periods.js';
import { buildSnapshots } from './build-snapshots.js';

/** Marked days that one transaction computes; with more, the snapshots wait for the transactions after it. */
const DAYS_A_STEP = 31;

export type RefreshStep =
  | { kind: 'busy' }
  /** Some marked days were computed, and some are left. */
  | { kind: 'more'; days: number; dirtyDays: number }
  /** The snapshots of all windows are those of `computedAt`. */
  | { kind: 'done'; days: number; dirtyDays: 0; computedAt: string };

/**
 * One transaction of a refresh: computes marked days anew from the raw rows, and once few are left, the days since the
 * one before the last refresh and all snapshots. Repeating it is harmless.
 */
export function createRefreshStep() {
  const state = createRefreshStateRepository();
  const rollups = createRollupsRepository();
  const snapshots = createSnapshotsRepository();

  /** @param at another time than that of the database, for tests */
  return async function refreshStep(tx: Tx, zone: string, at?: Date): Promise<RefreshStep> {
    const began = Date.now();
    const read = await state.begin(tx);
    if (!read) return { kind: 'busy' };
    const now = at ?? read;
    const before = await state.read(tx);
    if (before.zone !== zone || before.rebuild) await state.startAnew(tx, zone);

    const calendar = calendarAt(now, zone);
    const since = addDays(localDayOf(before.computedAt ?? now, zone), -1);
    const marked = await state.dirtyDays(tx, zone, since);
    if (marked.length > DAYS_A_STEP) {
      const days = marked.slice(0, DAYS_A_STEP);
      await rollups.settle(
        tx,
        days.map((day) => wholeDay(day, zone)),
      );
      await state.clearMarks(tx, zone, days);
      return { kind: 'more', days: days.length, dirtyDays: marked.length - days.length };
    }

    const days = [...marked, ...recentDays(since, addDays(calendar.today, 1))];
    await rollups.settle(
      tx,
      days.map((day) => wholeDay(day, zone)),
    );
    await state.clearMarks(tx, zone, marked, since);
    // The clock of a database that took over may be behind.
    const computedAt = before.computedAt && before.computedAt > now ? before.computedAt : now;
    const built = await buildSnapshots(tx, rollups.tables, calendar, computedAt);
    await snapshots.replace(
      tx,
      [[PLATFORM, built.platform] as const, ...built.vendors].flatMap(([scope, all]) =>
        all.map((item): SnapshotRow => ({
          scope,
          period: item.window,
          computedAt,
          data: JSON.stringify(item),
        })),
      ),
    );
    await state.update(tx, { computedAt, days: days.length, tookMs: Date.now() - began });
    return { kind: 'done', days: days.length, dirtyDays: 0, computedAt: computedAt.toISOString() };
  };
}

export type RefreshStepOperation = ReturnType<typeof createRefreshStep>;

/** Tomorrow is among them for orders of an API process whose clock is ahead. */
function recentDays(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
