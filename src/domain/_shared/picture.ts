import { isStorageKey } from './storage-key.js';

/** Most characters of the address of a picture, in its normal form. */
export const MAX_PICTURE_URL = 2048;

/** What is wrong with the address of a picture: it is not an address of the web, holds credentials, or is too long. */
export type PictureProblem = 'no_web_address' | 'credentials' | 'too_long';

/**
 * Reads the address of a picture on the web, in its normal form. Only http(s): whatever shows the picture would run
 * `javascript:` and open `file:`.
 */
export function readPictureUrl(text: string): { url: string } | { problem: PictureProblem } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return { problem: 'no_web_address' };
  if (url.username !== '' || url.password !== '') return { problem: 'credentials' };
  return url.href.length > MAX_PICTURE_URL ? { problem: 'too_long' } : { url: url.href };
}

const rules: Record<PictureProblem, string> = {
  no_web_address: 'must be a storage key, or a URL that starts with http:// or https://',
  credentials: 'must not contain a user name or password',
  too_long: `must be at most ${MAX_PICTURE_URL} characters long when it is written out`,
};

/** Where a picture is: a storage key as it stands, or a URL in its normal form; else the rule that is broken. */
export function readPicture(text: string): { location: string } | { rule: string } {
  if (isStorageKey(text)) return { location: text };
  const read = readPictureUrl(text);
  return 'url' in read ? { location: read.url } : { rule: rules[read.problem] };
}
