import { integer, text } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { applyFilter } from '#db/kernel/list-filter.js';
import type { ListPageOptions } from '#db/kernel/list-page.js';
import type { ListFilter, ListQuery } from '#domain/_shared/list-query.js';
import { countedRows } from './order-counts.repository.js';

const DAY_MS = 86_400_000;

/** A bound of the instants at which orders were placed. */
interface Bound {
  operator: 'gt' | 'gte' | 'lt' | 'lte';
  value: Date;
}

interface Kept {
  /** Filters of the states, on columns that orders and counts share. */
  states: ListFilter[];
  lower?: Bound;
  upper?: Bound;
}

const later = (bound: Bound | undefined, other: Bound) =>
  !bound || other.value > bound.value || (+other.value === +bound.value && other.operator === 'gt');
const earlier = (bound: Bound | undefined, other: Bound) =>
  !bound || other.value < bound.value || (+other.value === +bound.value && other.operator === 'lt');

/** What counts by day can say of these filters; undefined where one is of something else. */
function keptFilters(filters: readonly ListFilter[]): Kept | undefined {
  const kept: Kept = { states: [] };
  for (const filter of filters) {
    const { field, operator, value } = filter;
    if (field === 'status' || field === 'paymentStatus') kept.states.push(filter);
    else if (field !== 'placedAt' || !(value instanceof Date)) return undefined;
    else if (operator === 'gt' || operator === 'gte') {
      if (later(kept.lower, { operator, value })) kept.lower = { operator, value };
    } else if (operator === 'lt' || operator === 'lte') {
      if (earlier(kept.upper, { operator, value })) kept.upper = { operator, value };
    } else return undefined;
  }
  return kept;
}

const startOfDay = (instant: Date) => Math.floor(+instant / DAY_MS) * DAY_MS;

/** The first whole day from a bound on, and the end of the last whole day before one. */
function wholeDays({ lower, upper }: Kept): { from?: Date; to?: Date } {
  const isStart = lower?.operator === 'gte' && +lower.value === startOfDay(lower.value);
  return {
    ...(lower && { from: new Date(isStart ? +lower.value : startOfDay(lower.value) + DAY_MS) }),
    ...(upper && { to: new Date(startOfDay(upper.value)) }),
  };
}

/**
 * Totals and far pages of the list of all orders from the counts that are kept by day: whole days are summed up, and of
 * the two days at the ends only the orders beside the bounds are counted.
 */
export function keptOrderTotals(
  knex: Knex,
  { filters, sort, offset }: Pick<ListQuery, 'filters' | 'sort' | 'offset'>,
): Pick<ListPageOptions, 'keptTotal' | 'keptStart'> {
  const kept = keptFilters(filters);
  if (!kept) return {};
  const { states, lower, upper } = kept;
  const { from, to } = wholeDays(kept);
  if (from && to && from >= to) return {};

  const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);
  const days = countedRows(knex, 'orders_counts', (rows) => {
    for (const filter of states) applyFilter(rows, filter.field, filter);
    if (from) void rows.where('day', '>=', dayOf(from));
    if (to) void rows.where('day', '<', dayOf(to));
  });
  /** The orders between a bound and its whole days. */
  const beside = (bound: Bound | undefined, day: Date | undefined) => {
    if (!bound || !day) return undefined;
    const rows = knex('orders');
    for (const filter of states) applyFilter(rows, filter.field, filter);
    applyFilter(rows, 'placedAt', { field: 'placedAt', ...bound });
    return rows.where('placedAt', bound === lower ? '<' : '>=', day).count();
  };
  const sumOf = async (parts: (Knex.QueryBuilder | undefined)[]) => {
    const wanted = parts.filter((part) => part !== undefined);
    const sql = wanted.map(() => '(?)').join(' + ') || '0';
    const rows = await query(knex, { total: integer })(`select coalesce(${sql}, 0)::bigint as total`, wanted);
    return rows[0]?.total ?? 0;
  };

  const sum = knex.from(days.clone().as('days')).select(knex.raw('coalesce(sum(counted), 0)'));
  return {
    keptTotal: () => sumOf([sum, beside(lower, from), beside(upper, to)]),
    async keptStart() {
      if (sort.field !== 'placedAt') return undefined;
      const isDown = sort.direction === 'desc';
      const before = await sumOf([isDown ? beside(upper, to) : beside(lower, from)]);
      if (offset < before) return undefined;
      const rows = await query(knex, { day: text, passed: integer })(
        `select day::text, passed from (
           select day, (sum(sum(counted)) over (order by day ${sort.direction}) - sum(counted))::bigint as passed
           from (?) as days group by day) as days
         where passed <= ? order by passed desc, day ${isDown ? 'asc' : 'desc'} limit 1`,
        [days, offset - before],
      );
      const [found] = rows;
      if (!found) return undefined;
      const start = new Date(`${found.day}T00:00:00Z`);
      const bound = isDown ? new Date(+start + DAY_MS) : start;
      return {
        bound,
        offset: offset - before - found.passed,
        narrow: (page) => void page.where('o.placedAt', isDown ? '<' : '>=', bound),
      };
    },
  };
}

/** The number of sub-orders of a vendor whose order was confirmed, by state; undefined with any other filter. */
export function keptVendorTotal(
  knex: Knex,
  vendorId: string,
  filters: readonly ListFilter[],
): Pick<ListPageOptions, 'keptTotal'> {
  if (filters.some(({ field }) => field !== 'status')) return {};
  return { keptTotal: () => vendorSum(knex, vendorId, filters, true) };
}

/** The number of orders with a sub-order of the vendor, confirmed or not. */
export function vendorSum(
  knex: Knex,
  vendorId: string,
  filters: readonly ListFilter[] = [],
  onlyConfirmed = false,
): Promise<number> {
  const counts = countedRows(knex, 'orders_vendor_counts', (rows) => {
    void rows.where({ vendorId, ...(onlyConfirmed && { confirmed: true }) });
    for (const filter of filters) applyFilter(rows, filter.field, filter);
  });
  return knex
    .from(counts.as('counts'))
    .first(knex.raw('coalesce(sum(counted), 0)::bigint as total'))
    .then((row: { total: number } | undefined) => row?.total ?? 0);
}
