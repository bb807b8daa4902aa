import { createRefreshStateRepository } from '#db/analytics/refresh-state.repository.js';
import {
  createTemporaryRollups,
  differingDays,
  olderMonths,
  sumsAgree,
} from '#db/analytics/rollup-differences.query.js';
import { createRollupsRepository } from '#db/analytics/rollups.repository.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { addDays, localDayOf, nextMonth } from '#domain/analytics/local-days.js';
import { wholeDay } from '#domain/analytics/periods.js';

const DAYS = 40;

export interface Comparison {
  days: number;
  differing: string[];
  /** Whether the sums over days were those of the days; a rebuild was requested if not. */
  sumsAgree: boolean;
}

/**
 * Computes the last forty days and an older month, another one each night, anew beside the rollups. Days that differ are
 * marked, so that the next refresh repairs them; days that are marked already are left out, as those that every refresh
 * computes.
 */
export function createCompareRollups() {
  const state = createRefreshStateRepository();
  const stored = createRollupsRepository();
  const raw = createRollupsRepository('analytics_raw');
  const storedTables = Object.values(stored.tables);
  const rawTables = Object.values(raw.tables);

  return async function compareRollups(tx: Tx): Promise<Comparison | 'busy' | null> {
    const now = await state.begin(tx);
    if (!now) return 'busy';
    const { zone, computedAt, rebuild } = await state.read(tx);
    if (zone === null || computedAt === null || rebuild) return null;

    const since = addDays(localDayOf(computedAt, zone), -1);
    const first = addDays(since, -DAYS);
    const marked = new Set(await state.dirtyDays(tx, zone));
    const older = monthOfTonight(await olderMonths(tx, first), localDayOf(now, zone));
    const candidates = [...older.filter((day) => day < first), ...daysBetween(first, since)];
    const days = candidates.filter((day) => !marked.has(day));
    await createTemporaryRollups(tx, rawTables, storedTables);
    await raw.settle(
      tx,
      days.map((day) => wholeDay(day, zone)),
    );
    const differing = new Set<string>();
    for (const [index, table] of rawTables.entries())
      for (const day of await differingDays(tx, table, storedTables[index] ?? table, days))
        differing.add(day);
    const agree = (await Promise.all(storedTables.map((table) => sumsAgree(tx, table)))).every(Boolean);

    await state.markDays(tx, zone, [...differing]);
    await state.update(tx, {
      comparedAt: now,
      comparedDays: days.length,
      differingDays: differing.size,
      ...(agree ? {} : { rebuild: true }),
    });
    return { days: days.length, differing: [...differing].sort(), sumsAgree: agree };
  };
}

/** Every older month has its turn, one a night. */
function monthOfTonight(months: readonly string[], today: string): string[] {
  const nights = Math.floor(Date.parse(today) / 86_400_000);
  const month = months[nights % Math.max(months.length, 1)];
  return month === undefined ? [] : daysBetween(month, nextMonth(month));
}

function daysBetween(first: string, end: string): string[] {
  const days: string[] = [];
  for (let day = first; day < end; day = addDays(day, 1)) days.push(day);
  return days;
}
