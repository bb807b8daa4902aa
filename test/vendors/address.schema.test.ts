import { describe, expect, it } from '@jest/globals';
import { addressSchema, gstinSchema, phoneSchema } from '#api/kernel/address.js';

const sent = {
  name: ' Asha Rao ',
  phone: '+91 98200 12345',
  line1: '12 Hill Road',
  city: 'Mumbai',
  stateCode: '27',
  postalCode: '400 050',
};

function paths(value: unknown): string[] {
  return addressSchema.safeParse(value).error?.issues.map((issue) => issue.path.join('.')) ?? [];
}

describe('an address', () => {
  it('is given on in one form', () => {
    expect(addressSchema.parse(sent)).toEqual({
      name: 'Asha Rao',
      phone: '+919820012345',
      line1: '12 Hill Road',
      line2: null,
      city: 'Mumbai',
      stateCode: '27',
      postalCode: '400050',
      country: 'IN',
      gstin: null,
    });
    expect(addressSchema.parse(addressSchema.parse(sent))).toEqual(addressSchema.parse(sent));
  });

  it.each([
    ['a state that does not exist', { stateCode: '39' }, ['stateCode']],
    ['a PIN code of another state', { postalCode: '560001' }, ['postalCode']],
    ['a PIN code of Goa', { postalCode: '403001' }, ['postalCode']],
    ['a state by name', { stateCode: 'MH' }, ['stateCode']],
    ['a PIN code that begins with zero', { postalCode: '012345' }, ['postalCode']],
    ['a short PIN code', { postalCode: '40005' }, ['postalCode']],
    ['a blank line', { line1: '  ' }, ['line1']],
    ['a country in words', { country: 'India' }, ['country']],
    ['a GSTIN with a wrong check character', { gstin: '27AAPFU0939F1ZW' }, ['gstin']],
  ])('within India refuses %s', (_what, change, expected) => {
    expect(paths({ ...sent, ...change })).toEqual(expected);
  });

  it('abroad has the country’s own codes, or none', () => {
    expect(paths({ ...sent, country: 'AE', stateCode: 'Dubai', postalCode: '' })).toEqual([]);
    expect(paths({ ...sent, country: 'SG', stateCode: '', postalCode: '238858' })).toEqual([]);
  });
});

it.each(['9820012345', '+9198200', '+91 00000 00000', 'call me', ''])(
  'the phone number %j is refused',
  (text) => {
    expect(phoneSchema.safeParse(text).success).toBe(false);
  },
);

it.each([
  ['+1 (415) 555-2671', '+14155552671'],
  ['+91-22-2640-1234', '+912226401234'],
])('the phone number %j becomes %s', (text, phone) => {
  expect(phoneSchema.parse(text)).toBe(phone);
});

it('a GSTIN is given on in capitals', () => {
  expect(gstinSchema.parse(' 27aapfu0939f1zv ')).toBe('27AAPFU0939F1ZV');
});
