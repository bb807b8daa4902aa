import type { ListQuery } from '#domain/_shared/list-query.js';
import type { CountCache } from './count-cache.js';
import type { Knex } from './knex.js';

/** Up to here a total is counted, also where an estimate would do. */
const COUNTED = 50_000;

export interface ListTotal {
  total: number;
  totalExact?: false;
}

/** How many rows the planner expects: from its statistics, without reading any. */
async function estimateOf(matching: Knex.QueryBuilder): Promise<number> {
  const { sql, bindings } = matching.clone().select(matching.client.raw('1')).toSQL();
  const explained = (await matching.client.raw(`explain (format json) ${sql}`, bindings)) as {
    rows: {
      'QUERY PLAN'?: { Plan: { 'Plan Rows': number } }[];
      queryPlan?: { Plan: { 'Plan Rows': number } }[];
    }[];
  };
  const [row] = explained.rows;
  return (row?.['QUERY PLAN'] ?? row?.queryPlan)?.[0]?.Plan['Plan Rows'] ?? 0;
}

export interface TotalOptions {
  query: ListQuery;
  /** For big lists: counted once per filter in a few seconds. */
  counts?: { cache: CountCache; name: string } | undefined;
  /** The sum of counts that are kept with every write; undefined where they do not know these filters. */
  keptTotal?: (() => Promise<number> | undefined) | undefined;
}

/** The number of all rows that match: kept, estimated where that was asked for and it is large, or counted. */
export async function totalOf(
  matching: Knex.QueryBuilder,
  { query, counts, keptTotal }: TotalOptions,
): Promise<ListTotal> {
  const count = async () => {
    const kept = keptTotal?.();
    if (kept !== undefined) return kept;
    const [row] = (await matching.clone().count({ total: '*' })) as { total: number }[];
    return row?.total ?? 0;
  };
  if (query.estimate) {
    const estimate = await estimateOf(matching);
    if (estimate > COUNTED) return { total: estimate, totalExact: false };
  }
  const { filters, search, includeDeleted } = query;
  const key = counts ? `${counts.name} ${JSON.stringify([filters, search, includeDeleted])}` : '';
  return { total: await (counts ? counts.cache.get(key, count) : count()) };
}
