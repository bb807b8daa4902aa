import { expect, test } from '@jest/globals';
import { addressSchema } from '#api/kernel/address.js';

const address = {
  name: 'Asha Rao',
  phone: '+919820012345',
  line1: '12 MG Road',
  city: 'Mumbai',
  stateCode: '27',
  postalCode: '400 001',
};

const refused = (changes: object) =>
  addressSchema.safeParse({ ...address, ...changes }).error?.issues.map(({ path }) => path.join('.'));

test('all that is wrong with an address is said at once', () => {
  expect(addressSchema.parse(address)).toMatchObject({ postalCode: '400001' });
  expect(refused({ name: '', phone: '12', city: '', postalCode: '12', stateCode: '99' })?.toSorted()).toEqual(
    ['city', 'name', 'phone', 'postalCode', 'stateCode'],
  );
  expect(refused({ phone: '12', postalCode: '560001' })).toEqual(['phone', 'postalCode']);
  expect(refused({ phone: '12', country: 'AE', postalCode: 'x', stateCode: 'DXB' })).toEqual(['phone']);
  expect(addressSchema.safeParse(null).success).toBe(false);
  expect(refused({ stateCode: undefined, postalCode: undefined })).toEqual(['stateCode', 'postalCode']);
});
