import { DateTime } from 'luxon';
import { gstStateName } from '#domain/tax/gst-states.js';
import { amountInWords } from './amount-in-words.js';
import type { CommissionParty, CommissionSnapshot } from './commission-invoice.js';
import { embedded } from './invoice-document.js';
import { printDate } from './invoice-details.js';
import type { InvoiceTemplateSettings } from './invoice-snapshot.js';
import type { InvoiceParty, InvoiceView, LabelledText } from './invoice-view.js';
import { formatAmount, formatMoney } from './money-format.js';
import { summarizeTaxes, taxCells, taxColumns, taxColumnTotals, taxHeading, totalOf } from './tax-table.js';

const titles = { invoice: 'Tax Invoice', credit_note: 'Credit Note' } as const;

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
  const { kind, currency, taxableValue, taxes, total, stateOfSupply, operator } = snapshot;
  const title = titles[kind];
  const line = { hsnCode: `SAC ${snapshot.serviceCode}`, taxableValue, taxes };
  const columns = taxColumns([line], stateOfSupply);
  const money = (subunits: number) => formatMoney(subunits, { currency, symbol: settings.currencySymbol });
  const month = DateTime.fromISO(snapshot.month, { zone: snapshot.timeZone, locale: 'en-US' });
  const period = month.toFormat('LLLL yyyy');
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
      addressLines: [`${month.toFormat('dd LLL yyyy')} to ${month.endOf('month').toFormat('dd LLL yyyy')}`],
      details: [],
    },
    supply: [
      { label: 'Place of supply', value: printState(stateOfSupply) },
      { label: 'Tax payable on reverse charge', value: 'No' },
    ],
    notices: kind === 'invoice' ? [] : [`Commission on refunds of ${period} that exceeds that on its sales.`],
    amountsNote: `All amounts in ${currency}. Settled with the payouts of the vendor.`,
    taxableHeading: 'Taxable value',
    taxHeadings: columns.headings,
    hasUnitPrice: false,
    hasDiscount: false,
    rows: [
      {
        ...{ number: '1', title: `Marketplace commission, ${period}`, sku: null, hsn: line.hsnCode },
        ...{ quantity: '', unit: '', unitPrice: '', discount: '' },
        ...{ ...amounts, taxes: taxCells(taxes, columns, currency) },
      },
    ],
    rowTotals: { quantity: '', discount: '', ...amounts, taxes: taxColumnTotals([line], columns, currency) },
    taxSummary: columns.types.length > 0 ? summarizeTaxes([line], columns, currency) : null,
    totals: [
      { label: 'Taxable value', value: money(taxableValue) },
      ...columns.types.map((type) => ({
        label: taxHeading(type, stateOfSupply),
        value: money(totalOf([line], type)),
      })),
    ],
    grandTotal: { label: kind === 'invoice' ? 'Grand total' : 'Credited', value: money(total) },
    included: [],
    amountInWords: amountInWords(total, currency),
    declaration: '',
    customerCareLines: [],
    qr: null,
    signature: null,
    // That of the settings is for buyers.
    footerNote: '',
  };
}

function details({ kind, issuedAt, timeZone, against }: CommissionSnapshot, serial: string, period: string): LabelledText[] {
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
} // prettier-ignore

function partyOf(heading: string, { name, gstin, addressLines }: CommissionParty): InvoiceParty {
  return { heading, name, addressLines, details: gstin ? [{ label: 'GSTIN', value: gstin }] : [] };
}

function printState(code: string | null): string {
  if (code === null) return 'Outside of India';
  const name = gstStateName(code);
  return name ? `${name} (${code})` : code;
}
