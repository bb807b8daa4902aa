import { foldText } from './fold-text.js';

/** A beginning of a code is searched for from so many characters on. */
export const MIN_CODE_PREFIX = 4;
const MIN_CODE = 2;
const MAX_CODE = 64;

/** A code as it is compared: letters and digits alone, in lower case; null where too little is left. */
export function codeKey(text: string): string | null {
  const key = foldText(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, MAX_CODE);
  return key.length < MIN_CODE ? null : key;
}

/** How a code stands among the words of a document: no word begins so. */
export const codeLexeme = (key: string): string => `@${key}`;
