import { integer, type RowOf, text, textOf } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { BoundedPeriod, Calendar, Period } from '#domain/analytics/periods.js';
import { dayBindings, dayRowsSql } from './day-rows-sql.js';
import { dayMeasures, type RollupTables } from './rollup-tables.js';

/** What a scope added up to in a window. Amounts are subunits, times milliseconds. */
const sumColumns = {
  grossSales: integer,
  orders: integer,
  units: integer,
  refunds: integer,
  pending: integer,
  fulfilled: integer,
  delivered: integer,
  cancelled: integer,
  returned: integer,
  fulfillMs: integer,
  fulfillCount: integer,
  deliverMs: integer,
  deliverCount: integer,
  commission: integer,
  netEarnings: integer,
  payouts: integer,
};
export type Sums = RowOf<typeof sumColumns>;
export type ScopeSums<P> = Sums & { scope: string; period: P };

const sums = dayMeasures.map((item) => `sum(${item})::bigint as ${item}`).join(', ');

/** The sums of every scope that has any, by window. */
export async function readPeriodSums(
  reader: Reader,
  tables: RollupTables,
  { bounds, today }: Calendar,
): Promise<ScopeSums<Period>[]> {
  return query(reader, { ...sumColumns, scope: text, period: textOf<Period>() })(
    `select scope, w.period, ${sums}
     from unnest(?::text[], ?::date[]) as w (period, first_day)
     join ${tables.days.name} d on d.day >= w.first_day and d.day <= ?
     group by scope, w.period
     union all
     select scope, 'all_time', ${sums} from ${tables.days.sums.name} group by scope`,
    [bounds.map(({ period }) => period), bounds.map(({ firstDay }) => firstDay), today],
  );
}

/** The same of the windows before: their whole days from the rollups, the day that is cut at a clock time from raw rows. */
export async function readPreviousSums(
  reader: Reader,
  tables: RollupTables,
  { bounds }: Calendar,
): Promise<ScopeSums<BoundedPeriod>[]> {
  const cuts = bounds.map(({ previous }) => previous.cutDay);
  return query(reader, { ...sumColumns, scope: text, period: textOf<BoundedPeriod>() })(
    `with ${dayRowsSql.ctes}, cut as (${dayRowsSql.select}),
     w as (select * from unnest(?::text[], ?::date[], ?::date[], ?::date[]) as w (period, first_day, last_day, cut_day))
     select scope, period, ${sums}
     from (
       select w.period, d.* from w join ${tables.days.name} d on d.day between w.first_day and w.last_day
       union all
       select w.period, ${['day', 'scope', ...dayMeasures].map((item) => `cut.${item}`).join(', ')}
       from w join cut on cut.day = w.cut_day) as before
     group by scope, period`,
    [
      ...dayBindings(cuts),
      bounds.map(({ period }) => period),
      bounds.map(({ previous }) => previous.firstDay),
      bounds.map(({ previous }) => previous.lastDay),
      cuts.map(({ day }) => day),
    ],
  );
}

/** Buyers of a window who also bought before it, by scope. */
export async function readReturningBuyers(
  reader: Reader,
  tables: RollupTables,
  { bounds, today }: Calendar,
): Promise<{ scope: string; period: BoundedPeriod; buyers: number }[]> {
  const name = tables.buyerDays.name;
  const firstDays = bounds.map(({ firstDay }) => firstDay);
  return query(reader, { scope: text, period: textOf<BoundedPeriod>(), buyers: integer })(
    `with buyers as materialized (
       select b.scope, b.last, before.first
       from (select scope, buyer, max(day) as last from ${name} where day >= ? and day <= ? group by scope, buyer) as b
       cross join lateral (
         select min(day) as first from ${name} e where e.scope = b.scope and e.buyer = b.buyer) as before)
     select scope, w.period, count(*) as buyers
     from unnest(?::text[], ?::date[]) as w (period, first_day)
     join buyers on buyers.last >= w.first_day and buyers.first < w.first_day
     group by scope, w.period`,
    [[...firstDays].sort()[0] ?? today, today, bounds.map(({ period }) => period), firstDays],
  );
}
