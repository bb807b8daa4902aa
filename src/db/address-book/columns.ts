import { savedAddressColumns } from '#domain/address-book/saved-address.js';

/** The columns of the tables of this feature. */
export const addressBookTables = {
  address_book_addresses: { ...savedAddressColumns },
};
