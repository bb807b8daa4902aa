import { isOneLine } from '#domain/_shared/one-line.js';
import type { Parsed } from './cell-values.js';
import type { AttributeCell, CellIssue, CustomFieldCell, Skipped } from './imported-product.js';
import { columnLabel, type ColumnNames, type ProductColumn } from './product-columns.js';

/** The cells of one row by column, and the problems found in them. */
export class RowCells {
  readonly issues: CellIssue[] = [];
  readonly #record: Readonly<Record<string, string>>;
  readonly #columns: ColumnNames;

  constructor(record: Readonly<Record<string, string>>, columns: ColumnNames) {
    this.#record = record;
    this.#columns = columns;
  }

  /** Whether the file has the column at all. */
  has(column: ProductColumn): boolean {
    return this.#columns[column] !== undefined;
  }

  /** The trimmed text; empty where the cell is blank or the file lacks the column. */
  text(column: ProductColumn): string {
    const header = this.#columns[column];
    return header === undefined ? '' : (this.#record[header] ?? '').trim();
  }

  /** The cells of attributes; undefined where the file has no column of one. */
  attributes(): AttributeCell[] | undefined {
    return this.#columns.attributes?.map(({ code, header }) => ({
      code,
      column: header,
      text: (this.#record[header] ?? '').trim(),
    }));
  }

  /** The cells of custom fields; undefined where the file has no column of one. */
  customFields(): CustomFieldCell[] | undefined {
    return this.#columns.customFields?.map(({ key, header }) => ({
      key,
      column: header,
      text: (this.#record[header] ?? '').trim(),
    }));
  }

  /** Reports the cells that are not one line, as the API would refuse them; spaces and line breaks around a text are left out. */
  expectOneLine(columns: readonly ProductColumn[], skips: Skipped): void {
    for (const column of columns) {
      const header = this.#columns[column];
      const cell = header === undefined ? '' : (this.#record[header] ?? '');
      if (!isOneLine(cell.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')))
        this.report(column, 'The text must be one line without control characters.', skips);
    }
  }

  /** Whether any of the columns has a text. */
  says(columns: readonly ProductColumn[]): boolean {
    return columns.some((column) => this.text(column) !== '');
  }

  /** The text of a column that a blank cell clears. */
  clearable(column: ProductColumn): string | null | undefined {
    return this.has(column) ? this.text(column) || null : undefined;
  }

  /** The value of a column that a blank cell leaves as it is; a bad one is reported and gives nothing. */
  value<T>(column: ProductColumn, parse: (text: string) => Parsed<T>, skips: Skipped): T | undefined {
    const text = this.text(column);
    if (text === '') return undefined;
    const parsed = parse(text);
    if (parsed.reason === undefined) return parsed.value;
    this.report(column, parsed.reason, skips);
    return undefined;
  }

  /** The value of a column that a blank cell clears; a bad one is reported and gives nothing. */
  clearableValue<T>(
    column: ProductColumn,
    parse: (text: string) => Parsed<T | null>,
    skips: Skipped,
  ): T | null | undefined {
    if (!this.has(column)) return undefined;
    return this.text(column) === '' ? null : this.value(column, parse, skips);
  }

  report(column: ProductColumn, reason: string, skips: Skipped): void {
    this.issues.push({ column: columnLabel(this.#columns, column), reason, skips });
  }
}
