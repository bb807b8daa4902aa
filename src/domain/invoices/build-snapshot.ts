import { type Address, HOME_COUNTRY } from '#domain/_shared/address.js';
import { stateCodeOfGstin } from '#domain/tax/gstin.js';
import type { LineTax } from './gst-split.js';
import { roundOffOf } from './invoice-totals.js';
import type { InvoiceAddress, InvoiceLine, InvoiceSnapshot, PostalAddress } from './invoice-snapshot.js';

/** Subunits, taxes included, that a line costs less at the rate of its supply, shipping with it. */
export interface RateFall {
  lineId: string;
  amount: number;
}

/** What an order and its vendor say at the moment of issue, as the database gives it. Amounts in subunits. */
export interface InvoiceSource {
  orderNumber: string;
  /** In India; rates are those that an invoice of this day has. Missing where none was read. */
  issueDay?: string;
  placedAt: Date;
  currency: string;
  pricesIncludeTax: boolean;
  paymentMethod: string;
  customerName: string;
  billingAddress: Address;
  shippingAddress: Address;
  /** Frozen with the order; null for goods that leave India. */
  placeOfSupply: string | null;
  shippingTotal: number;
  subtotal: number;
  discountTotal: number;
  /** The part of `discountTotal` that the platform pays; not in the discounts of the lines. */
  platformDiscount?: number;
  taxTotal: number;
  /** What the buyer pays. */
  total: number;
  vendor: {
    displayName: string;
    legalName: string | null;
    gstin: string | null;
    gstScheme?: string;
    enrolmentNumber?: string | null;
    stateCode: string | null;
    address: Address | null;
    supportPhone: string | null;
    supportEmail: string | null;
  };
  lines: {
    title: string;
    variantTitle: string | null;
    sku: string | null;
    hsnCode: string | null;
    quantity: number;
    unitPrice: number;
    lineSubtotal: number;
    discountTotal: number;
    taxes: LineTax[];
    shippingShare: number;
    shippingTaxes: LineTax[];
    /** Whether the goods are exempt, where that was decided with the invoice. */
    gstExempt?: boolean;
    /** The rate is that of the day of supply, and was another when the order was placed. */
    retaxed?: boolean;
  }[];
  /** What buyers pay too much for lines whose rate fell after the order. */
  rateFall?: RateFall[];
  /** Refunds of pieces that the invoice does not cover because they were cancelled before it. */
  omittedRefunds?: string[];
}

/** Freezes what an invoice says. What the platform pays of a discount is consideration for the goods, so that the total holds it. `issuedAt` decides its date and, in `timeZone`, its financial year. */
export function buildSnapshot(
  source: InvoiceSource,
  issuedAt: Date,
  timeZone: string,
  { platformName = '', roundsOff = false }: { platformName?: string; roundsOff?: boolean } = {},
): InvoiceSnapshot {
  const { vendor, billingAddress, shippingAddress, platformDiscount = 0 } = source;
  const sellerState = sellerStateCode(vendor);
  return {
    seller: {
      legalName: vendor.legalName ?? vendor.displayName,
      gstin: vendor.gstin,
      address: vendor.address
        ? postal(vendor.address)
        : { line1: '', city: '', stateCode: sellerState, postalCode: '', country: 'IN' },
      stateCode: sellerState,
      ...(vendor.gstin && vendor.gstScheme === 'composition' ? { composition: true } : {}),
      ...(vendor.gstin === null && vendor.enrolmentNumber ? { enrolmentNumber: vendor.enrolmentNumber } : {}),
      tradeName: vendor.legalName && vendor.legalName !== vendor.displayName ? vendor.displayName : null,
      supportPhone: vendor.supportPhone,
      supportEmail: vendor.supportEmail,
    },
    buyer: { name: billingAddress.name || source.customerName, gstin: billingAddress.gstin ?? null },
    billingAddress: named(billingAddress),
    shippingAddress: named(shippingAddress),
    placeOfSupply: source.placeOfSupply ?? shippingAddress.stateCode,
    orderNumber: source.orderNumber,
    placedAt: source.placedAt.toISOString(),
    issuedAt: issuedAt.toISOString(),
    timeZone,
    currency: source.currency,
    lines: source.lines.map((line) => invoiceLine(line, source.pricesIncludeTax)),
    shipping: source.shippingTotal,
    ...taxedShipping(source),
    totals: {
      subtotal: source.subtotal,
      discount: source.discountTotal - platformDiscount,
      shipping: source.shippingTotal,
      tax: source.taxTotal,
      grandTotal: source.total + platformDiscount,
    },
    ...(roundsOff ? { roundOff: roundOffOf(source.total + platformDiscount) } : {}),
    ...(platformDiscount > 0 ? { paidBy: { name: platformName, amount: platformDiscount } } : {}),
    ...(source.omittedRefunds?.length ? { omittedRefunds: source.omittedRefunds } : {}),
    pricesIncludeTax: source.pricesIncludeTax,
    paymentMethod: source.paymentMethod,
  };
}

/** Where the vendor sells from; a registration names its state in its first two digits. */
function sellerStateCode({ stateCode, address, gstin }: InvoiceSource['vendor']): string {
  const ownState = address?.country === HOME_COUNTRY ? address.stateCode : null;
  return stateCode ?? ownState ?? (gstin ? stateCodeOfGstin(gstin) : null) ?? '';
}

function invoiceLine(line: InvoiceSource['lines'][number], pricesIncludeTax: boolean): InvoiceLine {
  const tax = line.taxes.reduce((sum, item) => sum + item.amount, 0);
  const net = line.lineSubtotal - line.discountTotal;
  const taxableValue = pricesIncludeTax ? net - tax : net;
  return {
    title: line.variantTitle ? `${line.title} (${line.variantTitle})` : line.title,
    sku: line.sku,
    hsnCode: line.hsnCode,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    lineSubtotal: line.lineSubtotal,
    discount: line.discountTotal,
    taxableValue,
    taxes: line.taxes,
    total: taxableValue + tax,
    ...(line.retaxed ? { retaxed: true, gstExempt: line.gstExempt ?? false } : {}),
  };
}

function taxedShipping({ lines, pricesIncludeTax }: InvoiceSource): Pick<InvoiceSnapshot, 'shippingLines'> {
  const shippingLines = lines.flatMap(({ hsnCode, shippingShare, shippingTaxes, retaxed }, line) => {
    if (shippingShare === 0) return [];
    const tax = shippingTaxes.reduce((sum, { amount }) => sum + amount, 0);
    const taxableValue = pricesIncludeTax ? shippingShare - tax : shippingShare;
    const row = { line, hsnCode, taxableValue, taxes: shippingTaxes, total: taxableValue + tax };
    return [retaxed ? { ...row, retaxed } : row];
  });
  return shippingLines.length > 0 ? { shippingLines } : {};
}

function postal(address: Address): PostalAddress {
  const { line1, line2, city, stateCode, postalCode, country } = address;
  return { line1, line2: line2 ?? null, city, stateCode, postalCode, country };
}

function named(address: Address): InvoiceAddress {
  return { ...postal(address), name: address.name, phone: address.phone, gstin: address.gstin ?? null };
}
