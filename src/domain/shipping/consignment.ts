import { halfUpShare } from '#domain/checkout/line-taxes.js';
import { type PrintedTax, splitLineTaxes } from '#domain/invoices/gst-split.js';
import type { InvoiceSnapshot } from '#domain/invoices/invoice-snapshot.js';
import { HOME_COUNTRY } from '#domain/_shared/address.js';
import type { SavedEwayBill } from './eway-bill-details.js';
import { isGst } from '#domain/tax/gst-type.js';

/** A line of a sub-order beside its invoice, in the same order. */
export interface ConsignedLine {
  lineId: string;
  /** Pieces that were ordered: an invoice may cover less. */
  ordered: number;
  cancelled: number;
  sent: number;
  exempt: boolean;
}

export interface ConsignedParcel {
  id: string;
  number: number;
  /** Its pieces are counted: the sub-order is sent in several parcels. */
  counted: boolean;
  courierCode: string | null;
  awb: string | null;
  /** `YYYY-MM-DD` in India. */
  sentOn: string | null;
  /** Its delivery challan; missing or null where it travels with the invoice. */
  challan?: { number: string; issuedAt: string } | null;
  pieces: { lineId: string; quantity: number }[];
}

/** What an invoice and its parcels say. */
export interface ConsignmentSource {
  snapshot: InvoiceSnapshot;
  /** Null while it is not issued. */
  invoiceNumber: string | null;
  lines: ConsignedLine[];
  parcels: ConsignedParcel[];
  /** What people have entered for their e-way bills. */
  details: SavedEwayBill[];
}

/** Some pieces of a line. Amounts in subunits. */
export interface ConsignedItem {
  title: string;
  sku: string | null;
  hsnCode: string | null;
  quantity: number;
  exempt: boolean;
  /** As printed: split by seller and place of supply. */
  taxes: PrintedTax[];
  taxableValue: number;
  cgst: number;
  sgst: number;
  igst: number;
  /** Percent of GST. */
  rate: number;
  /** Taxes beside GST. */
  other: number;
}

/** What travels together: a parcel, or everything that is in none yet. */
export interface Consignment {
  parcel: ConsignedParcel | null;
  details: SavedEwayBill | null;
  items: ConsignedItem[];
  /** Shipping that is not taxed with the goods. */
  untaxedShipping: number;
}

/** Whether the goods stay in the state that they are sold from. */
export function isIntraState({ seller, shippingAddress }: InvoiceSnapshot): boolean {
  return shippingAddress.country === HOME_COUNTRY && seller.stateCode === shippingAddress.stateCode;
}

/** The parcel that a consignment is known by; null for all that is in none of several. */
export const shipmentOf = ({ parcel }: Pick<Consignment, 'parcel'>): string | null =>
  parcel?.counted ? parcel.id : null;

function boxesOf({ parcels, lines }: ConsignmentSource): Pick<Consignment, 'parcel'>[] {
  if (parcels.length > 0 && !parcels.some(({ counted }) => counted))
    return parcels.map((parcel) => ({ parcel }));
  const unsent = lines.some((line) => unsentOf(line) > 0);
  return [...parcels.map((parcel) => ({ parcel })), ...(unsent ? [{ parcel: null }] : [])];
}

const unsentOf = ({ ordered, cancelled, sent }: ConsignedLine): number =>
  Math.max(ordered - cancelled - sent, 0);

/**
 * The consignments of a sub-order, each with its share of the invoice: pieces are counted one consignment after the other, so
 * that all shares together are the invoice.
 */
