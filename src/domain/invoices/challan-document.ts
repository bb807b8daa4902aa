import { amountInWords } from './amount-in-words.js';
import type { ChallanLine, ChallanSnapshot } from './challan.js';
import { embedded, layoutSignature } from './invoice-document.js';
import { layoutSupply, printDate } from './invoice-details.js';
import { layoutParties } from './invoice-parties.js';
import type { InvoiceTemplateSettings } from './invoice-snapshot.js';
import type { InvoiceView, InvoiceViewLine } from './invoice-view.js';
import { formatAmount, formatMoney } from './money-format.js';
import { stateOfSupply } from './place-of-supply.js';
import { sumOf } from './sum-of.js';
import {
  printHsn,
  summarizeTaxes,
  type TaxColumns,
  taxCells,
  taxColumns,
  taxColumnTotals,
  taxHeading,
  totalOf,
} from './tax-table.js';

const TITLE = 'Delivery Challan';
const NOTHING = '–';

/** The marks of the three copies (CGST Rules 2017, rule 55(2)). */
const COPIES = ['Original for consignee', 'Duplicate for transporter', 'Triplicate for consigner'];

/**
 * Lays out the three copies of a delivery challan with the particulars of CGST Rule 55(1), on the page of invoices.
 * @param serial as printed, `DC/2627/000001`
 */
export function layoutChallan(
  snapshot: ChallanSnapshot,
  serial: string,
  settings: InvoiceTemplateSettings,
): InvoiceView[] {
  return COPIES.map((copyMark) => ({ ...layoutCopy(snapshot, serial, settings), copyMark }));
}

function layoutCopy(
  snapshot: ChallanSnapshot,
  serial: string,
  settings: InvoiceTemplateSettings,
): InvoiceView {
  const { currency, lines, invoice } = snapshot;
  const columns = taxColumns(lines, stateOfSupply(snapshot));
  const total = sumOf(lines, (line) => line.total);
  const money = (subunits: number) => formatMoney(subunits, { currency, symbol: settings.currencySymbol });
  const taxableValue = sumOf(lines, (line) => line.taxableValue);
  return {
    documentTitle: `${TITLE} ${serial}`,
    title: TITLE,
    copyMark: null,
    logo: embedded('logo', settings.logoUrl),
    serial,
    details: [
      { label: 'Challan no.', value: serial },
      { label: 'Challan date', value: printDate(snapshot.issuedAt, snapshot.timeZone) },
      { label: `Against ${invoice.title}`, value: invoice.number },
      { label: 'Its date', value: printDate(invoice.issuedAt, snapshot.timeZone) },
      { label: 'Order no.', value: snapshot.orderNumber },
      { label: 'Parcel', value: [String(snapshot.parcel), snapshot.awb].filter(Boolean).join(' · ') },
    ],
    ...layoutParties(snapshot),
    supply: layoutSupply(snapshot),
    notices: [
      snapshot.last
        ? `Last consignment of ${invoice.title} ${invoice.number}, whose original copy travels with it (CGST Rules 2017, rule 55(5)).`
        : `Part of the goods of ${invoice.title} ${invoice.number}. A certified copy of the ${invoice.title} travels with this challan (CGST Rules 2017, rule 55(5)).`,
    ],
    amountsNote: `All amounts in ${currency}.`,
    taxableHeading: columns.types.length > 0 ? 'Taxable value' : 'Value',
    taxHeadings: columns.headings,
    hasUnitPrice: false,
    hasDiscount: false,
    rows: lines.map((line, index) => layoutRow(line, index + 1, columns, currency)),
    rowTotals: {
      quantity: String(sumOf(lines, (line) => line.quantity)),
      discount: NOTHING,
      taxableValue: formatAmount(taxableValue, currency),
      taxes: taxColumnTotals(lines, columns, currency),
      total: formatAmount(total, currency),
    },
    taxSummary: columns.types.length > 0 ? summarizeTaxes(lines, columns, currency) : null,
    totals: [
      { label: columns.types.length > 0 ? 'Taxable value' : 'Value', value: money(taxableValue) },
      ...columns.types.map((type) => ({
        label: taxHeading(type, stateOfSupply(snapshot)),
        value: money(totalOf(lines, type)),
      })),
    ],
    grandTotal: { label: 'Value of the consignment', value: money(total) },
    included: [],
    settled: [],
    amountInWords: amountInWords(total, currency),
    declaration: '',
    customerCareLines: settings.customerCareLines.map((line) => line.trim()).filter(Boolean),
    qr: null,
    signature: layoutSignature(snapshot, settings),
    footerNote: settings.footerNote.trim(),
  };
}

function layoutRow(
  line: ChallanLine,
  number: number,
  columns: TaxColumns,
  currency: string,
): InvoiceViewLine {
  return {
    number: String(number),
    title: line.title,
    sku: line.sku,
    hsn: printHsn(line.hsnCode),
    quantity: String(line.quantity),
    unit: 'NOS',
    unitPrice: '',
    discount: '',
    taxableValue: formatAmount(line.taxableValue, currency),
    taxes: taxCells(line.taxes, columns, currency),
    total: formatAmount(line.total, currency),
  };
}
