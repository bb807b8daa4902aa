import { boolean, instant, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader, Tx } from '#db/kernel/unit-of-work.js';
import { rollupTables } from './rollup-tables.js';

/** Of the advisory lock that a writer of rollups holds; no other lock of the platform has this number. */
const LOCK = 2_311_500;

/** How far the rollups are. */
export interface RefreshState {
  /** The zone that the days of the rollups are of; null before the first run. */
  zone: string | null;
  /** Whether all rollups were asked to be made anew. */
  rebuild: boolean;
  computedAt: Date | null;
  /** Days that the last run computed, and how long its last transaction took, in milliseconds. */
  days: number;
  tookMs: number;
  comparedAt: Date | null;
  comparedDays: number;
  differingDays: number;
}

const columns = [
  ...([
    'zone',
    'rebuild',
    'computedAt',
    'days',
    'tookMs',
    'comparedAt',
    'comparedDays',
    'differingDays',
  ] as const),
];

export function createRefreshStateRepository() {
  return {
    /**
     * Begins the one transaction that may write rollups, with one view of all rows. Must be its first statement.
     * @returns the time of that view, or undefined while another run has the lock
     */
    async begin(tx: Tx): Promise<Date | undefined> {
      await tx.raw('set transaction isolation level repeatable read');
      const rows = await query(tx, { taken: boolean, now: instant })(
        'select pg_try_advisory_xact_lock(?) as taken, now() as now',
        [LOCK],
      );
      return rows[0]?.taken ? rows[0].now : undefined;
    },

    async read(reader: Reader): Promise<RefreshState> {
      return await reader('analytics_state').first(columns);
    },

    async update(tx: Tx, changes: Partial<RefreshState>): Promise<void> {
      await tx('analytics_state').update(changes);
    },

    /** The local days that are marked, oldest first. @param before days from this one on are left out */
    async dirtyDays(reader: Reader, zone: string, before?: string): Promise<string[]> {
      const rows = await query(reader, { day: text })(
        `select day from (select distinct (at at time zone ?)::date as day from analytics_dirty) as marked
         where day < coalesce(?::date, 'infinity') order by day`,
        [zone, before ?? null] as string[],
      );
      return rows.map(({ day }) => day);
    },

    /** Takes back the marks of these days, and of all days from `since` on, as far as the transaction sees them. */
    async clearMarks(tx: Tx, zone: string, days: string[], since?: string): Promise<void> {
      await tx.raw(
        `delete from analytics_dirty using (select id, (at at time zone ?)::date as day from analytics_dirty) as marked
         where analytics_dirty.id = marked.id and (day = any(?::date[]) or day >= coalesce(?::date, 'infinity'))`,
        [zone, days, since ?? null] as string[],
      );
    },

    /** Marks these days. */
    async markDays(tx: Tx, zone: string, days: string[]): Promise<void> {
      await tx.raw(
        `insert into analytics_dirty (at) select (day + time '12:00') at time zone ? from unnest(?::date[]) as day`,
        [zone, days],
      );
    },

    /** Empties all rollups and marks every local day from the first raw row to the last. */
    async startAnew(tx: Tx, zone: string): Promise<void> {
      const { days, variantDays, buyerDays } = rollupTables();
      const tables = [days, days.sums, variantDays, variantDays.sums, buyerDays].map(({ name }) => name);
      await tx.raw(`truncate ${tables.join(', ')}`);
      await tx('analytics_state').update({ zone, rebuild: false });
      // A bulk load leaves a mark for each row; every day is marked below.
      await tx('analytics_dirty').delete();
      await tx.raw(
        `insert into analytics_dirty (at)
         select (day + interval '12 hours') at time zone ?
         from (select (min(at) at time zone ?)::date as first, (max(at) at time zone ?)::date as last
           from (${instants.join(' union all ')}) as covered (at)) as span
         cross join lateral generate_series(span.first::timestamp, span.last::timestamp, '1 day') as day`,
        [zone, zone, zone],
      );
    },
  };
}

/** The first and the last instant of each kind of row, by index. */
const instants = [
  ['orders', 'placed_at', 'true'],
  ['payments_refunds', 'processed_at', `status = 'processed'`],
  ['ledger_transactions', 'posted_at', 'true'],
].flatMap(([table = '', column = '', condition = '']) =>
  ['min', 'max'].map((end) => `select (select ${end}(${column}) from ${table} where ${condition})`),
);

export type RefreshStateRepository = ReturnType<typeof createRefreshStateRepository>;