export function consignmentsOf(source: ConsignmentSource): Consignment[] {
  const { snapshot, lines } = source;
  const counted = lines.map(() => 0);
  return boxesOf(source).map(({ parcel }, place) => {
    const items = lines.flatMap((line, index) => {
      const pieces = parcel?.pieces.find(({ lineId }) => lineId === line.lineId)?.quantity ?? 0;
      const quantity = parcel ? pieces : unsentOf(line);
      if (quantity === 0) return [];
      const from = counted[index] ?? 0;
      counted[index] = from + quantity;
      return [itemOf(source, index, from, quantity)];
    });
    const taxed = snapshot.shippingLines !== undefined;
    const details = source.details.find(({ shipmentId }) => shipmentId === shipmentOf({ parcel })) ?? null;
    return { parcel, details, items, untaxedShipping: place === 0 && !taxed ? snapshot.shipping : 0 };
  });
}

function itemOf(
  { snapshot, lines }: ConsignmentSource,
  index: number,
  from: number,
  quantity: number,
): ConsignedItem {
  const line = snapshot.lines[index];
  if (!line) throw new RangeError('The invoice has fewer lines than its sub-order');
  const { seller, shippingAddress, placeOfSupply } = snapshot;
  const parties = {
    sellerGstin: seller.gstin,
    sellerStateCode: seller.stateCode,
    stateOfSupply: shippingAddress.country === HOME_COUNTRY ? placeOfSupply : null,
  };
  const share = (amount: number) =>
    halfUpShare(amount, from + quantity, line.quantity) - halfUpShare(amount, from, line.quantity);
  // Shipping is taxed with a line, and travels with its first pieces.
  const shipping = from === 0 ? snapshot.shippingLines?.find((item) => item.line === index) : undefined;
  const taxes = seller.gstin === null ? [] : splitLineTaxes(line.taxes, parties);
  const ofShipping = shipping && seller.gstin !== null ? splitLineTaxes(shipping.taxes, parties) : [];
  const own = taxes.map((tax, place) => ({
    ...tax,
    amount: share(tax.amount) + (ofShipping[place]?.amount ?? 0),
  }));
  const sum = (type: string) => own.reduce((total, tax) => total + (tax.type === type ? tax.amount : 0), 0);
  return {
    title: line.title,
    sku: line.sku,
    hsnCode: line.hsnCode,
    quantity,
    exempt: line.gstExempt ?? lines[index]?.exempt ?? false,
    taxes: own,
    taxableValue: share(line.taxableValue) + (shipping?.taxableValue ?? 0),
    cgst: sum('CGST'),
    sgst: sum('SGST'),
    igst: sum('IGST'),
    rate: line.taxes.find(({ type }) => isGst(type))?.rate ?? 0,
    other: line.taxes.reduce((total, tax) => total + (isGst(tax.type) ? 0 : share(tax.amount)), 0),
  };
}

/** What the e-way bill portal calls the document of a supply: a registered seller bills untaxed supplies by a bill of supply. */
export function documentKindOf({ seller, lines }: Pick<InvoiceSnapshot, 'seller' | 'lines'>): 'INV' | 'BIL' {
  const taxed = lines.some(({ taxes }) => taxes.some(({ rate }) => rate > 0));
  return seller.gstin !== null && !taxed ? 'BIL' : 'INV';
}

/**
 * What counts against the limit of an e-way bill, in subunits: the goods of the invoice with their taxes, and not what is exempt
 * (CGST Rules 2017, rule 138(1), explanation 2). The value is that which the invoice declares, also where its goods travel in
 * several parcels.
 */
export function invoicedValue(source: ConsignmentSource): number {
  const { snapshot } = source;
  const items = snapshot.lines.flatMap(({ quantity }, index) =>
    quantity > 0 ? [itemOf(source, index, 0, quantity)] : [],
  );
  const untaxedShipping = snapshot.shippingLines === undefined ? snapshot.shipping : 0;
  return consignmentValue({ parcel: null, details: null, items, untaxedShipping });
}

/** The goods of a consignment with their taxes, without what is exempt. */
export function consignmentValue({ items, untaxedShipping }: Consignment): number {
  const taxable = items.filter(({ exempt }) => !exempt);
  if (taxable.length === 0) return 0;
  return taxable.reduce(
    (sum, item) => sum + item.taxableValue + item.cgst + item.sgst + item.igst + item.other,
    untaxedShipping,
  );
}
