import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fileSerial, formatSerial, isValidPrefix, SERIAL_MAX_LENGTH } from '#domain/invoices/serial.js';

const first = { prefix: 'INV', financialYear: '2627', sequence: 1 };

describe('the serial of an invoice', () => {
  test('is printed with slashes, and with dashes in file names', () => {
    expect(formatSerial(first)).toBe('INV/2627/000001');
    expect(fileSerial({ ...first, sequence: 123_456 })).toBe('INV-2627-123456');
  });

  test.each(['A', 'INV', 'AB12', '0000'])('accepts the prefix %s', (prefix) => {
    expect(isValidPrefix(prefix)).toBe(true);
  });

  test.each(['', 'ABCDE', 'inv', 'A-B', 'A B', 'É', 'INV\n'])('refuses the prefix %j', (prefix) => {
    expect(isValidPrefix(prefix)).toBe(false);
    expect(() => formatSerial({ ...first, prefix })).toThrow(RangeError);
  });

  test('refuses what is no year and no sequence', () => {
    expect(() => formatSerial({ ...first, financialYear: '2026-27' })).toThrow(RangeError);
    expect(() => formatSerial({ ...first, sequence: 0 })).toThrow(RangeError);
    expect(() => formatSerial({ ...first, sequence: 1.5 })).toThrow(RangeError);
  });

  test('refuses to grow past the legal length rather than issue such a number', () => {
    expect(formatSerial({ ...first, sequence: 1_000_000 })).toHaveLength(SERIAL_MAX_LENGTH);
    expect(() => formatSerial({ ...first, sequence: 10_000_000 })).toThrow(/longer than the 16 characters/);
    expect(() => formatSerial({ ...first, prefix: 'ABCD', sequence: 1_000_000 })).toThrow(RangeError);
  });

  test('has at most 16 characters and names prefix, year and number', () => {
    const parts = fc.record({
      prefix: fc.stringMatching(/^[A-Z0-9]{1,4}$/),
      financialYear: fc.stringMatching(/^\d{4}$/),
      sequence: fc.integer({ min: 1, max: 999_999 }),
    });
    fc.assert(
      fc.property(parts, (given) => {
        const serial = formatSerial(given);
        expect(serial.length).toBeLessThanOrEqual(SERIAL_MAX_LENGTH);
        const [prefix, year, sequence] = serial.split('/');
        expect({ prefix, financialYear: year, sequence: Number(sequence) }).toEqual(given);
        expect(fileSerial(given)).toBe(serial.replaceAll('/', '-'));
      }),
    );
  });
});
