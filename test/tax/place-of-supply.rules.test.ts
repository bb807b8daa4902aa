import { expect, test } from '@jest/globals';
import { gstinFitsState, placeOfSupplyOf } from '#domain/tax/place-of-supply.js';
import { addressOf } from '../_support/vendors.js';

const mumbai = addressOf();
const bengaluru = addressOf({ stateCode: '29', postalCode: '560001', gstin: '29AAGCB7383J1Z4' });
const tokyo = addressOf({ country: 'JP', stateCode: '13' });

test.each([
  ['the delivery, without a GSTIN', mumbai, addressOf({ stateCode: '29', postalCode: '560001' }), '27'],
  ['the state of the GSTIN of who is billed (IGST Act, section 10(1)(b))', mumbai, bengaluru, '29'],
  ['the delivery, where the GSTIN is of its state', bengaluru, bengaluru, '29'],
  ['the GSTIN of the only address', addressOf({ gstin: '27AAPFU0939F1ZV' }), null, '27'],
  ['no state, where the goods leave India', tokyo, bengaluru, null],
  ['not known without a delivery', null, bengaluru, null],
])('the place of supply is %s', (_what, shippingAddress, billingAddress, state) => {
  expect(placeOfSupplyOf({ shippingAddress, billingAddress })).toBe(state);
});

test('a GSTIN must be of the state of the billing address', () => {
  expect(gstinFitsState(bengaluru)).toBe(true);
  expect(gstinFitsState(mumbai)).toBe(true);
  expect(gstinFitsState(addressOf({ gstin: '29AAGCB7383J1Z4' }))).toBe(false);
  expect(gstinFitsState({ ...tokyo, gstin: '29AAGCB7383J1Z4' })).toBe(false);
});
