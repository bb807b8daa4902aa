import { boolean, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Tx } from '#db/kernel/unit-of-work.js';
import type { RollupTable } from './rollup-tables.js';

/** Makes temporary tables of the shape of the rollups, which end with the transaction. */
export async function createTemporaryRollups(
  tx: Tx,
  tables: readonly RollupTable[],
  like: readonly RollupTable[],
): Promise<void> {
  for (const [index, { name, sums }] of tables.entries()) {
    const model = like[index];
    if (!model) continue;
    await tx.raw(`create temporary table ${name} (like ${model.name} including all) on commit drop`);
    if (sums && model.sums)
      await tx.raw(
        `create temporary table ${sums.name} (like ${model.sums.name} including all) on commit drop`,
      );
  }
}

/** Days, among these, on which two rollups of the same shape have other rows. */
export async function differingDays(
  tx: Tx,
  item: RollupTable,
  other: RollupTable,
  days: string[],
): Promise<string[]> {
  const rows = ({ name }: RollupTable) => `select * from ${name} where day = any(?::date[])`;
  const found = await query(tx, { day: text })(
    `select distinct day from (
       (${rows(item)} except ${rows(other)}) union all (${rows(other)} except ${rows(item)})) as differing
     order by day`,
    [days, days, days, days],
  );
  return found.map(({ day }) => day);
}

/** Whether the sums over days are those of the days. */
export async function sumsAgree(tx: Tx, { name, sums, measures }: RollupTable): Promise<boolean> {
  if (!sums) return true;
  const keys = Object.entries(sums.key).map(([column, expression]) => `${expression} as ${column}`);
  const added = measures.map((item) => `sum(${item})::bigint as ${item}`);
  const list = [...Object.keys(sums.key), ...measures].join(', ');
  // Sums of days that are gone stay behind as zeros.
  const any = measures.map((item) => `${item} <> 0`).join(' or ');
  const computed = `select ${list} from (select ${[...keys, ...added].join(', ')} from ${name}
    group by ${keys.map((_, index) => index + 1).join(', ')}) as computed where ${any}`;
  const stored = `select ${list} from ${sums.name} where ${any}`;
  const rows = await query(tx, { differ: boolean })(
    `select exists ((${computed} except ${stored}) union all (${stored} except ${computed})) as differ`,
  );
  return rows[0]?.differ === false;
}

/** The months that have rollups, oldest first, up to a day. */
export async function olderMonths(tx: Tx, before: string): Promise<string[]> {
  const rows = await query(tx, { month: text })(
    'select distinct month from analytics_months where month < ? order by month',
    [before],
  );
  return rows.map(({ month }) => month);
}
