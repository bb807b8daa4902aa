import type { ListFilter } from '#domain/_shared/list-query.js';
import type { Knex } from './knex.js';

/** A column with an index that begins with it, and few different values: a method, a kind, a financial year. */
export interface FewValues {
  table: string;
  column: string;
  /** Where the index begins with another column: its value for all rows of the list. */
  within?: { column: string; value: string };
}

/** A column with more is searched like any other. */
const MAX_VALUES = 500;

/** The values of a column: one look into its index for each, however many rows have it. */
async function valuesOf(knex: Knex.Client, { table, column, within }: FewValues): Promise<string[]> {
  const next = `select ${column} as value from ${table} where ${within ? `${within.column} = ? and ` : ''}`;
  const { rows } = (await knex.raw(
    `with recursive found as (
       (${next}${column} is not null order by ${column} limit 1)
       union all
       select (${next}${column} > found.value order by ${column} limit 1) from found where found.value is not null
     )
     select value from found where value is not null limit ${MAX_VALUES + 1}`,
    within ? [within.value, within.value] : [],
  )) as { rows: { value: string }[] };
  return rows.map(({ value }) => value);
}

/**
 * Filters that no index serves, by the values that they mean: `like` and `ne` on a column of few values become a list of
 * those that pass. All others stay as they are.
 */
export function byValues(
  knex: Knex.Client,
  filters: readonly ListFilter[],
  fewValues: Readonly<Record<string, FewValues>>,
): Promise<ListFilter[]> {
  return Promise.all(
    filters.map(async (filter): Promise<ListFilter> => {
      const { field, operator, value } = filter;
      const few = fewValues[field];
      if (!few || (operator !== 'like' && operator !== 'ne')) return filter;
      const values = await valuesOf(knex, few);
      if (values.length > MAX_VALUES) return filter;
      const part = String(value).toLowerCase();
      const passing = values.filter((item) =>
        operator === 'ne' ? item !== value : item.toLowerCase().includes(part),
      );
      return { field, operator: 'in', value: passing };
    }),
  );
}
