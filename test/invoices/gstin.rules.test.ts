import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { gstStateName, gstStates, isGstStateCode } from '#domain/tax/gst-states.js';
import { gstinCheckCharacter, isValidGstin, stateCodeOfGstin } from '#domain/tax/gstin.js';

const withoutCheck = fc
  .tuple(fc.constantFrom(...gstStates.keys()), fc.stringMatching(/^[A-Z]{5}\d{4}[A-Z][1-9A-Z]$/))
  .map(([state, rest]) => `${state}${rest}Z`);

describe('GSTIN', () => {
  // Registrations that are public: examples of the tax department and of well-known companies.
  test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '27AAACR5055K1Z7'])('%s is valid', (gstin) => {
    expect(isValidGstin(gstin)).toBe(true);
    expect(stateCodeOfGstin(gstin)).toBe(gstin.slice(0, 2));
  });

  test.each([
    ['a wrong check character', '27AAPFU0939F1ZX'],
    ['swapped characters', '27AAPUF0939F1ZV'],
    ['no such state', `39AAPFU0939F1Z${gstinCheckCharacter('39AAPFU0939F1Z')}`],
    ['small letters', '27aapfu0939f1zv'],
    ['too short', '27AAPFU0939F1Z'],
    ['a blank at the end', '27AAPFU0939F1ZV '],
    ['nothing', ''],
  ])('refuses %s', (_reason, gstin) => {
    expect(isValidGstin(gstin)).toBe(false);
    expect(stateCodeOfGstin(gstin)).toBeUndefined();
  });

  test('exactly one check character fits, so that every single mistyped character is found', () => {
    const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    fc.assert(
      fc.property(withoutCheck, fc.nat({ max: 13 }), fc.nat({ max: 35 }), (start, at, other) => {
        const gstin = start + gstinCheckCharacter(start);
        expect(isValidGstin(gstin)).toBe(true);
        expect(characters.filter((character) => isValidGstin(start + character))).toHaveLength(1);
        const mistyped = gstin.slice(0, at) + characters[other] + gstin.slice(at + 1);
        expect(isValidGstin(mistyped)).toBe(mistyped === gstin);
      }),
    );
  });
});

describe('states', () => {
  test('are named by their code', () => {
    expect(gstStateName('27')).toBe('Maharashtra');
    expect(gstStateName('36')).toBe('Telangana');
    expect(gstStateName('99')).toBeUndefined();
    expect([...gstStates.keys()]).toEqual([...gstStates.keys()].sort());
  });

  test.each(['constructor', '1', '007', ''])('%j is no code', (code) => {
    expect(isGstStateCode(code)).toBe(false);
  });
});
