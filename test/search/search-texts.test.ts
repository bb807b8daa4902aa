import { describe, expect, it } from '@jest/globals';
import { measuresIn } from '#domain/search/measures.js';
import { pricePhraseIn } from '#domain/search/price-phrase.js';
import { namesInTitle } from '#domain/search/title-head.js';
import { romanize, soundOf } from '#domain/search/word-sound.js';

describe('prices in texts', () => {
  it.each([
    ['diya under 500', { text: 'diya', maxPrice: 50_000 }],
    ['diya below ₹1,500', { text: 'diya', maxPrice: 150_000 }],
    ['brass diya under rs. 99.50', { text: 'brass diya', maxPrice: 9_950 }],
    ['saree above 2k', { text: 'saree', minPrice: 200_000 }],
    ['tea between 100 and 200', { text: 'tea', minPrice: 10_000, maxPrice: 20_000 }],
    ['tea from ₹100 to ₹200', { text: 'tea', minPrice: 10_000, maxPrice: 20_000 }],
  ])('%s', (q, expected) => expect(pricePhraseIn(q)).toMatchObject(expected));

  it.each([
    'under 500',
    'under eye cream',
    'between 200 and 100',
    'wallet',
    '500 under wallet',
    'tea between 200 and 100',
  ])('%s has none', (q) => expect(pricePhraseIn(q)).toBeNull());
});

describe('measures', () => {
  it.each([
    ['1 litre', '#1000ml'],
    ['1.5L', '#1500ml'],
    ['500-gm', '#500g'],
    ['32GB', '#32768mb'],
    ['SPF 30', '#30spf'],
    ['12 watts', '#12w'],
  ])('%s is %s', (text, lexeme) => expect(measuresIn(`Thing ${text}`)).toMatchObject([{ lexeme }]));

  it('words that begin with a unit are no measures', () => {
    expect(measuresIn('3 legs, 4 gates, B22 5mlx')).toEqual([]);
  });
});

it('names in titles end before what says more of them', () => {
  expect(namesInTitle('Basmati Rice/Basmati Akki - Super 90')).toEqual(['basmati rice', 'basmati akki']);
  expect(namesInTitle('Soap with Milk')).toEqual(['soap']);
  expect(namesInTitle('Pot, 500 ml')).toEqual(['pot']);
  expect(namesInTitle('– ')).toEqual([]);
});

describe('sounds', () => {
  it.each([
    ['पीतल', 'piital'],
    ['हल्दी', 'haldii'],
    ['साड़ी', 'saarii'],
  ])('%s is written %s', (word, roman) => expect(romanize(word)).toBe(roman));

  it.each([
    ['मसाला', 'masala'],
    ['घी', 'ghee'],
    ['दूध', 'doodh'],
    ['चावल', 'chawal'],
    ['पनीर', 'paneer'],
    ['আলু', 'aloo'],
  ])('%s sounds like %s', (word, other) => expect(soundOf(word)?.sound).toBe(soundOf(other)?.sound));

  it('Tamil has no difference of voiced and unvoiced consonants', () => {
    expect(soundOf('பூரி')).toEqual({ sound: null, loose: soundOf('buri')?.loose });
  });
});
