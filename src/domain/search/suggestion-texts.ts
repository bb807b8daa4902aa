import { foldText } from './fold-text.js';

/** Names of brands and titles of products without repeats, whatever their case: brands first, for they are fewer. */
export function suggestionTexts(
  brandNames: readonly string[],
  titles: readonly string[],
  limit: number,
): string[] {
  const seen = new Map<string, string>();
  const brands = brandNames.slice(0, Math.ceil(limit / 2));
  for (const text of [...brands, ...titles]) {
    const key = foldText(text.trim());
    if (!seen.has(key)) seen.set(key, text.trim());
  }
  return [...seen.values()].slice(0, limit);
}
