/** Accents of Latin, Greek and Cyrillic letters; the vowel signs of Indian scripts are letters to their readers. */
const ACCENTS = /[\u0300-\u036f]/gu;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
/** Joiners shape letters, and mean nothing for what a word is. */
const JOINERS = /[\u200c\u200d'\u2019]/gu;

/** English text without signs of other alphabets needs no normal form, and its words are found much faster. */
const PLAIN = /^[\t\n\r -~]*$/;
const PLAIN_WORDS = /[a-z0-9]+/g;

/** Words longer than this are cut: nobody types them, and an index entry is bounded. */
const MAX_WORD = 64;

/** Text in the form in which it is compared: lower case, without accents, in one normal form. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
}

/** The folded words of a text, in its order. */
export function foldedWords(text: string): string[] {
  const folded = foldText(text).replace(JOINERS, '');
  const words = folded.match(PLAIN.test(folded) ? PLAIN_WORDS : WORDS) ?? [];
  return words.map((word) => word.slice(0, MAX_WORD));
}

const TAG = /<(?:"[^"]*"|'[^']*'|[^'">])*>/g;
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The words that a reader sees of HTML. */
export function textOfHtml(html: string): string {
  if (!/[<&]/.test(html)) return html;
  return html
    .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(TAG, ' ')
    .replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{1,10});/gi, (whole, name: string) => decoded(name) ?? whole);
}

function decoded(name: string): string | undefined {
  if (!name.startsWith('#')) return entities[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : ' ';
}
