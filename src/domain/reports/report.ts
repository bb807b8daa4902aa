/** What a report says of itself: the list, the run, the files and their checks are derived from it. */

export const columnTypes = ['string', 'number', 'money', 'date', 'datetime', 'boolean'] as const;
export type ColumnType = (typeof columnTypes)[number];

export const filterTypes = ['enum', 'vendor', 'string'] as const;
export type FilterType = (typeof filterTypes)[number];

export type FigureType = 'number' | 'money';

export interface ReportColumn {
  key: string;
  label: string;
  type: ColumnType;
}

export interface ReportFilter {
  key: string;
  label: string;
  /** `enum`: one of `options`; `vendor`: the id of a vendor; `string`: equal, without regard to case. */
  type: FilterType;
  options?: { value: string; label: string }[];
}

/** A KPI or a series of a trend. */
export interface ReportFigure {
  key: string;
  label: string;
  type: FigureType;
}

export interface ReportMetadata {
  key: string;
  title: string;
  description: string;
  /** Label of the date that `from` and `to` apply to. */
  dateField: string;
  columns: ReportColumn[];
  filters: ReportFilter[];
  kpis?: ReportFigure[];
  trendSeries?: ReportFigure[];
}

export type ReportFilters = Readonly<Record<string, string>>;

/** What a report is run with. */
export interface ReportParams {
  /** Instants in ISO 8601; `from` inclusive, `to` exclusive. */
  from: string;
  to: string;
  filters: ReportFilters;
}

export type ReportValue = string | number | boolean | null;
export type ReportRow = Record<string, ReportValue>;

/** Options of an `enum` filter from the values of the domain: `partially_refunded` is shown as "Partially refunded". */
export function optionsOf(values: readonly string[]): { value: string; label: string }[] {
  return values.map((value) => {
    const words = value.replaceAll('_', ' ');
    return { value, label: words.charAt(0).toUpperCase() + words.slice(1) };
  });
}
