import { blockOf, isIndian, spellIndian } from './indian-letters.js';

/** The vowel of a consonant without a sign: whether it is spoken depends on what stands around it. */
const INHERENT = '\u0259';
/** The sign that makes a vowel nasal. */
const NASAL = '\u1e43';
const [DEVANAGARI, GURMUKHI, GUJARATI] = [0x900, 0xa00, 0xa80];
const [TAMIL, TELUGU, KANNADA, MALAYALAM] = [0xb80, 0xc00, 0xc80, 0xd00];
const northern = new Set([DEVANAGARI, GURMUKHI, GUJARATI]);
const southern = new Set([TAMIL, TELUGU, KANNADA, MALAYALAM]);

const SOUNDS = /chh|[kgcjtdpbszr]h|aa|ii|uu|ai|au|[\u0259\u1e43]|[a-z]/g;
const INDIAN = /[\u0900-\u0d7f][\u0900-\u0d7f\u200c\u200d]*/gu;

const isVowel = (sound: string | undefined) => sound !== undefined && /^[aeiou\u0259]/.test(sound);
const isConsonant = (sound: string | undefined) => sound !== undefined && !isVowel(sound);

/**
 * Hindi, Punjabi and Gujarati drop the unwritten vowel between a syllable that ends in a vowel and one that begins with
 * a consonant: "agarabatti" is spoken "agarbatti" (Ohala, "Aspects of Hindi Phonology", 1983).
 */
function dropUnspoken(sounds: string[]): string[] {
  const spoken = [...sounds];
  for (let n = spoken.length - 3; n >= 2; n -= 1)
    if (
      spoken[n] === INHERENT &&
      isConsonant(spoken[n - 1]) &&
      isVowel(spoken[n - 2]) &&
      isConsonant(spoken[n + 1]) &&
      isVowel(spoken[n + 2])
    )
      spoken.splice(n, 1);
  return spoken;
}

/** The vowel at the end: spoken in southern languages, and in "mantra", "satya" and "tattva". */
function endsInVowel(block: number, sounds: readonly string[]): boolean {
  if (southern.has(block)) return true;
  const [before, last = ''] = sounds.slice(-2);
  return isConsonant(before) && ['r', 'y', 'v'].includes(last);
}

/** Long vowels as they are commonly written: "peetal", but "diya", "chandi" and "ki". */
function writtenAs(sounds: readonly string[], block: number): string {
  if (sounds.join('') === 'ghii') return 'ghee';
  const text = sounds.map((sound, n) => {
    const [before, next] = [sounds[n - 1], sounds[n + 1]];
    if (sound === INHERENT || sound === 'aa') return 'a';
    if (sound === NASAL) return (next === undefined ? southern.has(block) : /^[pbm]/.test(next)) ? 'm' : 'n';
    if (sound === 'uu') return isVowel(before) ? 'u' : 'oo';
    if (sound !== 'ii') return sound;
    return next === undefined || isVowel(before) || isVowel(next) || next === 'y' ? 'i' : 'ee';
  });
  return text.join('');
}

function wordInLatin(word: string): string {
  const block = blockOf(word.codePointAt(0) ?? 0);
  const { text, isOpen } = spellIndian(word, INHERENT, NASAL);
  let sounds: string[] = text.match(SOUNDS) ?? [];
  if (isOpen && endsInVowel(block, sounds)) sounds.push(INHERENT);
  if (northern.has(block)) sounds = dropUnspoken(sounds);
  return writtenAs(sounds, block);
}

/** Digits of Indian scripts are Latin ones, sentence marks are spaces. */
function plainMarks(text: string): string {
  return text.replace(/[\u0900-\u0d7f]/gu, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const at = code - blockOf(code);
    if (!isIndian(code)) return letter;
    if (at >= 0x66 && at <= 0x6f) return String(at - 0x66);
    return code === 0x964 || code === 0x965 ? ' ' : letter;
  });
}

/** A text with its words of Indian scripts in Latin letters, with the vowels that are spoken: पीतल दीया is "peetal diya". */
export function indianInLatin(text: string): string {
  return plainMarks(text.normalize('NFC')).replace(INDIAN, wordInLatin);
}
