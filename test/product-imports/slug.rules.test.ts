import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextSlug, slugify } from '#domain/_shared/slug.js';

/** What a slug looks like everywhere on the platform. */
const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

describe('slugs', () => {
  test.each([
    ['Ocean Blue Shirt', 'ocean-blue-shirt'],
    ["Women's  “Best” Top!", 'womens-best-top'],
    ['Crème brûlée / Straße', 'creme-brulee-strasse'],
    ['100% cotton_kurta', '100-cotton-kurta'],
    ['😀', 'item'],
    ['🎉 Diwali🪔Sale 🎉', 'diwali-sale'],
    ['🪔🪔', 'diya'],
    ['Aanya™ ❤️ Lamp', 'aanya-tm-lamp'],
    ['', 'item'],
    ['—', 'item'],
  ])('%j is %s', (text, slug) => {
    expect(slugify(text)).toBe(slug);
  });

  test.each([
    'नीला सूती कुर्ता',
    'தமிழ் சட்டை',
    'తెలుగు',
    'বাংলা',
    'ગુજરાતી',
    'ਪੰਜਾਬੀ',
    'ಕನ್ನಡ',
    'മലയാളം',
    'ଓଡ଼ିଆ',
    'اردو',
  ])('%s is romanised, not dropped', (text) => {
    expect(slugify(text)).toMatch(slugPattern);
    expect(slugify(text)).not.toBe('item');
  });

  test.each([
    ['पीतल दीया', 'peetal-diya'],
    ['अगरबत्ती', 'agarbatti'],
    ['चांदी की पायल', 'chandi-ki-payal'],
    ['कमला दुपट्टा, २ पीस', 'kamla-dupatta-2-pees'],
    ['शुद्ध घी', 'shuddh-ghee'],
    ['आलू मसाला', 'aloo-masala'],
    ['मंत्र', 'mantra'],
    ['मुंबई', 'mumbai'],
    ['ગુલાબ', 'gulab'],
    ['ਪੰਜਾਬੀ', 'panjabi'],
    ['దీపం', 'deepam'],
    ['மீன்', 'meen'],
  ])('%s has the vowels that are spoken: %s', (text, slug) => {
    expect(slugify(text)).toBe(slug);
  });

  test('any text gives a slug of at most 200 characters, and a slug is its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const slug = slugify(text);
        expect(slug).toMatch(slugPattern);
        expect(slug.length).toBeLessThanOrEqual(200);
        expect(slugify(slug)).toBe(slug);
      }),
    );
  });

  test('a long one is cut between words', () => {
    const slug = slugify('word '.repeat(100));
    expect(slug.length).toBeLessThanOrEqual(200);
    expect(slug).toMatch(/^(word-)+word$/);
    expect(slugify('x'.repeat(500))).toBe('x'.repeat(200));
  });

  test('candidates are numbered from 2 and stay within the length', () => {
    expect([1, 2, 13].map((n) => nextSlug('shirt', n))).toEqual(['shirt', 'shirt-2', 'shirt-13']);
    const long = nextSlug('x'.repeat(200), 1234);
    expect(long).toBe(`${'x'.repeat(195)}-1234`);
    expect(nextSlug(slugify('word '.repeat(100)), 10)).toMatch(slugPattern);
    expect(() => nextSlug('shirt', 0)).toThrow(RangeError);
    expect(() => nextSlug('shirt', 1.5)).toThrow(RangeError);
  });
});
