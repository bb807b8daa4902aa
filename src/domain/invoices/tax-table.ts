import { leviesUnionTerritoryTax } from '#domain/tax/gst-states.js';
import { sumOf } from './sum-of.js';
import type { PrintedTax } from './gst-split.js';
import { formatAmount, formatRate } from './money-format.js';

/** A line's taxes as they are printed, beside what they are charged on. */
export interface TaxedLine {
  hsnCode: string | null;
  /** Subunits. */
  taxableValue: number;
  taxes: PrintedTax[];
}

/** One rate and amount in a cell of the tax columns; `type` is set only where one column carries all types. */
export interface TaxCell {
  type: string | null;
  rate: string;
  amount: string;
}

export interface TaxSummary {
  rows: { hsn: string; taxableValue: string; cells: TaxCell[][]; tax: string }[];
  totals: { taxableValue: string; cells: string[]; tax: string };
}

/** The columns of a document's taxes: one for each type, or a single `Taxes` when they are too many for the page. */
export interface TaxColumns {
  headings: string[];
  types: string[];
  combined: boolean;
}

const NO_HSN = '–';
const MAX_TAX_COLUMNS = 3;
const legalOrder = ['CGST', 'SGST', 'IGST'];

/** Chooses the tax columns for the taxes that a document really has, in the order the law names them. */
export function taxColumns(lines: readonly TaxedLine[], stateOfSupply: string | null): TaxColumns {
  const found = [...new Set(lines.flatMap((line) => line.taxes.map((tax) => tax.type)))];
  const known = legalOrder.filter((type) => found.includes(type));
  const types = [...known, ...found.filter((type) => !legalOrder.includes(type))];
  if (types.length > MAX_TAX_COLUMNS) return { headings: ['Taxes'], types, combined: true };
  return { headings: types.map((type) => taxHeading(type, stateOfSupply)), types, combined: false };
}

/**
 * How a tax is called on paper. A territory without a legislature levies UTGST where a state levies SGST.
 * @param stateOfSupply GST code of the state that the goods go to; null when they leave India
 */
export function taxHeading(type: string, stateOfSupply: string | null): string {
  return type === 'SGST' && stateOfSupply !== null && leviesUnionTerritoryTax(stateOfSupply)
    ? 'SGST/UTGST'
    : type;
}

/** The cells of one line, as many as there are headings; a type the line does not have gives an empty cell. */
export function taxCells(taxes: readonly PrintedTax[], columns: TaxColumns, currency: string): TaxCell[][] {
  const print = (tax: PrintedTax): TaxCell => ({
    type: columns.combined ? tax.type : null,
    rate: formatRate(tax.rate),
    amount: formatAmount(tax.amount, currency),
  });
  const inOrder = columns.types.map((type) => taxes.filter((tax) => tax.type === type).map(print));
  return columns.combined ? [inOrder.flat()] : inOrder;
}

/** The sum of each tax column over all lines. */
export function taxColumnTotals(
  lines: readonly TaxedLine[],
  columns: TaxColumns,
  currency: string,
): string[] {
  const totals = columns.types.map((type) => totalOf(lines, type));
  return (columns.combined ? [sumOf(totals, (total) => total)] : totals).map((total) =>
    formatAmount(total, currency),
  );
}

/** The taxes of a document by HSN code and rate, with totals; a group for each different set of rates. */
export function summarizeTaxes(
  lines: readonly TaxedLine[],
  columns: TaxColumns,
  currency: string,
): TaxSummary {
  const money = (subunits: number) => formatAmount(subunits, currency);
  return {
    rows: groupByHsnAndRates(lines).map((group) => ({
      hsn: printHsn(group.hsnCode),
      taxableValue: money(group.taxableValue),
      cells: taxCells(group.taxes, columns, currency),
      tax: money(sumOf(group.taxes, (tax) => tax.amount)),
    })),
    totals: {
      taxableValue: money(sumOf(lines, (line) => line.taxableValue)),
      cells: taxColumnTotals(lines, columns, currency),
      tax: money(sumOf(columns.types, (type) => totalOf(lines, type))),
    },
  };
}

/** Subunits of one type of tax over all lines. */
export function totalOf(lines: readonly TaxedLine[], type: string): number {
  return sumOf(lines, (line) => sumOf(line.taxes, (tax) => (tax.type === type ? tax.amount : 0)));
}

/** The HSN code as printed, a dash when the vendor has not filled it in. */
export function printHsn(code: string | null): string {
  return code?.trim() || NO_HSN;
}

/** One line for each HSN code and set of rates. */
export function groupByHsnAndRates(lines: readonly TaxedLine[]): TaxedLine[] {
  const groups = new Map<string, TaxedLine>();
  for (const line of lines) {
    const key = JSON.stringify([printHsn(line.hsnCode), line.taxes.map((tax) => [tax.type, tax.rate])]);
    const group = groups.get(key);
    groups.set(key, group ? add(group, line) : line);
  }
  return [...groups.values()].sort((left, right) =>
    printHsn(left.hsnCode).localeCompare(printHsn(right.hsnCode)),
  );
}

/** Both have the same taxes in the same order: that is what put them into one group. */
function add(group: TaxedLine, line: TaxedLine): TaxedLine {
  return {
    hsnCode: group.hsnCode,
    taxableValue: group.taxableValue + line.taxableValue,
    taxes: group.taxes.map((tax, index) => ({
      ...tax,
      amount: tax.amount + (line.taxes[index]?.amount ?? 0),
    })),
  };
}
