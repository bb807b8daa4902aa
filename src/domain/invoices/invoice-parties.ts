import { HOME_COUNTRY } from '#domain/_shared/address.js';
import { gstStateName } from '#domain/tax/gst-states.js';
import type { InvoiceSnapshot, PostalAddress } from './invoice-snapshot.js';
import type { InvoiceParty, LabelledText } from './invoice-view.js';
import { stateOfSupply } from './place-of-supply.js';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** Who is named on a document, and where the goods go. */
export type DocumentParties = Pick<
  InvoiceSnapshot,
  'seller' | 'buyer' | 'billingAddress' | 'shippingAddress' | 'placeOfSupply'
>;

/** The three address blocks: who sells, who pays, and where the goods go. */
export function layoutParties(
  snapshot: DocumentParties,
): Record<'seller' | 'billTo' | 'shipTo', InvoiceParty> {
  const { seller, buyer, billingAddress: billing, shippingAddress: shipping } = snapshot;
  const buyerGstin = buyer.gstin ?? billing.gstin ?? null;
  return {
    seller: {
      heading: 'Sold by',
      name: seller.legalName,
      addressLines: [
        ...(seller.tradeName ? [`Trading as ${seller.tradeName}`] : []),
        ...printAddress(seller.address),
      ],
      details: labelled({
        GSTIN: seller.gstin,
        'Enrolment no.': seller.enrolmentNumber ?? null,
        Phone: seller.supportPhone ? printPhone(seller.supportPhone) : null,
        'E-mail': seller.supportEmail ?? null,
      }),
    },
    billTo: {
      heading: 'Bill to',
      name: buyer.name,
      addressLines: [...recipientLine(billing.name, buyer.name), ...printAddress(billing)],
      details: labelled({ Phone: printPhone(billing.phone), GSTIN: buyerGstin }),
    },
    shipTo: {
      heading: 'Ship to',
      name: shipping.name,
      addressLines: printAddress(shipping),
      details: labelled({ Phone: printPhone(shipping.phone), GSTIN: shipping.gstin ?? null }),
    },
  };
}

/** `Maharashtra (27)`; the country for goods that leave India. */
export function printPlaceOfSupply(snapshot: DocumentParties): string {
  const state = stateOfSupply(snapshot);
  return state === null ? countryName(snapshot.shippingAddress.country) : printState(state);
}

function printState(code: string): string {
  const name = gstStateName(code);
  return name ? `${name} (${code})` : code;
}

/** A postal address line by line, as documents print it. */
export function printAddress(address: PostalAddress): string[] {
  const home = address.country === HOME_COUNTRY;
  const lines = [
    address.line1,
    address.line2,
    [address.city, address.postalCode].filter(Boolean).join(' '),
    home ? printState(address.stateCode) : address.stateCode,
    home ? '' : countryName(address.country),
  ];
  return lines.map((line) => line?.trim() ?? '').filter(Boolean);
}

/** A company's invoice often goes to the attention of a person: both names are printed when they differ. */
function recipientLine(name: string, buyerName: string): string[] {
  return name.trim() === '' || name.trim() === buyerName.trim() ? [] : [name];
}

/** Indian numbers in their usual two groups; E.164 is a clear way to write any other. */
export function printPhone(phone: string): string {
  return phone.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2');
}

function countryName(code: string): string {
  try {
    return countryNames.of(code) ?? code;
  } catch (error) {
    // Intl refuses what does not look like a region; the buyer's own word is then the best there is to print.
    if (error instanceof RangeError) return code;
    throw error;
  }
}

function labelled(texts: Record<string, string | null>): LabelledText[] {
  return Object.entries(texts).flatMap(([label, value]) => (value ? [{ label, value }] : []));
}
