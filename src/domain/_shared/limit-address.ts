/**
 * An e-mail address as limits per customer count it: lower case, the domain in ASCII, without the part after `+`. For limits
 * alone: ownership, sign-in, claims, suppression and consent use the address as it is.
 */
export function limitAddress(address: string): string {
  const plain = address.trim().toLowerCase();
  const at = plain.lastIndexOf('@');
  if (at < 1) return plain;
  const [local = ''] = plain.slice(0, at).split('+');
  return `${local === '' ? plain.slice(0, at) : local}@${asciiDomain(plain.slice(at + 1))}`;
}

function asciiDomain(domain: string): string {
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}
