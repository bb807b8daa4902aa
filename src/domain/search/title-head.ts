import { foldText } from './fold-text.js';

/** What stands behind these says more of the thing that is named before them. */
const BEHIND = /\s[-–—|+&]\s|[-–—]\s|[,;:(|+]|\s(?:with|for|in|from|by|of|per)\s/i;

/**
 * The names of the thing in a title, as text: what stands before the first dash, comma or "with", and each side of a
 * slash. "Basmati Rice/Basmati Akki - Super 90" names "Basmati Rice" and "Basmati Akki".
 */
export function namesInTitle(title: string): string[] {
  const folded = foldText(title).trim();
  const [first = ''] = folded.split(BEHIND).filter((text) => /[\p{L}\p{N}]/u.test(text));
  return first
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
