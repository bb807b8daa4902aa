import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  parseCode,
  parseFlag,
  parseGrams,
  parseImageUrl,
  parseInteger,
  parsePrice,
} from '#domain/product-imports/cell-values.js';

describe('prices become whole subunits', () => {
  test.each([
    ['0', 0],
    ['50', 5000],
    ['50.5', 5050],
    ['42.99', 4299],
    ['42.990', 4299],
    ['0042.90', 4290],
    ['.5', 50],
    ['7.', 700],
    ['1,250.00', 125_000],
    ['1,250,000', 125_000_000],
    ['12,50,000', 125_000_000],
    ['1,25,000.50', 12_500_050],
    ['21474836.47', 2_147_483_647],
  ])('%s', (text, subunits) => {
    expect(parsePrice(text)).toEqual({ value: subunits });
  });

  test.each([
    ['-5', /below zero/],
    ['(5.00)', /below zero/],
    ['₹499', /currency/],
    ['Rs. 499', /currency/],
    ['499 INR', /currency/],
    ['100Rs', /currency/],
    ['$5', /currency/],
    ['9.999', /more than two decimal/],
    ['1,250', /more than one way/],
    ['1,50', /more than one way/],
    ['1.250,00', /more than one way/],
    ['1,2,3.00', /more than one way/],
    ['0,250.00', /more than one way/],
    ['1 250.00', /not a price/],
    ['1e3', /not a price/],
    ['.', /not a price/],
    ['ask us', /not a price/],
    ['NaN', /not a price/],
    ['1.2.3', /not a price/],
    ['21474836.48', /highest price/],
    ['9'.repeat(400), /highest price/],
  ])('%s is refused with its reason', (text, reason) => {
    expect(parsePrice(text)).toEqual({ reason: expect.stringMatching(reason) });
  });

  test('every amount comes out as it was written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_147_483_647 }),
        fc.constantFrom('en-US', 'en-IN'),
        (amount, locale) => {
          const whole = Math.floor(amount / 100);
          const decimals = String(amount % 100).padStart(2, '0');
          expect(parsePrice(`${whole}.${decimals}`)).toEqual({ value: amount });
          expect(parsePrice(`${whole.toLocaleString(locale)}.${decimals}`)).toEqual({ value: amount });
        },
      ),
    );
  });
});

test.each([
  ['12', 12],
  ['-3', -3],
  ['10.0', 10],
  ['+4', 4],
  ['-0', 0],
])('whole number %s', (text, value) => {
  expect(parseInteger(text)).toEqual({ value });
});

test.each(['1.5', '', 'ten', '1e3', '1,000', '99999999999'])('%j is not a whole number to keep', (text) => {
  expect(parseInteger(text).reason).toBeDefined();
});

test.each([
  ['28', 28],
  ['0', null],
  ['0.0', null],
  ['220.5', 221],
  ['.3', 1],
])('%s grams', (text, value) => {
  expect(parseGrams(text)).toEqual({ value });
});

test.each(['-1', '1 kg', 'heavy', '9999999999'])('%s is no weight', (text) => {
  expect(parseGrams(text).reason).toBeDefined();
});

test('flags in the usual spellings', () => {
  expect(['TRUE', 'true', 'Yes', '1'].map((text) => parseFlag(text).value)).toEqual([true, true, true, true]);
  expect(['FALSE', 'no', '0'].map((text) => parseFlag(text).value)).toEqual([false, false, false]);
  expect(parseFlag('maybe').reason).toMatch(/neither TRUE nor FALSE/);
});

test('picture addresses are http or https, in their normal form', () => {
  expect(parseImageUrl('https://x.example/a b.jpg')).toEqual({ value: 'https://x.example/a%20b.jpg' });
  expect(parseImageUrl('http://x.example/चित्र.jpg').value).toMatch(/^http:\/\/x\.example\/%E0/);
  for (const bad of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:image/png;base64,AA',
    'picture.jpg',
    '//x.example/a.jpg',
    'https://user:secret@x.example/a.jpg',
    `https://x.example/${'a'.repeat(2048)}`,
  ]) {
    expect(parseImageUrl(bad).reason).toBeDefined();
  }
});

test('article numbers lose the apostrophe that protects their zeros', () => {
  expect(parseCode("'0012", 10)).toEqual({ value: '0012' });
  expect(parseCode("'", 10)).toEqual({ value: null });
  expect(parseCode('12345678901', 10).reason).toMatch(/11 characters; at most 10/);
});
