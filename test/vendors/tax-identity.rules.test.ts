import { describe, expect, it } from '@jest/globals';
import { taxIdentityProblems, withStateCode } from '#domain/vendors/tax-identity.js';
import { addressOf } from '../_support/vendors.js';

const gstin = '27AAPFU0939F1ZV';
const karnataka = addressOf({ stateCode: '29', postalCode: '560001' });
const abroad = addressOf({ country: 'NP', stateCode: 'Bagmati', postalCode: '44600' });

describe('the state of a seller', () => {
  it.each([
    [{ gstin, stateCode: null, address: null }, '27'],
    [{ gstin: null, stateCode: null, address: karnataka }, '29'],
    [{ gstin, stateCode: null, address: karnataka }, '27'],
    [{ gstin, stateCode: '29', address: null }, '29'],
    [{ gstin: null, stateCode: null, address: abroad }, null],
    [{ gstin: null, stateCode: null, address: null }, null],
  ])('of %j is %s', (identity, expected) => {
    expect(withStateCode(identity).stateCode).toBe(expected);
  });

  it.each([
    [{ gstin, stateCode: '27', address: addressOf() }, []],
    [{ gstin, stateCode: '27', address: abroad }, []],
    [{ gstin: null, stateCode: '29', address: karnataka }, []],
    [{ gstin, stateCode: '29', address: karnataka }, ['gstin']],
    [{ gstin, stateCode: null, address: null }, ['gstin']],
    [{ gstin, stateCode: '27', address: karnataka }, ['address.stateCode']],
    [{ gstin, stateCode: '33', address: karnataka }, ['gstin', 'address.stateCode']],
  ])('in %j contradicts in %j', (identity, fields) => {
    expect(taxIdentityProblems(identity).map((problem) => problem.field)).toEqual(fields);
  });

  it('is named in what is wrong', () => {
    expect(taxIdentityProblems({ gstin, stateCode: '29', address: null })[0]?.message).toBe(
      'belongs to 27 (Maharashtra), not to 29 (Karnataka)',
    );
  });
});
