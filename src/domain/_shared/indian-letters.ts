/** Letters of Indian scripts by their place in the block, which all of them share (ISCII): vowels, consonants, signs. */
const vowels: Readonly<Record<number, string>> = {
  0x05: 'a',
  0x06: 'aa',
  0x07: 'i',
  0x08: 'ii',
  0x09: 'u',
  0x0a: 'uu',
  0x0b: 'ri',
  0x0d: 'a',
  0x0e: 'e',
  0x0f: 'e',
  0x10: 'ai',
  0x11: 'o',
  0x12: 'o',
  0x13: 'o',
  0x14: 'au',
};
const signs: Readonly<Record<number, string>> = {
  0x3e: 'aa',
  0x3f: 'i',
  0x40: 'ii',
  0x41: 'u',
  0x42: 'uu',
  0x43: 'ri',
  0x45: 'a',
  0x46: 'e',
  0x47: 'e',
  0x48: 'ai',
  0x49: 'o',
  0x4a: 'o',
  0x4b: 'o',
  0x4c: 'au',
};
const consonants: Readonly<Record<number, string>> = {
  0x15: 'k',
  0x16: 'kh',
  0x17: 'g',
  0x18: 'gh',
  0x19: 'n',
  0x1a: 'ch',
  0x1b: 'chh',
  0x1c: 'j',
  0x1d: 'jh',
  0x1e: 'n',
  0x1f: 't',
  0x20: 'th',
  0x21: 'd',
  0x22: 'dh',
  0x23: 'n',
  0x24: 't',
  0x25: 'th',
  0x26: 'd',
  0x27: 'dh',
  0x28: 'n',
  0x29: 'n',
  0x2a: 'p',
  0x2b: 'ph',
  0x2c: 'b',
  0x2d: 'bh',
  0x2e: 'm',
  0x2f: 'y',
  0x30: 'r',
  0x31: 'r',
  0x32: 'l',
  0x33: 'l',
  0x34: 'zh',
  0x35: 'v',
  0x36: 'sh',
  0x37: 'sh',
  0x38: 's',
  0x39: 'h',
};
/** With a dot below them, which Urdu and English words in Devanagari have. */
const dotted: Readonly<Record<string, string>> = { d: 'r', dh: 'rh', j: 'z', ph: 'f' };

const [NASAL, DOT, VIRAMA] = [new Set([0x01, 0x02, 0x70]), 0x3c, 0x4d];
const [FIRST_BLOCK, LAST] = [0x900, 0xd7f];
export const TAMIL = 0xb80;

export const blockOf = (code: number) => code & ~0x7f;
export const isIndian = (code: number) => code >= FIRST_BLOCK && code <= LAST;

export interface SpelledWord {
  text: string;
  /** Whether the word ends in a consonant whose vowel is not written. */
  isOpen: boolean;
}

/**
 * A word of an Indian script letter by letter in Latin ones.
 * @param inherent the vowel that a consonant has without a sign
 * @param nasal the sign that makes a vowel nasal
 */
export function spellIndian(word: string, inherent: string, nasal: string): SpelledWord {
  let text = '';
  let isOpen = false;
  for (const letter of word.normalize('NFC')) {
    const code = letter.codePointAt(0) ?? 0;
    if (!isIndian(code)) {
      text += letter;
      isOpen = false;
      continue;
    }
    const at = code - blockOf(code);
    const consonant = consonants[at];
    if (consonant !== undefined) {
      text += (isOpen ? inherent : '') + consonant;
      isOpen = true;
    } else if (at === DOT) {
      const [last = ''] = /(?:chh|[kgcjtdpb]h|[a-z])$/.exec(text) ?? [];
      text = text.slice(0, text.length - last.length) + (dotted[last] ?? last);
    } else if (NASAL.has(at)) {
      text += (isOpen ? inherent : '') + nasal;
      isOpen = false;
    } else {
      const vowel = vowels[at];
      text += signs[at] ?? (vowel === undefined ? '' : (isOpen ? inherent : '') + vowel);
      if (signs[at] !== undefined || vowel !== undefined || at === VIRAMA) isOpen = false;
    }
  }
  return { text, isOpen };
}
