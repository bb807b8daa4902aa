import { transliterate } from 'transliteration';
import { namesOfEmoji, withoutEmoji } from './emoji-names.js';
import { indianInLatin } from './indian-words.js';

const MAX_SLUG_LENGTH = 200;

/** Text of punctuation or a script without a romanisation leaves nothing; the address still needs a word. */
const FALLBACK = 'item';

/** Cuts at a hyphen where one stands in the last quarter, so that the last word is not left as a stump. */
function shorten(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  const cut = slug.slice(0, length);
  const hyphen = slug[length] === '-' ? length : cut.lastIndexOf('-');
  return hyphen >= length * 0.75 ? cut.slice(0, hyphen) : cut.replace(/-+$/, '');
}

/** Text in ASCII. Most titles and handles are, and looking every character up takes a while. */
function romanText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return transliterate(indianInLatin(withoutEmoji(text)));
}

function wordsOf(roman: string): string {
  return (
    roman
      .toLowerCase()
      // An apostrophe belongs to its word: "women's" is `womens`, not `women-s`.
      .replace(/['’]/g, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
  );
}

/**
 * The web address form of a title: lower-case ASCII words joined by single hyphens, at most 200 characters,
 * never empty. Indic, Arabic, Chinese and accented Latin text is romanised rather than dropped; a title of emoji alone is
 * named by them. Two titles may give the same slug: see {@link nextSlug}.
 */
export function slugify(text: string): string {
  const words = wordsOf(romanText(text)) || wordsOf(namesOfEmoji(text));
  return shorten(words, MAX_SLUG_LENGTH) || FALLBACK;
}

/**
 * The n-th candidate for a slug that may be taken: `nextSlug('shirt', 1)` is `shirt`, then `shirt-2`, `shirt-3`, …
 * The number always survives; a long base is cut to keep the whole within 200 characters.
 * @param n 1 or more
 */
export function nextSlug(base: string, n: number): string {
  if (!Number.isSafeInteger(n) || n < 1) throw new RangeError(`A slug is numbered from 1, not ${n}`);
  if (n === 1) return base;
  const suffix = `-${n}`;
  return shorten(base, MAX_SLUG_LENGTH - suffix.length) + suffix;
}
