import { describe, expect, it } from '@jest/globals';
import { normalizeOrderNumber, orderNumberOf } from '#domain/orders/order-number.js';

describe('order numbers', () => {
  it('are eight letters and digits that are not taken for each other', () => {
    const bytes = (count: number) => Uint8Array.from({ length: count }, (_, index) => index * 37);
    expect(orderNumberOf(bytes)).toMatch(/^HT-[0-9A-HJKMNP-TV-Z]{8}$/);
  });
  it('are read however they are typed', () => {
    for (const typed of ['HT-7K3QX01Z', 'ht-7k3qx01z', ' 7K3Q X01Z', 'HT7K3QXOIZ', '7k3qxolz'])
      expect(normalizeOrderNumber(typed)).toBe('HT-7K3QX01Z');
  });
});
