import pg from 'pg';
import { snakeCase } from '#db/kernel/case-mapping.js';
import type { ReportColumn } from '#domain/reports/report.js';
import {
  countStatement,
  literalArguments,
  type ReportDefinition,
  type ReportInput,
  rowsStatement,
} from './report-sql.js';

/** Spreadsheets take a text that begins with one of these for a formula. */
const FORMULA_STARTS = String.raw`E'=', E'+', E'-', E'@', E'\t', E'\r'`;

/** Days from the first day of spreadsheets, 1899-12-30, to that of Unix. */
const UNIX_EPOCH_DAY = 25_569;

/** Counts the rows of a file, one more than it can hold at most. */
export function fileCountStatement(report: ReportDefinition, input: ReportInput, maxRows: number): string {
  return countStatement(report, literalArguments(input), maxRows + 1);
}

/** `COPY` of all rows of a report, with the values as the CSV file has them. */
export function csvStatement(report: ReportDefinition, input: ReportInput, maxRows: number): string {
  const zone = pg.escapeLiteral(input.timeZone);
  const values = report.columns.map((column) => csvValue(column, `r.${snakeCase(column.key)}`, zone));
  return `copy (${orderedRows(report, input, maxRows, values)}) to stdout with (format csv)`;
}

/** All rows of a report for a workbook: an array of values for each row, in the order of the columns. */
export function sheetStatement(report: ReportDefinition, input: ReportInput, maxRows: number): string {
  const zone = pg.escapeLiteral(input.timeZone);
  const values = report.columns.map(
    (column, index) => `${sheetValue(column, `r.${snakeCase(column.key)}`, zone)} as c${index}`,
  );
  return orderedRows(report, input, maxRows, values);
}

function orderedRows(
  report: ReportDefinition,
  input: ReportInput,
  maxRows: number,
  values: string[],
): string {
  const statement = rowsStatement(report, literalArguments(input), `limit ${maxRows}`);
  return `select ${values.join(', ')} from (${statement}) as r order by r.place`;
}

function csvValue({ type }: ReportColumn, value: string, zone: string): string {
  switch (type) {
    case 'money':
      return currencyUnits(value);
    case 'datetime':
      return zonedInstant(value, zone);
    case 'boolean':
      return `case when ${value} then 'true' when not ${value} then 'false' end`;
    case 'string':
      return neutralised(value);
    default:
      return value;
  }
}

function sheetValue({ type }: ReportColumn, value: string, zone: string): string {
  switch (type) {
    case 'datetime':
      return `(extract(epoch from ${value} at time zone ${zone}) / 86400 + ${UNIX_EPOCH_DAY})::double precision`;
    case 'date':
      return `(${value}::date - date '1899-12-30')`;
    default:
      return value;
  }
}

/** `2026-12-01T00:30:00+05:30`: on the clock of the store, as in a workbook, so that a sale falls into one month in both. */
function zonedInstant(value: string, zone: string): string {
  const local = `${value} at time zone ${zone}`;
  const offset = `((${local}) - (${value} at time zone 'UTC'))`;
  return `to_char(${local}, 'YYYY-MM-DD"T"HH24:MI:SS') || case when ${offset} < interval '0' then '-' else '+' end
    || to_char(greatest(${offset}, - ${offset}), 'HH24:MI')`;
}

/** `-1234567` becomes `-12345.67`, by whole numbers alone. */
function currencyUnits(value: string): string {
  return (
    `case when ${value} < 0 then '-' else '' end || (abs(${value}) / 100) || '.' || ` +
    `lpad((abs(${value}) % 100)::text, 2, '0')`
  );
}

/** A text that a spreadsheet would compute gets an apostrophe in front. In a workbook a cell of text needs none. */
function neutralised(value: string): string {
  return `case when left(${value}, 1) in (${FORMULA_STARTS}) then '''' || ${value} else ${value} end`;
}
