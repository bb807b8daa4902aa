import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { insertRows } from '#db/kernel/bulk-write.js';
import type { Period } from '#domain/analytics/periods.js';

export interface SnapshotRow {
  scope: string;
  period: Period;
  computedAt: Date;
  /** The JSON of the response. */
  data: string;
}

const table = {
  name: 'analytics_snapshots',
  columns: ['scope', 'period', 'computedAt', 'data'] as const,
};

export function createSnapshotsRepository() {
  return {
    /** The stored text; undefined before the first computation. */
    async find(reader: Reader, scope: string, period: Period): Promise<string | undefined> {
      const row = await reader('analytics_snapshots').where({ scope, period }).first('data');
      return row?.data;
    },

    /** Replaces all snapshots. */
    async replace(tx: Tx, rows: readonly SnapshotRow[]): Promise<void> {
      await tx('analytics_snapshots').delete();
      await insertRows<SnapshotRow>(tx, table, rows);
    },
  };
}
