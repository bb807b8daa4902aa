import { expect, test } from '@jest/globals';
import type { Address } from '#domain/_shared/address.js';
import { buildSnapshot, type InvoiceSource } from '#domain/invoices/build-snapshot.js';

const mumbai: Address = {
  name: 'Asha Rao',
  phone: '+919820012345',
  line1: '12 Hill Road',
  line2: null,
  city: 'Mumbai',
  stateCode: '27',
  postalCode: '400050',
  country: 'IN',
  gstin: null,
};

function sellerOf(vendor: Partial<InvoiceSource['vendor']>) {
  const source: InvoiceSource = {
    orderNumber: 'H7K2-9QMD',
    placedAt: new Date(0),
    currency: 'INR',
    pricesIncludeTax: false,
    paymentMethod: 'cod',
    customerName: 'Asha Rao',
    billingAddress: mumbai,
    shippingAddress: mumbai,
    placeOfSupply: '27',
    shippingTotal: 0,
    subtotal: 0,
    discountTotal: 0,
    taxTotal: 0,
    total: 0,
    lines: [],
    vendor: {
      displayName: 'Kaveri',
      legalName: null,
      gstin: null,
      stateCode: null,
      address: null,
      supportPhone: null,
      supportEmail: null,
      ...vendor,
    },
  };
  return buildSnapshot(source, new Date(0), 'Asia/Kolkata').seller;
}

test.each([
  ['the state it names', { stateCode: '09', address: mumbai, gstin: '29AAGCB7383J1Z4' }, '09'],
  ['the state of its address', { address: mumbai, gstin: '29AAGCB7383J1Z4' }, '27'],
  ['the state of its registration', { gstin: '29AAGCB7383J1Z4' }, '29'],
  [
    'that of its registration, when its address is abroad and has a code of two digits',
    { address: { ...mumbai, country: 'JP', stateCode: '27' }, gstin: '29AAGCB7383J1Z4' },
    '29',
  ],
  ['no state, when nothing says one', { address: { ...mumbai, country: 'JP', stateCode: '27' } }, ''],
])('a vendor sells from %s', (_what, vendor, state) => {
  expect(sellerOf(vendor).stateCode).toBe(state);
});

test('the name of the shop is kept beside the legal name where the two differ, with how to reach it', () => {
  const contact = { supportPhone: '+919845012345', supportEmail: 'care@kaveri.example' };
  expect(sellerOf({ legalName: 'Kaveri Handlooms LLP', ...contact })).toMatchObject({
    legalName: 'Kaveri Handlooms LLP',
    tradeName: 'Kaveri',
    ...contact,
  });
  expect(sellerOf({ legalName: 'Kaveri' })).toMatchObject({ legalName: 'Kaveri', tradeName: null });
  expect(sellerOf({})).toMatchObject({ legalName: 'Kaveri', tradeName: null });
});
