import { blockOf, isIndian, spellIndian, TAMIL } from '#domain/_shared/indian-letters.js';

/** An Indian word in Latin letters, without the vowel that is not written at its end: पीतल is "piital". */
export const romanize = (word: string): string => spellIndian(word, 'a', 'n').text;

export interface WordSound {
  /** Null for Tamil, which writes voiced and unvoiced consonants alike. */
  sound: string | null;
  /** Without the difference of voiced and unvoiced consonants. */
  loose: string;
}

/** Whether a word is written in Latin letters only, or in an Indian script. */
export function scriptOf(word: string): 'latin' | 'indian' | 'other' {
  if (/^[a-z]+$/.test(word)) return 'latin';
  return isIndian(word.codePointAt(0) ?? 0) ? 'indian' : 'other';
}

/** How a word sounds, the same for its spellings in Latin and Indian letters: null for others. */
export function soundOf(word: string): WordSound | null {
  const script = scriptOf(word);
  if (script === 'other') return null;
  const sound = keyOf(script === 'latin' ? word : romanize(word));
  if (sound.length < 2) return null;
  const loose = sound.replace(/g/g, 'k').replace(/d/g, 't').replace(/b/g, 'p').replace(/[jc]/g, 's');
  const isTamil = blockOf(word.codePointAt(0) ?? 0) === TAMIL;
  return { sound: isTamil ? null : sound, loose };
}

/** Consonants without breath, and vowels by their class: short a is written by nobody. */
function keyOf(roman: string): string {
  const first = /^a/.test(roman) ? 'a' : '';
  return (
    first +
    roman
      .replace(/chh?/g, 'C')
      .replace(/sh/g, 's')
      .replace(/ph/g, 'f')
      .replace(/zh/g, 'l')
      .replace(/([kgjtdbr])h/g, '$1')
      .replace(/ck|c|q/g, 'k')
      .replace(/C/g, 'c')
      .replace(/x/g, 'ks')
      .replace(/z/g, 'j')
      .replace(/w/g, 'v')
      .replace(/[eiy]+/g, 'i')
      .replace(/[ou]+/g, 'u')
      .replace(/a/g, '')
      .replace(/(.)\1+/g, '$1')
  );
}
