import { decimalUnits } from '#domain/_shared/decimal-units.js';

/** A row of the file in which a courier says what cash it has paid over. Amounts in subunits. */
export interface RemittanceRow {
  /** Of the file, the head is 1. */
  row: number;
  awb: string;
  /** Collected at the door; negative where the courier takes an earlier one back. */
  amount: number;
  /** Kept back by the courier, without tax, and the tax on it. */
  fee: number;
  tax: number;
  /** `YYYY-MM-DD` in the zone of the store. */
  paidOn: string;
  /** The bank's (UTR). */
  reference: string;
}

/** A parcel as far as its cash goes. */
export interface RemittedParcel {
  awb: string;
  orderId: string;
  isCash: boolean;
  /** The vendor's own account at the carrier: its cash is the vendor's. */
  ofVendor: boolean;
  delivered: boolean;
  /** What was to be collected at the door, in subunits. */
  due: number;
}

export interface RemittanceDifference {
  /** Subunits; negative where money is missing. */
  amount: number;
  reason: string;
}

/** What is wrong with a row beside the parcel of its AWB; null where it is what was to be collected. */
export function remittanceDifference(
  { amount, awb }: RemittanceRow,
  parcel: RemittedParcel | undefined,
  settledBefore: string | undefined,
): RemittanceDifference | null {
  if (settledBefore !== undefined && amount > 0)
    return { amount, reason: `The cash of ${awb} was paid over with ${settledBefore} before` };
  if (!parcel) return { amount, reason: `No parcel has the AWB ${awb}` };
  if (amount < 0) return { amount, reason: `The courier takes the cash of ${awb} back` };
  if (parcel.ofVendor) return { amount, reason: `The cash of ${awb} is its vendor's` };
  if (!parcel.isCash) return { amount, reason: `${awb} is of an order that was paid otherwise` };
  if (!parcel.delivered) return { amount, reason: `${awb} is not delivered` };
  if (amount === parcel.due) return null;
  const [paid, due] = [decimalUnits(amount), decimalUnits(parcel.due)];
  return {
    amount: amount - parcel.due,
    reason: `${paid} was paid over for ${awb}, and ${due} was collected`,
  };
}

/** Rows by the transfer that brought them, in the order of the file. */
export function remittancesOf(rows: readonly RemittanceRow[]): Map<string, RemittanceRow[]> {
  const transfers = new Map<string, RemittanceRow[]>();
  for (const row of rows) transfers.set(row.reference, [...(transfers.get(row.reference) ?? []), row]);
  return transfers;
}
