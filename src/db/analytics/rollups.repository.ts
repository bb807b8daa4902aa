import type { DayRange } from '#domain/analytics/periods.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import { buyerRowsSql, dayBindings, dayRowsSql, variantRowsSql } from './day-rows-sql.js';
import { rollupTables } from './rollup-tables.js';
import { settleSql } from './settle-days-sql.js';

/** The pool ends a statement after 30 seconds; a month of a large store takes a few. */
const DAYS_A_STATEMENT = 31;

/** Writes the rollups by day and the sums that move with them. Only the refresh writes them, one run at a time. */
export function createRollupsRepository(prefix?: string) {
  const tables = rollupTables(prefix);
  const statements = [
    settleSql(tables.days, dayRowsSql),
    settleSql(tables.variantDays, variantRowsSql),
    settleSql(tables.buyerDays, buyerRowsSql),
  ];

  return {
    tables,

    /** Brings these days in line with the raw rows as the transaction sees them. */
    async settle(tx: Tx, ranges: readonly DayRange[]): Promise<void> {
      for (let first = 0; first < ranges.length; first += DAYS_A_STATEMENT) {
        const bindings = dayBindings(ranges.slice(first, first + DAYS_A_STATEMENT));
        for (const sql of statements) await tx.raw(sql, bindings);
      }
    },
  };
}

export type RollupsRepository = ReturnType<typeof createRollupsRepository>;
