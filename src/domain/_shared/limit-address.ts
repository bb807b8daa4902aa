import { asciiDomain } from './ascii-domain.js';

/**
 * An e-mail address as limits per customer count it: lower case, the domain in ASCII, without the part after `+`. For limits
 * alone: ownership, sign-in, claims, suppression and consent use the address as it is.
 */
export function limitAddress(address: string): string {
  const plain = address.trim().toLowerCase();
  const at = plain.lastIndexOf('@');
  if (at < 1) return plain;
  const [local = ''] = plain.slice(0, at).split('+');
  const domain = plain.slice(at + 1);
  return `${local === '' ? plain.slice(0, at) : local}@${asciiDomain(domain) ?? domain}`;
}
