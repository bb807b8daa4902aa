import { type EntityFactories, insertedRow } from '../_support/entity-factory.js';

const address = {
  name: 'Meera Iyer',
  phone: '+919820012345',
  line1: '12 Hill Road',
  line2: null,
  city: 'Mumbai',
  stateCode: '27',
  postalCode: '400050',
  country: 'IN',
  gstin: null,
};

export const addressBookEntities: EntityFactories = {
  savedAddress: ({ container, customer }) =>
    insertedRow(container, 'address_book_addresses', {
      userId: customer.userId,
      label: 'Home',
      address: JSON.stringify(address),
    }),
};
