/** Control characters, and what else begins a new line. */
const BREAKS = /[\p{Cc}\u2028\u2029]/u;

/** What mail programs make a link of. */
const ADDRESS =
  /:\/\/|\bwww\.|[\p{L}\p{N}-]\.(?:(?:com|net|org|info|biz|io|xyz|top|shop|online|site|store|app|link|click|live|vip|club|ru|cn|co\.in)(?![\p{L}\p{N}])|(?:in|co|me|ly|to|gg)\/)/iu;

/** Whether a text fits into one line of a mail, a label or a file. */
export function isOneLine(text: string): boolean {
  return !BREAKS.test(text);
}

export const NAME_RULE = 'must be one line without web addresses';

/** Whether a text holds nothing that a mail program would make into a link. */
export function isNoAddress(text: string): boolean {
  return !ADDRESS.test(text);
}
