import { sumOf } from './sum-of.js';
import { splitLineTaxes, type PrintedTax, type SupplyParties } from './gst-split.js';
import type { DocumentParties } from './invoice-parties.js';
import { untaxedShipping } from './invoice-shipping.js';
import type { InvoiceLine, InvoiceShippingLine, InvoiceSnapshot } from './invoice-snapshot.js';
import type { InvoiceLineTotals, InvoiceViewLine } from './invoice-view.js';
import { formatAmount } from './money-format.js';
import { stateOfSupply } from './place-of-supply.js';
import {
  groupByHsnAndRates,
  printHsn,
  taxColumnTotals,
  taxCells,
  type TaxColumns,
  type TaxedLine,
} from './tax-table.js';

/** An order line whose taxes are split the way they are printed. */
export type PrintedLine = Omit<InvoiceLine, 'taxes'> & { taxes: PrintedTax[] };

/** The unit quantity code of the GST network for things counted in numbers, which is how every variant is sold. */
const NUMBERS = 'NOS';
const NOTHING = '–';

/**
 * The order's lines with their taxes split by seller and place of supply.
 * @throws InvoiceRuleError `seller_without_gstin`
 */
export function printedLines(snapshot: InvoiceSnapshot): PrintedLine[] {
  const parties = supplyParties(snapshot);
  return snapshot.lines.map((line) => ({ ...line, taxes: splitLineTaxes(line.taxes, parties) }));
}

/** The shipping of an order that is taxed with its lines, split the same way. */
export type PrintedShipping = Omit<InvoiceShippingLine, 'taxes'> & { taxes: PrintedTax[] };

export function printedShipping(
  snapshot: Pick<InvoiceSnapshot, 'shippingLines'> & DocumentParties,
): PrintedShipping[] {
  const parties = supplyParties(snapshot);
  return (snapshot.shippingLines ?? []).map((line) => ({
    ...line,
    taxes: splitLineTaxes(line.taxes, parties),
  }));
}

export function supplyParties(snapshot: DocumentParties): SupplyParties {
  return {
    sellerGstin: snapshot.seller.gstin,
    sellerStateCode: snapshot.seller.stateCode,
    stateOfSupply: stateOfSupply(snapshot),
  };
}

/** The rows of the goods, then shipping: a row for each set of rates that it is taxed at, or one without tax. */
export function layoutRows(
  snapshot: InvoiceSnapshot,
  lines: readonly PrintedLine[],
  shipping: readonly PrintedShipping[],
  columns: TaxColumns,
): InvoiceViewLine[] {
  const { currency } = snapshot;
  const goods = lines
    .filter(({ quantity, total }) => quantity > 0 || total > 0)
    .map((line, index) => layoutRow(line, index + 1, columns, currency));
  const untaxed = untaxedShipping(snapshot);
  return [
    ...goods,
    ...layoutShipping(shipping, columns, currency),
    ...(untaxed > 0 ? [untaxedShippingRow(untaxed, columns, currency)] : []),
  ];
}

/** Taxed shipping, a row for each set of rates. Its HSN code is that of the goods, as the summary of taxes shows. */
export function layoutShipping(
  shipping: readonly (TaxedLine & { total: number })[],
  columns: TaxColumns,
  currency: string,
): InvoiceViewLine[] {
  const amount = (subunits: number) => formatAmount(subunits, currency);
  const groups = groupByHsnAndRates(shipping.map((line) => ({ ...line, hsnCode: null })));
  return groups.map(({ taxableValue, taxes }) => ({
    ...emptyShippingRow(columns),
    taxableValue: amount(taxableValue),
    taxes: taxCells(taxes, columns, currency),
    total: amount(taxableValue + sumOf(taxes, (tax) => tax.amount)),
  }));
}

/** The foot of the table; it agrees with the order's grand total because shipping is one of the rows. */
export function layoutRowTotals(
  snapshot: InvoiceSnapshot,
  lines: readonly PrintedLine[],
  shipping: readonly PrintedShipping[],
  columns: TaxColumns,
): InvoiceLineTotals {
  const taxed = [...lines, ...shipping];
  return {
    quantity: String(sumOf(lines, (line) => line.quantity)),
    discount: formatAmount(snapshot.totals.discount, snapshot.currency),
    taxableValue: formatAmount(
      sumOf(taxed, (line) => line.taxableValue),
      snapshot.currency,
    ),
    taxes: taxColumnTotals(taxed, columns, snapshot.currency),
    total: formatAmount(snapshot.totals.grandTotal, snapshot.currency),
  };
}

function layoutRow(
  line: PrintedLine,
  number: number,
  columns: TaxColumns,
  currency: string,
): InvoiceViewLine {
  const amount = (subunits: number) => formatAmount(subunits, currency);
  return {
    number: String(number),
    title: line.title,
    sku: line.sku,
    hsn: printHsn(line.hsnCode),
    quantity: String(line.quantity),
    unit: NUMBERS,
    unitPrice: amount(line.unitPrice),
    discount: line.discount === 0 ? NOTHING : amount(line.discount),
    taxableValue: amount(line.taxableValue),
    taxes: taxCells(line.taxes, columns, currency),
    total: amount(line.total),
  };
}

export function untaxedShippingRow(shipping: number, columns: TaxColumns, currency: string): InvoiceViewLine {
  return { ...emptyShippingRow(columns), total: formatAmount(shipping, currency) };
}

function emptyShippingRow(columns: TaxColumns): InvoiceViewLine {
  return {
    number: '',
    title: 'Shipping',
    sku: null,
    hsn: NOTHING,
    quantity: '',
    unit: '',
    unitPrice: '',
    discount: NOTHING,
    taxableValue: NOTHING,
    taxes: columns.headings.map(() => []),
    total: '',
  };
}
