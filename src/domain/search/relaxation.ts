/** What both engines hold to where they leave words out of a text. Words are bits of a mask. */

/** So many products are found, where that many have at least half of the words. */
export const ENOUGH_PRODUCTS = 10;

export const wordsIn = (mask: number): number => mask.toString(2).replaceAll('0', '').length;

/** How many words are kept at least: half of those that any product has, and two of three or more. */
export const leastWords = (known: number, words: number): number =>
  Math.max(Math.ceil(known / 2), words > 2 ? 2 : 1);
