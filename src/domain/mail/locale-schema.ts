import { z } from 'zod';

/** Longest tag that is kept. */
export const LOCALE_LENGTH = 35;
const RULE = 'must be a language tag like en or hi-IN';

/** What a pattern does not see: parts that come twice or in the wrong order, which formats of dates would throw at. */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** A language tag, BCP 47: `en`, `hi-IN`. */
export const localeSchema = z
  .string()
  .max(LOCALE_LENGTH)
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, { message: RULE, abort: true })
  .refine(isLanguageTag, RULE)
  .meta({ example: 'hi' });
