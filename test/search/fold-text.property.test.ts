import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldedWords, foldText } from '#domain/search/fold-text.js';

/** A word that takes the text through all of Unicode, however plain the rest is. */
const HINDI = 'दीया';

it('folds plain English text as any other', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 200 }), (text) => {
      expect(foldedWords(`${text} ${HINDI}`)).toEqual([...foldedWords(text), HINDI]);
      expect(foldText(`${text}${HINDI}`)).toBe(foldText(text) + HINDI);
    }),
  );
});

it.each([
  ["Tara's\tBrass-Lamp_2", ['taras', 'brass', 'lamp', '2']],
  ['CAFÉ crème', ['cafe', 'creme']],
  ['ﬁne ½ kg', ['fine', '1', '2', 'kg']],
  ['', []],
])('finds the words of %j', (text, words) => {
  expect(foldedWords(text)).toEqual(words);
});
