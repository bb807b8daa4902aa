import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { amountInWords } from '#domain/invoices/amount-in-words.js';

const RUPEE = 100;
const LAKH = 100_000 * RUPEE;
const CRORE = 100 * LAKH;

describe('an amount in words', () => {
  test.each([
    [0, 'Rupees Zero Only'],
    [1, 'Rupees Zero and One Paisa Only'],
    [99, 'Rupees Zero and Ninety Nine Paise Only'],
    [RUPEE, 'Rupees One Only'],
    [12_345_650, 'Rupees One Lakh Twenty Three Thousand Four Hundred Fifty Six and Fifty Paise Only'],
    [99 * LAKH, 'Rupees Ninety Nine Lakh Only'],
    [CRORE, 'Rupees One Crore Only'],
    [
      CRORE - 1,
      'Rupees Ninety Nine Lakh Ninety Nine Thousand Nine Hundred Ninety Nine and Ninety Nine Paise Only',
    ],
    [100 * CRORE, 'Rupees One Hundred Crore Only'],
    [1_234 * CRORE + 5 * RUPEE, 'Rupees One Thousand Two Hundred Thirty Four Crore Five Only'],
    [100_000 * CRORE, 'Rupees One Lakh Crore Only'],
  ])('%i paise', (paise, words) => {
    expect(amountInWords(paise, 'INR')).toBe(words);
  });

  test('other currencies count in thousands and millions', () => {
    expect(amountInWords(123_456_705, 'USD')).toBe(
      'US Dollars One Million Two Hundred Thirty Four Thousand Five Hundred Sixty Seven and 05/100 Only',
    );
    expect(amountInWords(20_000, 'EUR')).toBe('Euros Two Hundred Only');
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 53])('refuses %d', (amount) => {
    expect(() => amountInWords(amount, 'INR')).toThrow(RangeError);
  });

  test('reads back to the amount', () => {
    const amounts = fc.integer({ min: 0, max: 999_999 * CRORE });
    fc.assert(fc.property(amounts, (paise) => expect(readRupees(amountInWords(paise, 'INR'))).toBe(paise)));
  });
});

const small =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  );
const tens = 'Zero Ten Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ');
const scales: Record<string, number> = { Hundred: 100, Thousand: 1_000, Lakh: 100_000, Crore: 10_000_000 };

/** Reads the words back, by its own way: a scale multiplies all that is smaller and stands before it. */
function readRupees(words: string): number {
  const [, rupees = '', paise = ''] = /^Rupees (.*?)(?: and (.*) Pais[ae])? Only$/.exec(words) ?? [];
  return readNumber(rupees) * RUPEE + readNumber(paise);
}

function readNumber(words: string): number {
  const stack: number[] = [];
  for (const word of words.split(' ').filter(Boolean)) {
    const scale = scales[word];
    if (scale === undefined) {
      stack.push(small.includes(word) ? small.indexOf(word) : tens.indexOf(word) * 10);
      continue;
    }
    let group = 0;
    while (stack.length > 0 && (stack.at(-1) ?? 0) < scale) group += stack.pop() ?? 0;
    stack.push(group * scale);
  }
  return stack.reduce((total, part) => total + part, 0);
}
