export const transportModes = ['road', 'rail', 'air', 'ship'] as const;
export type TransportMode = (typeof transportModes)[number];

export const vehicleTypes = ['regular', 'over_dimensional'] as const;
export type VehicleType = (typeof vehicleTypes)[number];

/** What people enter for an e-way bill. Days are `YYYY-MM-DD` in India. */
export interface EwayBillDetails {
  transportMode: TransportMode;
  vehicleNumber: string | null;
  vehicleType: VehicleType;
  transporterId: string | null;
  transporterName: string | null;
  documentNumber: string | null;
  documentOn: string | null;
  distanceKm: number | null;
  /** As the portal has issued it. */
  ewayBillNumber: string | null;
  generatedOn: string | null;
  validUntil: string | null;
}

export interface SavedEwayBill extends EwayBillDetails {
  /** Null for what is in no parcel of several. */
  shipmentId: string | null;
  version: number;
}

/** The codes of the e-way bill portal (master codes, transport mode). */
export const TRANSPORT_MODE_CODES: Readonly<Record<TransportMode, number>> = {
  road: 1,
  rail: 2,
  air: 3,
  ship: 4,
};

/** The most that the portal takes, in km. */
export const MAX_DISTANCE_KM = 4_000;
export const EWAY_BILL_NUMBER = /^\d{12}$/;
/** A GSTIN, or the TRANSIN of a transporter who is enrolled without one: fifteen characters, two digits first. */
export const TRANSPORTER_ID = /^\d{2}[0-9A-Z]{13}$/;
/** Schema of the portal, `transDocNo`. */
export const DOCUMENT_NUMBER = /^[0-9A-Z/-]{1,15}$/;

/**
 * Registrations as the portal takes them: of a state (`KA01AB1234`, `DL1CAB1234`, `ABC1234`), of the Bharat series, and
 * temporary ones, of defence, Bhutan and Nepal by their letters.
 */
const VEHICLE_NUMBERS = [
  /^[A-Z]{2}\d{1,3}[A-Z]{0,3}\d{4}$/,
  /^[A-Z]{3}\d{4}$/,
  /^\d{2}BH\d{4}[A-Z]{1,2}$/,
  /^(DF|TR|TM|BP|NP)[0-9A-Z]{5,13}$/,
];

/** A number as people write it, `ka 01-ab 1234`, as the portal writes it. */
export const portalText = (text: string): string => text.replace(/[\s-]+/g, '').toUpperCase();

export function isVehicleNumber(text: string): boolean {
  return VEHICLE_NUMBERS.some((pattern) => pattern.test(text));
}

export interface DetailIssue {
  field: keyof EwayBillDetails;
  message: string;
}

/** The rules between the fields. Days are those of India; `invoiceOn` is null before the invoice is issued. */
export function detailIssues(
  details: EwayBillDetails,
  { invoiceOn, today }: { invoiceOn: string | null; today: string },
): DetailIssue[] {
  const { transportMode, vehicleNumber, documentNumber, documentOn } = details;
  const { ewayBillNumber, generatedOn, validUntil } = details;
  const issues: DetailIssue[] = [];
  const refuse = (isWrong: boolean, field: DetailIssue['field'], message: string) => {
    if (isWrong) issues.push({ field, message });
  };
  const withinInvoice = (field: 'documentOn' | 'generatedOn', day: string | null) => {
    if (day === null) return;
    // The portal refuses a document that is older than the invoice.
    refuse(
      invoiceOn !== null && day < invoiceOn,
      field,
      `must not be before the day of the invoice, ${invoiceOn}`,
    );
    refuse(day > today, field, `must not be after today, ${today}`);
  };
  refuse(
    vehicleNumber !== null && (transportMode === 'rail' || transportMode === 'air'),
    'vehicleNumber',
    'must be empty for transport by rail or air',
  );
  refuse(documentOn !== null && documentNumber === null, 'documentNumber', 'must be given with documentOn');
  withinInvoice('documentOn', documentOn);
  refuse(ewayBillNumber === null && generatedOn !== null, 'ewayBillNumber', 'must be given with generatedOn');
  refuse(ewayBillNumber !== null && generatedOn === null, 'generatedOn', 'must be given with ewayBillNumber');
  refuse(validUntil !== null && generatedOn === null, 'generatedOn', 'must be given with validUntil');
  withinInvoice('generatedOn', generatedOn);
  refuse(
    validUntil !== null && generatedOn !== null && validUntil < generatedOn,
    'validUntil',
    'must not be before generatedOn',
  );
  return issues;
}
