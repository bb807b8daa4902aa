import { HOME_COUNTRY } from '#domain/_shared/address.js';
import {
  type Consignment,
  consignmentsOf,
  type ConsignmentSource,
  invoicedValue,
  isIntraState,
} from './consignment.js';
import { courierTitle } from './couriers.js';

export interface EwayBillTerms {
  /** Subunits; a consignment above it needs an e-way bill. */
  limit: number;
  /** Limits of states within themselves, by GST code. */
  stateLimits: Readonly<Record<string, number>>;
  /** The portal's ids of transporters by courier. */
  transporterIds: Readonly<Record<string, string>>;
}

export interface EwayBillGap {
  field: string;
  message: string;
}

export interface EwayBill {
  consignment: Consignment;
  /** What counts against the limit, in subunits: of the whole invoice. */
  value: number;
  required: boolean;
  /** What the portal asks for and nobody has entered; what is saved of a bill fills it. */
  missing: EwayBillGap[];
}

const PINCODE = /^\d{6}$/;
/** The portal takes codes of four, six and eight digits. */
const HSN = /^(\d{4}|\d{6}|\d{8})$/;

const DOCUMENT_GAP = 'Transport by rail, air or ship needs the number and the day of its document';

/** The limit that holds between the places of a consignment. */
export function limitOf({ snapshot }: ConsignmentSource, { limit, stateLimits }: EwayBillTerms): number {
  return (isIntraState(snapshot) ? stateLimits[snapshot.seller.stateCode] : undefined) ?? limit;
}

export function ewayBillsOf(source: ConsignmentSource, terms: EwayBillTerms): EwayBill[] {
  const limit = limitOf(source, terms);
  const value = invoicedValue(source);
  return consignmentsOf(source).map((consignment) => {
    return {
      consignment,
      value,
      required: value > limit,
      missing: [...missingOfInvoice(source), ...missingOfParcel(consignment, terms)],
    };
  });
}

function missingOfInvoice({ snapshot, invoiceNumber }: ConsignmentSource): EwayBillGap[] {
  const { seller, shippingAddress } = snapshot;
  const gap = (isMissing: boolean, field: string, message: string) => (isMissing ? [{ field, message }] : []);
  return [
    ...gap(
      invoiceNumber === null,
      'invoice',
      'The invoice has no number yet: it gets one with the first parcel',
    ),
    ...gap(!seller.gstin, 'gstin', 'The seller has no GSTIN: it is part of the shop profile'),
    ...gap(
      !PINCODE.test(seller.address.postalCode),
      'seller.postalCode',
      'The address of the seller has no PIN code',
    ),
    ...gap(
      shippingAddress.country !== HOME_COUNTRY,
      'country',
      'The goods leave India: enter the port on the portal',
    ),
  ];
}

function missingOfParcel(
  { parcel, items, details }: Consignment,
  { transporterIds }: EwayBillTerms,
): EwayBillGap[] {
  const codes = items
    .filter(({ hsnCode }) => !HSN.test(hsnCode ?? ''))
    .map(({ title, hsnCode }) => ({
      field: 'hsnCode',
      message: hsnCode
        ? `${title} has the HSN code ${hsnCode}: 4, 6 or 8 digits are asked for`
        : `${title} has no HSN code`,
    }));
  const courier = parcel?.courierCode;
  const known = details?.transporterId ?? details?.vehicleNumber ?? (courier && transporterIds[courier]);
  const transporter = courier
    ? `${courierTitle(courier)} has no transporter id in the settings: enter it, or the vehicle number`
    : 'No courier is known: enter the vehicle number, or a transporter';
  const byRoad = !details || details.transportMode === 'road';
  const hasDocument = details?.documentNumber ? details.documentOn !== null : Boolean(parcel?.awb);
  return [
    ...codes,
    ...(known ? [] : [{ field: 'transporter', message: transporter }]),
    ...(byRoad || hasDocument ? [] : [{ field: 'document', message: DOCUMENT_GAP }]),
  ];
}
