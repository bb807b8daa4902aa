import { describe, expect, it } from '@jest/globals';
import { formatDay, formatInstant, formatMoney } from '#domain/mail/template-variables.js';

const languages = 'as bn brx doi en gu hi kn kok ks mai ml mni mr ne or pa sa sat sd ta te ur'.split(' ');
const at = '2026-11-21T09:30:00Z';

/** The digits of every script as ASCII ones. */
const ascii = (text: string) =>
  text.replace(/\p{Nd}/gu, (digit) => {
    let value = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - value - 1))) value += 1;
    return String(value % 10);
  });

describe.each(languages)('in %s', (language) => {
  it('rupees are grouped in lakhs', () => {
    const amounts = {
      1_234_567_89: '12,34,567.89',
      100_000_00: '1,00,000.00',
      999_50: '999.50',
      1_000_00: '1,000.00',
    };
    for (const [subunits, expected] of Object.entries(amounts)) {
      const written = ascii(formatMoney(Number(subunits), 'INR', language));
      expect(written.replaceAll('٬', ',').replaceAll('٫', '.')).toContain(expected);
    }
    expect(ascii(formatMoney(-1_234_567_89, 'INR', language)).replace(/\D/g, '')).toBe('123456789');
  });

  it('a date begins with the day of the month', () => {
    for (const text of [
      formatInstant(at, 'Asia/Kolkata', language),
      formatDay(at, 'Asia/Kolkata', language),
    ]) {
      const numbers = ascii(text).match(/\d+/g) ?? [];
      expect([text, numbers[0]]).toEqual([text, '21']);
      expect(numbers).toContain('2026');
    }
    expect(
      ascii(formatInstant(at, 'Asia/Kolkata', language))
        .match(/\d+/g)
        ?.slice(-2),
    ).toEqual([expect.stringMatching(/^0?3$/), '00']);
  });
});

it('other currencies and regions are written as they are there', () => {
  expect(formatMoney(1_234_567_89, 'INR', 'en-US')).toContain('1,234,567.89');
  expect(formatDay(at, 'Asia/Kolkata', 'en-US')).toBe('Sat, Nov 21, 2026');
});
