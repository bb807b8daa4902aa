export const normalizedStatuses = [
  'pending',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'failed',
  'returned',
] as const;
export type NormalizedStatus = (typeof normalizedStatuses)[number];

const letters: Readonly<Record<string, NormalizedStatus>> = {
  OM: 'pending',
  OP: 'pending',
  OS: 'in_transit',
  OT: 'in_transit',
  INT: 'in_transit',
  OO: 'out_for_delivery',
  OFD: 'out_for_delivery',
  DEL: 'delivered',
  OD: 'delivered',
  OR: 'returned',
  RTO: 'returned',
  RTD: 'returned',
  OND: 'failed',
  OUD: 'failed',
  OC: 'failed',
};

/** The aggregator's numeric codes. */
const numbers: Readonly<Record<number, NormalizedStatus>> = {
  1: 'pending',
  2: 'pending',
  3: 'failed',
  4: 'in_transit',
  5: 'in_transit',
  6: 'out_for_delivery',
  7: 'failed',
  8: 'delivered',
  9: 'failed',
  10: 'failed',
  11: 'returned',
  12: 'returned',
  13: 'returned',
  14: 'returned',
  15: 'returned',
  16: 'failed',
  17: 'failed',
  18: 'in_transit',
  19: 'failed',
  20: 'in_transit',
  21: 'returned',
  23: 'failed',
  25: 'pending',
  26: 'returned',
  27: 'returned',
  28: 'pending',
  1004: 'in_transit',
};

/** The status that a letter code stands for, or undefined for one that is not mapped. */
export function letterStatus(code: string): NormalizedStatus | undefined {
  const text = code.trim().toUpperCase();
  return Object.hasOwn(letters, text) ? letters[text] : undefined;
}

/** The status that a number of the aggregator stands for, or undefined for one that is not mapped. */
export function numberStatus(code: string): NormalizedStatus | undefined {
  return /^\d{1,6}$/.test(code.trim()) ? numbers[Number(code)] : undefined;
}

/** How far along a parcel is: a scan of a lower rank is recorded and changes nothing. */
const ranks: Readonly<Record<NormalizedStatus, number>> = {
  pending: 0,
  in_transit: 1,
  out_for_delivery: 2,
  failed: 2,
  returned: 3,
  delivered: 4,
};

/**
 * Whether a scan moves a parcel on. Out for delivery and a failed attempt alternate until one succeeds; nothing comes
 * after a delivery, and after a return only a delivery.
 */
export function advances(from: NormalizedStatus, to: NormalizedStatus): boolean {
  return from !== to && ranks[to] >= ranks[from];
}
