/**
 * Endings of Hindi nouns and adjectives (plural, oblique), longest first: a light stemmer after Ramanathan and Rao,
 * "A Lightweight Stemmer for Hindi" (2003), for nouns. Other Indian scripts are compared as they are.
 */
const hindiEndings = [
  'ियाँ',
  'ियों',
  'ियां',
  'ाओं',
  'ाएं',
  'ुओं',
  'ुएं',
  'ाएँ',
  'ुएँ',
  'ओं',
  'ों',
  'ें',
  'एं',
  'एँ',
  'ये',
  'यों',
  'या',
  'ो',
  'े',
  'ू',
  'ु',
  'ी',
  'ि',
  'ा',
].sort((a, b) => b.length - a.length);

const LATIN = /^[a-z0-9]+$/;
const DEVANAGARI = /[\u0900-\u097f]/;

/** The form under which singular and plural meet. Takes a folded word. */
export function stemWord(word: string): string {
  if (LATIN.test(word)) return stemEnglish(word);
  return DEVANAGARI.test(word) ? stemHindi(word) : word;
}

function stemEnglish(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /\d/.test(word)) return word;
  // "basis" and "axis" are one of it, "kurtis" and "mojaris" are several.
  if (/(ss|us|[sx]is)$/.test(word)) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:x|ch|sh|ss|zz)es$/.test(word)) return word.slice(0, -2);
  if (/[^aeiou]oes$/.test(word) && word.length > 5) return word.slice(0, -2);
  if (word.endsWith('ves') && word.length > 5) return `${word.slice(0, -3)}f`;
  return word.slice(0, -1);
}

function stemHindi(word: string): string {
  const ending = hindiEndings.find((item) => word.endsWith(item) && word.length - item.length >= 2);
  return ending ? word.slice(0, -ending.length) : word;
}
