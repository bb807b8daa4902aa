import pg from 'pg';
import type { Knex } from '#db/kernel/knex.js';
import type { ListPageOptions } from '#db/kernel/list-page.js';
import { storeSettings } from '#domain/settings/store.settings.js';
import type { SettingsReader } from '#lib/settings.js';
import type { ReportMetadata, ReportParams } from '#domain/reports/report.js';

/** The arguments of a report as SQL, to be put into its statements as they are. */
export interface ReportArguments {
  /** `timestamptz`; rows dated `from` are in, those dated `to` are out. */
  from: string;
  to: string;
  /** `text`: the time zone of the store. */
  timeZone: string;
  /** `uuid`: the vendor of a vendor's report. */
  vendorId: string;
  /** Whether the filter is set. */
  has(filter: string): boolean;
  /** `text`: the value of the filter. */
  filter(filter: string): string;
}

/** The statements of a report. Each takes its arguments as SQL, so that a run, a cursor and `COPY` share it. */
export interface ReportStatements {
  /**
   * The rows of the report without their columns: `id` (any type) and what `order` names. It is counted, and pages are
   * found by it, so it is best answered by an index alone.
   */
  keys(args: ReportArguments): string;
  /** The order of the rows, by the columns of `keys`; total, so that pages do not overlap. */
  order: string;
  /**
   * The columns of the rows in `wanted (id, place)`, and `place`. Columns are the keys of the metadata in snake case;
   * `money` is `bigint` in subunits, `number` `integer`, `bigint` or `double precision`, `datetime` `timestamptz`.
   */
  rows(args: ReportArguments): string;
  /** One row with a column for each KPI. */
  summary?(args: ReportArguments): string;
  /** What the trend sums up: `at` (`timestamptz`) and a column for each series. */
  trend?(args: ReportArguments): string;
}

/** A report: what it says of itself, and its statements. */
export type ReportDefinition = ReportMetadata & ReportStatements;

/** What a report of the platform itself may have besides. */
export interface KeptReport {
  /** The total and a nearer start of far pages from counts that are kept, where these know all of the filters. */
  kept?(
    knex: Knex,
    input: ReportInput,
    page: { offset: number },
  ): Pick<ListPageOptions, 'keptTotal' | 'keptStart'>;
}

/** What the statements of a report are run with. */
export interface ReportInput extends ReportParams {
  timeZone: string;
  vendorId: string | null;
}

/** The settings that statements are run with. */
export function reportSettings(settings: Pick<SettingsReader, 'get'>): Pick<ReportInput, 'timeZone'> {
  return {
    timeZone: settings.get(storeSettings.timeZone),
  };
}

type Value = string | number | null;

/** Arguments as named bindings of knex. */
export function boundArguments(input: ReportInput): {
  args: ReportArguments;
  bindings: Record<string, Value>;
} {
  const bindings: Record<string, Value> = {};
  const bind = (name: string, value: Value, type: string) => {
    bindings[name] = value;
    // Not with `::`, which would read as the end of a binding for an identifier.
    return `cast(:${name} as ${type})`;
  };
  return { args: argumentsOf(input, bind), bindings };
}

/** Arguments as literals, for `COPY`, which takes no bindings. */
export function literalArguments(input: ReportInput): ReportArguments {
  return argumentsOf(input, (_name, value, type) =>
    value === null ? `null::${type}` : `${pg.escapeLiteral(String(value))}::${type}`,
  );
}

function argumentsOf(
  input: ReportInput,
  bind: (name: string, value: Value, type: string) => string,
): ReportArguments {
  const { filters } = input;
  return {
    // A binding that no statement names is not sent, so each is made where it is asked for.
    get from() {
      return bind('rangeFrom', input.from, 'timestamptz');
    },
    get to() {
      return bind('rangeTo', input.to, 'timestamptz');
    },
    get timeZone() {
      return bind('timeZone', input.timeZone, 'text');
    },
    get vendorId() {
      return bind('ownVendorId', input.vendorId, 'uuid');
    },
    has: (filter) => Object.hasOwn(filters, filter),
    filter: (filter) => bind(`filter_${filter}`, filters[filter] ?? null, 'text'),
  };
}

/** `condition` where the filter is set, nothing otherwise. */
export function whereFilter(
  args: ReportArguments,
  filter: string,
  condition: (value: string) => string,
): string {
  return args.has(filter) ? ` and ${condition(args.filter(filter))}` : '';
}

/** Rows of the report from the given place on, as `wanted` and the columns beside it. */
export function rowsStatement(report: ReportDefinition, args: ReportArguments, page: string): string {
  return `with wanted as materialized (
      select k.id, row_number() over () as place
      from (select * from (${report.keys(args)}) as found order by ${report.order} ${page}) as k
    ) ${report.rows(args)}`;
}

/** The number of rows; counts no further than `most`. */
export function countStatement(report: ReportDefinition, args: ReportArguments, most?: number): string {
  const limit = most === undefined ? '' : ` limit ${most}`;
  return `select count(*) as total from (select 1 from (${report.keys(args)}) as found${limit}) as counted`;
}
