import type { Address } from '#domain/_shared/address.js';
import {
  boolean,
  type Columns,
  instant,
  jsonOf,
  nullable,
  type RowOf,
  text,
  uuid,
} from '#domain/_shared/columns.js';

/** Beyond this somebody is trying what happens. */
export const MAX_SAVED_ADDRESSES = 50;

/** The columns of the table. What selects, returns or writes them is derived from here, or does not compile. */
export const savedAddressColumns = {
  id: uuid,
  userId: uuid,
  label: nullable(text),
  address: jsonOf<Address>(),
  isDefaultShipping: boolean,
  isDefaultBilling: boolean,
  createdAt: instant,
  updatedAt: instant,
} as const satisfies Columns;

export type SavedAddress = RowOf<typeof savedAddressColumns>;

/** The default addresses of a customer: while there are addresses, one is the default of each kind. */
export type AddressDefault = 'isDefaultShipping' | 'isDefaultBilling';

export const addressDefaults: readonly AddressDefault[] = ['isDefaultShipping', 'isDefaultBilling'];

/** What a customer sends. A default of `false` changes nothing: a default moves when another address becomes it. */
export interface SavedAddressInput {
  label?: string | null;
  address: Address;
  isDefaultShipping?: boolean;
  isDefaultBilling?: boolean;
}

/** A field that is undefined stays as it is. */
export type SavedAddressChanges = Partial<SavedAddressInput>;

/** What audit entries and events may say of an address: its defaults, never its text. */
export function defaultsOf({ isDefaultShipping, isDefaultBilling }: SavedAddress) {
  return { isDefaultShipping, isDefaultBilling };
}
