import { amountInWords } from './amount-in-words.js';
import type { CreditNoteSnapshot } from './credit-note-snapshot.js';
import { embedded, layoutSignature } from './invoice-document.js';
import { layoutSupply, printDate } from './invoice-details.js';
import { layoutShipping, untaxedShippingRow } from './invoice-rows.js';
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

const TITLE = 'Credit Note';
const NOTHING = '–';

/**
 * Lays out a credit note with every particular that CGST Rule 53(1A) asks for, on the page of invoices.
 * @param serial as printed, `CN/2627/000001`
 */
export function layoutCreditNote(
  snapshot: CreditNoteSnapshot,
  serial: string,
  settings: InvoiceTemplateSettings,
): InvoiceView {
  const { currency, lines, shippingLines = [], totals, shipping } = snapshot;
  const taxed = [...lines, ...shippingLines];
  const registered = snapshot.seller.gstin !== null;
  const columns = taxColumns(taxed, stateOfSupply(snapshot));
  const money = (subunits: number) => formatMoney(subunits, { currency, symbol: settings.currencySymbol });
  return {
    documentTitle: `${TITLE} ${serial}`,
    title: TITLE,
    copyMark: registered ? 'Original for recipient' : null,
    logo: embedded('logo', settings.logoUrl),
    serial,
    details: [
      { label: 'Credit note no.', value: serial },
      { label: 'Credit note date', value: printDate(snapshot.issuedAt, snapshot.timeZone) },
      { label: 'Against invoice', value: snapshot.invoice.number },
      { label: 'Invoice date', value: printDate(snapshot.invoice.issuedAt, snapshot.timeZone) },
      { label: 'Order no.', value: snapshot.orderNumber },
    ],
    ...layoutParties(snapshot),
    supply: registered ? layoutSupply(snapshot) : [],
    notices: notices(snapshot),
    amountsNote: `All amounts in ${currency}.`,
    taxableHeading: registered && snapshot.taxAdjusted ? 'Taxable value' : 'Value',
    taxHeadings: columns.headings,
    hasUnitPrice: false,
    hasDiscount: false,
    rows: [
      ...lines.map((line, index) => layoutRow(line, index + 1, columns, currency)),
      ...layoutShipping(shippingLines, columns, currency),
      ...(shipping > 0 ? [untaxedShippingRow(shipping, columns, currency)] : []),
    ],
    rowTotals: {
      quantity: String(sumOf(lines, (line) => line.quantity) || ''),
      discount: NOTHING,
      taxableValue: formatAmount(totals.taxableValue, currency),
      taxes: taxColumnTotals(taxed, columns, currency),
      total: formatAmount(totals.grandTotal, currency),
    },
    taxSummary: columns.types.length > 0 ? summarizeTaxes(taxed, columns, currency) : null,
    totals: [
      {
        label: registered && snapshot.taxAdjusted ? 'Taxable value' : 'Value',
        value: money(totals.taxableValue),
      },
      ...columns.types.map((type) => ({
        label: taxHeading(type, stateOfSupply(snapshot)),
        value: money(totalOf(taxed, type)),
      })),
      ...(shipping > 0 ? [{ label: 'Shipping', value: money(shipping) }] : []),
    ],
    grandTotal: { label: 'Credited', value: money(totals.grandTotal) },
    included: [],
    settled: [],
    amountInWords: amountInWords(totals.grandTotal, currency),
    declaration: '',
    customerCareLines: settings.customerCareLines.map((line) => line.trim()).filter(Boolean),
    qr: null,
    signature: layoutSignature(snapshot, settings),
    footerNote: settings.footerNote.trim(),
  };
}

function notices({ cause, reason, taxAdjusted, seller, partlyPaidBy }: CreditNoteSnapshot): string[] {
  const why = { cancellation: 'Sub-order cancelled', refund: 'Refund', return: 'Goods returned' }[cause];
  const late =
    'Issued after 30 November following the financial year of the invoice: it carries no adjustment of tax ' +
    '(CGST Act 2017, section 34(2)).';
  const payer =
    partlyPaidBy === undefined
      ? []
      : [
          `A part of the invoice was paid by ${partlyPaidBy || 'the platform'}, which takes that part of the credit back.`,
        ];
  return [`${why}: ${reason}`, ...payer, ...(taxAdjusted || seller.gstin === null ? [] : [late])];
}

function layoutRow(
  line: CreditNoteSnapshot['lines'][number],
  number: number,
  columns: TaxColumns,
  currency: string,
): InvoiceViewLine {
  const pieces = line.quantity > 0;
  return {
    number: String(number),
    title: line.title,
    sku: line.sku,
    hsn: printHsn(line.hsnCode),
    quantity: pieces ? String(line.quantity) : NOTHING,
    unit: pieces ? 'NOS' : '',
    unitPrice: '',
    discount: '',
    taxableValue: formatAmount(line.taxableValue, currency),
    taxes: taxCells(line.taxes, columns, currency),
    total: formatAmount(line.total, currency),
  };
}
