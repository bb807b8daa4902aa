import type { RollupTable } from './rollup-tables.js';

/**
 * Brings the rows of some days in line with the raw rows: what differs is written, what is gone is deleted, and the sums
 * over days move by the difference. Days that are right already are read and not written.
 * @param details the statement of the right rows, with its bindings for `d`
 */
export function settleSql(table: RollupTable, details: { ctes: string; select: string }): string {
  const { name, key, measures, sums } = table;
  const on = key.map((column) => `fresh.${column} = old.${column}`).join(' and ');
  const keys = key.map((column) => `coalesce(fresh.${column}, old.${column}) as ${column}`);
  const values = measures.map((item) => `coalesce(fresh.${item}, 0) as ${item}`);
  const diffs = measures.map(
    (item) => `coalesce(fresh.${item}, 0) - coalesce(old.${item}, 0) as diff_${item}`,
  );
  const first = key[0] ?? '';
  const differs = ['fresh', 'old'].map((side) => measures.map((item) => `${side}.${item}`).join(', '));
  const moved = measures.length > 0 ? ` or (${differs[0]}) is distinct from (${differs[1]})` : '';
  const written = [...key, ...measures].join(', ');
  const replaced = measures.map((item) => `${item} = excluded.${item}`).join(', ');
  return `
    with ${details.ctes},
    fresh as (${details.select}),
    old as (select * from ${name} where day = any(array(select day from d))),
    changed as materialized (
      select ${[...keys, `fresh.${first} is null as gone`, ...values, ...diffs].join(', ')}
      from fresh full join old on ${on}
      where fresh.${first} is null or old.${first} is null${moved}),
    removed as (
      delete from ${name} as target using changed
      where changed.gone and ${key.map((column) => `target.${column} = changed.${column}`).join(' and ')}),
    written as (
      insert into ${name} (${written}) select ${written} from changed where not gone
      on conflict (${key.join(', ')}) do ${replaced ? `update set ${replaced}` : 'nothing'})
    ${sums ? sumsSql(sums, measures) : 'select'}`;
}

function sumsSql(sums: NonNullable<RollupTable['sums']>, measures: readonly string[]): string {
  const keys = Object.keys(sums.key);
  const moves = measures.map((item) => `sum(diff_${item})::bigint as ${item}`);
  const selected = Object.entries(sums.key).map(([column, expression]) => `${expression} as ${column}`);
  const added = measures.map((item) => `${item} = ${sums.name}.${item} + excluded.${item}`);
  return `insert into ${sums.name} (${[...keys, ...measures].join(', ')})
    select ${[...selected, ...moves].join(', ')} from changed group by ${keys.map((_, index) => index + 1).join(', ')}
    on conflict (${keys.join(', ')}) do update set ${added.join(', ')}`;
}
