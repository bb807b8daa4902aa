/**
 * What rules a seller under GST, in the order of how much it may do:
 * - `regular`: everywhere, with tax.
 * - `composition`: within its State, without tax, by bills of supply (CGST Act 2017, section 10; the operator lets it supply no other
 *   State and collects tax at source: Notification 36/2023-Central Tax of 04.08.2023, in force from 01.10.2023).
 * - `enrolled`: not registered, with an enrolment number; within its one State, and no tax is collected at source (Notifications
 *   34/2023- and 37/2023-Central Tax, in force from 01.10.2023).
 * - `without_number`: neither; nothing, since only the two may supply goods through an operator (section 24(ix)).
 */
export const sellerKinds = ['regular', 'composition', 'enrolled', 'without_number'] as const;
export type SellerKind = (typeof sellerKinds)[number];

export const gstSchemes = ['regular', 'composition'] as const;
export type GstScheme = (typeof gstSchemes)[number];

/** What of a vendor says which kind it is. */
interface Identity {
  gstin: string | null;
  gstScheme: GstScheme;
  enrolmentNumber: string | null;
}

export function sellerKindOf({ gstin, gstScheme, enrolmentNumber }: Identity): SellerKind {
  if (gstin !== null) return gstScheme === 'composition' ? 'composition' : 'regular';
  return enrolmentNumber === null ? 'without_number' : 'enrolled';
}

/** The only State that a seller may supply, by its GST code; null where that is all. */
export function onlyStateOf(seller: Identity & { stateCode: string | null }): string | null {
  return sellerKindOf(seller) === 'regular' ? null : (seller.stateCode ?? '');
}

/** Fifteen characters, the first two the GST code of the State. */
export const ENROLMENT_NUMBER = /^\d{2}[A-Z0-9]{13}$/;
