import { amountInWords } from './amount-in-words.js';
import { assertTotals } from './assert-totals.js';
import { layoutDetails, layoutSupply } from './invoice-details.js';
import { layoutParties } from './invoice-parties.js';
import { InvoiceRuleError } from './invoice-rule-error.js';
import {
  layoutRows,
  layoutRowTotals,
  type PrintedLine,
  printedLines,
  printedShipping,
} from './invoice-rows.js';
import type { InvoiceSnapshot, InvoiceTemplateSettings } from './invoice-snapshot.js';
import { layoutTotals } from './invoice-totals.js';
import type { InvoiceView } from './invoice-view.js';
import { formatMoney } from './money-format.js';
import { stateOfSupply } from './place-of-supply.js';
import { summarizeTaxes, taxColumns } from './tax-table.js';

export type * from './invoice-snapshot.js';
export type * from './invoice-view.js';

/** What a seller without registration issues, whatever title the settings give to tax invoices. */
const PLAIN_TITLE = 'Invoice';
const UNTAXED_TITLE = 'Bill of Supply';

/**
 * Lays out an invoice with every particular that CGST Rule 46 asks for.
 * @param serial as printed, `INV/2627/000001`
 * @param notices what is to be said of the invoice as a whole: that its sub-order was cancelled
 * @throws InvoiceRuleError when the snapshot's sums do not agree, when GST was charged for a seller without
 * registration, or when an image of the settings is not a data URI.
 */
export function layoutInvoice(
  snapshot: InvoiceSnapshot,
  serial: string,
  settings: InvoiceTemplateSettings,
  notices: string[] = [],
): InvoiceView {
  assertTotals(snapshot);
  const registered = snapshot.seller.gstin !== null;
  const split = printedLines(snapshot);
  const title = titleOf(registered, split, settings.title);
  // A bill of supply charges no tax, not even one of zero percent (CGST Rules, 49).
  const lines = title === UNTAXED_TITLE ? split.map((line) => ({ ...line, taxes: [] })) : split;
  const shipping = printedShipping(snapshot);
  const taxed = [...lines, ...shipping];
  const columns = taxColumns(taxed, stateOfSupply(snapshot));
  const style = { currency: snapshot.currency, symbol: settings.currencySymbol };
  return {
    // Titles of files are what merged ones are bookmarked by.
    documentTitle: `${title} ${serial}, ${snapshot.seller.tradeName ?? snapshot.seller.legalName}`,
    title,
    copyMark: registered ? 'Original for recipient' : null,
    logo: embedded('logo', settings.logoUrl),
    serial,
    details: layoutDetails(snapshot, serial, title === UNTAXED_TITLE ? 'Bill of supply' : 'Invoice'),
    ...layoutParties(snapshot),
    supply: registered ? layoutSupply(snapshot) : [],
    notices: [
      ...notices,
      ...compositionStatement(snapshot),
      ...exportEndorsement(snapshot, registered),
      ...missingHsn(lines),
    ],
    amountsNote: amountsNote(snapshot),
    taxableHeading: registered && title !== UNTAXED_TITLE ? 'Taxable value' : 'Value',
    taxHeadings: columns.headings,
    hasUnitPrice: true,
    hasDiscount: snapshot.totals.discount !== 0 || lines.some(({ discount }) => discount !== 0),
    rows: layoutRows(snapshot, lines, shipping, columns),
    rowTotals: layoutRowTotals(snapshot, lines, shipping, columns),
    taxSummary: columns.types.length > 0 ? summarizeTaxes(taxed, columns, snapshot.currency) : null,
    ...layoutTotals(snapshot, taxed, columns, (subunits) => formatMoney(subunits, style)),
    amountInWords: amountInWords(snapshot.totals.grandTotal + (snapshot.roundOff ?? 0), snapshot.currency),
    declaration: declarationOf(title, settings.declarationText.trim()),
    customerCareLines: settings.customerCareLines.map((line) => line.trim()).filter(Boolean),
    qr: settings.showQr ? embedded('QR code', settings.qrImage) : null,
    signature: layoutSignature(snapshot, settings),
    footerNote: settings.footerNote.trim(),
  };
}

/** The settings have one text for every document: a bill of supply does not call itself an invoice. */
function declarationOf(title: string, text: string): string {
  if (title !== UNTAXED_TITLE) return text;
  return text.replace(/\b(tax )?invoice\b/gi, (word) =>
    /^[A-Z]/.test(word) ? 'Bill of supply' : 'bill of supply',
  );
}

/** A registered seller invoices untaxed supplies by a bill of supply (CGST Act 2017, section 31(3)(c)). */
function titleOf(registered: boolean, lines: readonly PrintedLine[], taxInvoice: string): string {
  if (!registered) return PLAIN_TITLE;
  const untaxed = lines.every(({ taxes }) => taxes.every(({ rate }) => rate === 0));
  return untaxed ? UNTAXED_TITLE : taxInvoice;
}

/** What a seller under the composition scheme has to say at the top of its bills of supply (CGST Rules, 5(1)(f)). */
function compositionStatement({ seller }: InvoiceSnapshot): string[] {
  return seller.composition ? ['Composition taxable person, not eligible to collect tax on supplies'] : [];
}

/** What an invoice of goods that leave India has to say (CGST Rules, third proviso to rule 46). */
function exportEndorsement(snapshot: InvoiceSnapshot, registered: boolean): string[] {
  if (!registered || stateOfSupply(snapshot) !== null) return [];
  return snapshot.totals.tax > 0
    ? ['SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX']
    : ['SUPPLY MEANT FOR EXPORT UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX'];
}

/** The law asks for HSN codes (CGST Rules, 46(g)): which rows lack one is said, so that a dash is not read as a code. */
function missingHsn(lines: readonly PrintedLine[]): string[] {
  const rows = lines.flatMap(({ hsnCode }, index) => (hsnCode?.trim() ? [] : [String(index + 1)]));
  const [first] = rows;
  if (first === undefined) return [];
  return [
    rows.length === 1
      ? `HSN code not given for row ${first}.`
      : `HSN code not given for rows ${rows.join(', ')}.`,
  ];
}

/** Null when the settings leave the signature out. */
export function layoutSignature(
  snapshot: Pick<InvoiceSnapshot, 'seller'>,
  settings: InvoiceTemplateSettings,
): InvoiceView['signature'] {
  if (!settings.showAuthorizedSignatory) return null;
  return {
    forWhom: snapshot.seller.legalName,
    image: embedded('signature', settings.authorizedSignatoryImage),
    label: settings.authorizedSignatoryLabel,
  };
}

function amountsNote({ currency, pricesIncludeTax, totals }: InvoiceSnapshot): string {
  const note = `All amounts in ${currency}`;
  return pricesIncludeTax && totals.tax > 0 ? `${note}. Unit prices and discounts include tax.` : `${note}.`;
}

/** Documents are rendered without network, so an address in place of the image itself would leave a hole in them. */
export function embedded(what: string, image: string | null): string | null {
  if (image === null || image === '') return null;
  if (/^data:image\/[a-z0-9.+-]+[;,]/i.test(image)) return image;
  throw new InvoiceRuleError('image_not_embedded', `The invoice ${what} is not an embedded image.`);
}
