import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { OrderNumbers } from '#operations/plugins/plugin-ports.js';

/** As many as nobody can try one by one. */
const LEAST_BYTES = 5;

/** What placing orders and the look-up of guests rely on: call it in a test file with the order numbers of the plugin. */
export function orderNumbersContract(name: string, numbers: OrderNumbers): void {
  describe(`the order numbers ${name}`, () => {
    const created = Array.from({ length: 1_000 }, () => numbers.create(randomBytes));

    it('have 3 to 32 capitals, digits and dashes, and do not repeat', () => {
      for (const number of created) expect(number).toMatch(/^[A-Z0-9][A-Z0-9-]{2,31}$/);
      expect(new Set(created).size).toBe(created.length);
    });

    it('cannot be guessed: they are drawn from random bytes', () => {
      let drawn = 0;
      const numberOf = (fill: number) =>
        numbers.create((count) => {
          drawn += count;
          return new Uint8Array(count).fill(fill);
        });
      const first = numberOf(0);
      expect(drawn).toBeGreaterThanOrEqual(LEAST_BYTES);
      expect(numberOf(0)).toBe(first);
      expect(numberOf(1)).not.toBe(first);
    });

    it('are found as people type them, and different ones stay different', () => {
      for (const number of created.slice(0, 50)) {
        expect(numbers.normalize(number)).toBe(number);
        for (const typed of [number.toLowerCase(), ` ${number}\n`, number.replaceAll('-', ' ')])
          expect(numbers.normalize(typed)).toBe(number);
      }
      expect(new Set(created.map((number) => numbers.normalize(number))).size).toBe(created.length);
    });

    it.each(['', ' ', '-', 'no such number', '🙂', 'x'.repeat(500), '\u0000'])(
      'take %j for what was typed',
      (text) => {
        const normal = numbers.normalize(text);
        expect(typeof normal).toBe('string');
        expect(numbers.normalize(normal)).toBe(normal);
      },
    );
  });
}
