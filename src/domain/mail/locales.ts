/** Languages in which the platform has the words of every mail; mails in others come in the store's language, or English. */
export const builtInLocales = ['en', 'hi'] as const;

/** A language tag, BCP 47: `en`, `hi-IN`. */
export const LOCALE_PATTERN = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
/** Longest tag that is kept. */
export const LOCALE_LENGTH = 35;

/** What the pattern does not see: parts that come twice or in the wrong order, which formats of dates would throw at. */
export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** A longer `Accept-Language` is no browser's. */
const LONGEST_HEADER = 1_000;

/** `hi-IN` becomes `hi-IN`, `hi`. */
function withParents(tag: string): string[] {
  const parts = tag.split('-');
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join('-'));
}

/**
 * Where the words of a mail are looked for, in this order: the recipient's language, the store's, English, each with and
 * without its region.
 */
export function localeChain(locale: string | null | undefined, storeLocale: string): string[] {
  const tags = [...(locale ? withParents(locale) : []), ...withParents(storeLocale), 'en'];
  return [...new Set(tags)];
}

/** The language offered that is nearest to the one asked for: `hi` for `hi-IN`. Undefined where there is none. */
export function nearestLocale(asked: string, offered: readonly string[]): string | undefined {
  const tags = withParents(asked.trim().slice(0, LOCALE_LENGTH)).map((tag) => tag.toLowerCase());
  const own = new Map(offered.map((tag) => [tag.toLowerCase(), tag]));
  return tags.map((tag) => own.get(tag)).find((tag) => tag !== undefined);
}

/** The language of an `Accept-Language` header that is liked best among those offered. */
export function acceptedLocale(header: string | undefined, offered: readonly string[]): string | undefined {
  const asked = (header ?? '')
    .slice(0, LONGEST_HEADER)
    .split(',')
    .map((item) => {
      const [tag = '', ...parameters] = item.split(';').map((part) => part.trim());
      const weight = parameters.find((part) => part.startsWith('q='))?.slice(2) ?? '1';
      return { tag, weight: /^[01](\.\d{0,3})?$/.test(weight) ? Number(weight) : 0 };
    });
  return asked
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => nearestLocale(tag, offered))
    .find((tag) => tag !== undefined);
}

/** How a language calls itself: `हिन्दी`. */
export function localeName(locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
