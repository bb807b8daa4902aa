import { sumOf } from './sum-of.js';
import { splitLineTaxes, type PrintedTax } from './gst-split.js';
import type { InvoiceLine, InvoiceSnapshot } from './invoice-snapshot.js';
import type { InvoiceLineTotals, InvoiceViewLine } from './invoice-view.js';
import { formatAmount } from './money-format.js';
import { stateOfSupply } from './place-of-supply.js';
import { printHsn, taxColumnTotals, taxCells, type TaxColumns } from './tax-table.js';

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
  const parties = {
    sellerGstin: snapshot.seller.gstin,
    sellerStateCode: snapshot.seller.stateCode,
    stateOfSupply: stateOfSupply(snapshot),
  };
  return snapshot.lines.map((line) => ({ ...line, taxes: splitLineTaxes(line.taxes, parties) }));
}

/** The rows of the goods, then shipping as a row of its own: it is charged, but not taxed. */
export function layoutRows(
  snapshot: InvoiceSnapshot,
  lines: readonly PrintedLine[],
  columns: TaxColumns,
): InvoiceViewLine[] {
  const goods = lines.map((line, index) => layoutRow(line, index + 1, columns, snapshot.currency));
  return snapshot.shipping === 0 ? goods : [...goods, shippingRow(snapshot, columns)];
}

/** The foot of the table; it agrees with the order's grand total because shipping is one of the rows. */
export function layoutRowTotals(
  snapshot: InvoiceSnapshot,
  lines: readonly PrintedLine[],
  columns: TaxColumns,
): InvoiceLineTotals {
  return {
    quantity: String(sumOf(lines, (line) => line.quantity)),
    discount: formatAmount(snapshot.totals.discount, snapshot.currency),
    taxableValue: formatAmount(
      sumOf(lines, (line) => line.taxableValue),
      snapshot.currency,
    ),
    taxes: taxColumnTotals(lines, columns, snapshot.currency),
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

function shippingRow(snapshot: InvoiceSnapshot, columns: TaxColumns): InvoiceViewLine {
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
    total: formatAmount(snapshot.shipping, snapshot.currency),
  };
}
