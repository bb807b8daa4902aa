import { asciiDomain } from './ascii-domain.js';

/** The part before the `@` as browsers take it in `<input type=email>`, without dots that RFC 5321 forbids. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
/** The same with letters, marks and digits of other scripts (RFC 6531, RFC 6532). */
const UTF8_LOCAL =
  /^[\p{L}\p{M}\p{N}\u200c\u200d!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}\u200c\u200d!#$%&'*+/=?^_`{|}~-]+)*$/u;

const LONGEST_LOCAL = 64;
const LONGEST = 254;

export const MAIL_ADDRESS_RULE = 'must be an e-mail address, like name@example.com';
export const LOCAL_PART_RULE =
  'must have only ASCII before the @: the mail server of this store is not set up for SMTPUTF8';

export type ReadMailAddress = { address: string; rule?: undefined } | { rule: string; address?: undefined };

/**
 * An e-mail address as it is stored and compared: in lower case, its domain in ASCII (`आशा@उदाहरण.भारत` has a domain that
 * mail servers know as `xn--p1b6ci4b4b3a.xn--h2brj9c`). The one function for every way in.
 * @param options.utf8 whether mails can be sent to a part before the `@` that is not ASCII
 */
export function readMailAddress(text: string, { utf8 }: { utf8: boolean }): ReadMailAddress {
  const plain = text.trim();
  const at = plain.lastIndexOf('@');
  const local = plain.slice(0, Math.max(at, 0)).normalize('NFC').toLowerCase();
  const domain = asciiDomain(plain.slice(at + 1));
  if (domain === undefined || !UTF8_LOCAL.test(local)) return { rule: MAIL_ADDRESS_RULE };
  const address = `${local}@${domain}`;
  // Octets count (RFC 5321, 4.5.3.1), of which a letter of India has three.
  if (byteLength(local) > LONGEST_LOCAL || byteLength(address) > LONGEST) return { rule: MAIL_ADDRESS_RULE };
  return utf8 || LOCAL.test(local) ? { address } : { rule: LOCAL_PART_RULE };
}

/** The form in which addresses are compared; what is no address, of a webhook say, stays as it is, in lower case. */
export function normalizeAddress(address: string): string {
  return readMailAddress(address, { utf8: true }).address ?? address.trim().toLowerCase();
}

const byteLength = (text: string) => new TextEncoder().encode(text).byteLength;
