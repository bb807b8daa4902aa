import { defineEvent } from '#domain/_shared/event.js';

/** Ids only: an address is personal data. */
interface SavedAddressEvent {
  addressId: string;
  userId: string;
}

export const addressBookEvents = {
  created: defineEvent<SavedAddressEvent>(
    'address_book.created',
    'savedAddress',
    'A customer saved an address',
  ),
  updated: defineEvent<SavedAddressEvent>(
    'address_book.updated',
    'savedAddress',
    'A saved address was changed',
  ),
  deleted: defineEvent<SavedAddressEvent>(
    'address_book.deleted',
    'savedAddress',
    'A saved address was deleted',
  ),
};
