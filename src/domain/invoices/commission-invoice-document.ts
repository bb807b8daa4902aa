import { DateTime } from 'luxon';
import { gstStateName } from '#domain/tax/gst-states.js';
import { amountInWords } from './amount-in-words.js';
import type { CommissionParty, CommissionSnapshot } from './commission-invoice.js';
import { embedded } from './invoice-document.js';
import { printDate } from './invoice-details.js';
import type { InvoiceTemplateSettings } from './invoice-snapshot.js';
import type { InvoiceParty, InvoiceView, LabelledText } from './invoice-view.js';
import { formatAmount, formatMoney } from './money-format.js';
import { sumOf } from './sum-of.js';
import { summarizeTaxes, taxCells, taxColumns, taxColumnTotals, taxHeading, totalOf } from './tax-table.js';

/** Only a registered issuer makes a tax invoice, and only of a taxed supply (CGST Act 2017, section 31(1) and (3)(c)). */
function titleOf({ kind, operator, taxes }: CommissionSnapshot): string {
  if (kind === 'credit_note') return 'Credit Note';
  return operator.gstin === null || taxes.length === 0 ? 'Invoice' : 'Tax Invoice';
}

/**
 * Lays out the operator's invoice of its commission with the particulars of CGST Rule 46, or the credit note of Rule 53(1A)
 * for a month in which refunds took more back, on the page of invoices.
 * @param serial as printed, `COM/2627/000001`
 */
export function layoutCommissionInvoice(
  snapshot: CommissionSnapshot,
  serial: string,
  settings: InvoiceTemplateSettings,
): InvoiceView {
  const { kind, currency, taxableValue, untaxedValue = 0, total, stateOfSupply, operator } = snapshot;
  const title = titleOf(snapshot);
  const lines = linesOf(snapshot);
  const columns = taxColumns(lines, stateOfSupply);
  const money = (subunits: number) => formatMoney(subunits, { currency, symbol: settings.currencySymbol });
  const { from, to, period } = periodOf(snapshot);
  const amounts = {
    taxableValue: formatAmount(taxableValue, currency),
    total: formatAmount(total, currency),
  };
  return {
    documentTitle: `${title} ${serial}`,
    title,
    copyMark: 'Original for recipient',
    logo: embedded('logo', settings.logoUrl),
    serial,
    details: details(snapshot, serial, period),
    seller: partyOf('Issued by', operator),
    billTo: partyOf('Bill to', snapshot.vendor),
    shipTo: {
      heading: 'Period',
      name: period,
      addressLines: [`${from.toFormat('dd LLL yyyy')} to ${to.endOf('month').toFormat('dd LLL yyyy')}`],
      details: [],
    },
    supply: [
      { label: 'Place of supply', value: printState(stateOfSupply) },
      { label: 'Tax payable on reverse charge', value: 'No' },
    ],
    notices: noticesOf(snapshot, period),
    amountsNote: `All amounts in ${currency}. Settled with the payouts of the vendor.`,
    taxableHeading: untaxedValue === 0 ? 'Taxable value' : 'Value',
    taxHeadings: columns.headings,
    hasUnitPrice: false,
    hasDiscount: false,
    rows: lines.map((line, index) => ({
      number: String(index + 1),
      title: `${line.title}, ${period}`,
      sku: null,
      hsn: line.hsnCode,
      quantity: '',
      unit: '',
      unitPrice: '',
      discount: '',
      taxableValue: formatAmount(line.taxableValue, currency),
      total: formatAmount(line.taxableValue + sumOf(line.taxes, (tax) => tax.amount), currency),
      taxes: taxCells(line.taxes, columns, currency),
    })),
    rowTotals: { quantity: '', discount: '', ...amounts, taxes: taxColumnTotals(lines, columns, currency) },
    taxSummary: columns.types.length > 0 ? summarizeTaxes(lines.slice(0, 1), columns, currency) : null,
    totals: [
      { label: 'Taxable value', value: money(taxableValue - untaxedValue) },
      ...columns.types.map((type) => ({
        label: taxHeading(type, stateOfSupply),
        value: money(totalOf(lines, type)),
      })),
      ...(untaxedValue === 0 ? [] : [{ label: 'Commission without GST', value: money(untaxedValue) }]),
    ],
    grandTotal: { label: kind === 'invoice' ? 'Grand total' : 'Credited', value: money(total) },
    included: [],
    settled: [],
    amountInWords: amountInWords(total, currency),
    declaration: '',
    customerCareLines: [],
    qr: null,
    signature: null,
    // That of the settings is for buyers.
    footerNote: '',
  };
}

/** Commission that was posted before the operator charged GST on it stands on a separate line, without tax. */
function linesOf({ serviceCode, taxableValue, untaxedValue = 0, taxes }: CommissionSnapshot) {
  const line = { title: 'Marketplace commission', hsnCode: `SAC ${serviceCode}` };
  const taxed = { ...line, taxableValue: taxableValue - untaxedValue, taxes };
  if (untaxedValue === 0) return [taxed];
  return [
    taxed,
    { ...line, title: 'Marketplace commission without GST', taxableValue: untaxedValue, taxes: [] },
  ];
}

function periodOf({ month, supplementaryFrom, timeZone }: CommissionSnapshot) {
  const monthOf = (text: string) => DateTime.fromISO(text, { zone: timeZone, locale: 'en-US' });
  const [from, to] = [monthOf(supplementaryFrom ?? month), monthOf(month)];
  const [first, last] = [from, to].map((item) => item.toFormat('LLLL yyyy')) as [string, string];
  return { from, to, period: first === last ? last : `${first} to ${last}` };
}

function noticesOf(
  { kind, operator, taxes, supplementaryFrom }: CommissionSnapshot,
  period: string,
): string[] {
  return [
    ...(supplementaryFrom ? ['Supplementary: what the documents of these months left out.'] : []),
    ...(operator.gstin === null ? ['The issuer is not registered under GST: no tax is charged.'] : []),
    ...(operator.gstin !== null && taxes.length === 0
      ? ['No GST is charged on this commission: this is no tax invoice.']
      : []),
    ...(kind === 'invoice' ? [] : [`Commission on refunds of ${period} that exceeds that on its sales.`]),
  ];
}

function details(
  { kind, issuedAt, timeZone, against }: CommissionSnapshot,
  serial: string,
  period: string,
): LabelledText[] {
  const name = kind === 'invoice' ? 'Invoice' : 'Credit note';
  return [
    { label: `${name} no.`, value: serial },
    { label: `${name} date`, value: printDate(issuedAt, timeZone) },
    ...(against
      ? [
          { label: 'Against invoice', value: against.number },
          { label: 'Invoice date', value: printDate(against.issuedAt, timeZone) },
        ]
      : []),
    { label: 'Period', value: period },
  ];
}

function partyOf(heading: string, { name, gstin, addressLines }: CommissionParty): InvoiceParty {
  return { heading, name, addressLines, details: gstin ? [{ label: 'GSTIN', value: gstin }] : [] };
}

function printState(code: string | null): string {
  if (code === null) return 'Outside of India';
  const name = gstStateName(code);
  return name ? `${name} (${code})` : code;
}
