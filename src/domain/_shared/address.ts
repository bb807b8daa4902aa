/** Where something is sent, billed or sold from, as orders and invoices snapshot it. */
export interface Address {
  /** The person or company there. */
  name: string;
  /** E.164, `+919820012345`. */
  phone: string;
  line1: string;
  line2: string | null;
  city: string;
  /** Two-digit GST code in India; the country's own code or name elsewhere, empty where it has none. */
  stateCode: string;
  /** Six digits in India; empty in countries without postal codes. */
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Tax registration of a business buyer; on a billing address it is of the state of that address. */
  gstin: string | null;
}

/** The country whose tax rules the platform knows: its addresses have GST state codes and PIN codes. */
export const HOME_COUNTRY = 'IN';
