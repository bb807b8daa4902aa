export const recordStatuses = ['ok', 'missing', 'weak', 'invalid', 'unknown'] as const;
/** `weak` works and protects little; `unknown` means that the name servers did not respond. */
export type RecordStatus = (typeof recordStatuses)[number];

/** One of the three records that receivers look at. */
export interface RecordCheck {
  kind: 'spf' | 'dkim' | 'dmarc';
  status: RecordStatus;
  /** Where the TXT record belongs. */
  name: string;
  /** What is there. */
  found: string[];
  /** What is wrong, and what to enter; empty when nothing is. */
  advice: string;
}

/** TXT records of a name; null when the name servers did not respond. */
export type TxtRecords = readonly string[] | null;

/** Names that are kept for examples and tests (RFC 2606, RFC 6761): no name server knows them. */
export function isReservedDomain(domain: string): boolean {
  return (
    /(^|\.)(test|example|invalid|localhost|local|example\.(com|net|org))$/.test(domain) ||
    !domain.includes('.')
  );
}

const NO_RESPONSE = 'The name servers did not respond: check again later';

export function checkSpf(domain: string, records: TxtRecords): RecordCheck {
  const base = { kind: 'spf' as const, name: domain };
  if (records === null) return { ...base, status: 'unknown', found: [], advice: NO_RESPONSE };
  const found = records.filter((text) => /^v=spf1(\s|$)/i.test(text));
  const result = (status: RecordStatus, advice: string) => ({ ...base, status, found, advice });
  if (found.length === 0)
    return result(
      'missing',
      'Add a TXT record `v=spf1 include:<host of the mail provider> -all`; the provider names the host',
    );
  if (found.length > 1) return result('invalid', 'There must be one record only: join them into one'); // RFC 7208, 4.5
  const [text = ''] = found;
  if (/\s\+?all(\s|$)/i.test(text))
    return result('weak', 'It allows every server: end it with `-all` or `~all`');
  if (/\s\?all(\s|$)/i.test(text) || !/\s([-~]all|redirect=\S+)(\s|$)/i.test(text))
    return result('weak', 'It says nothing of other servers: end it with `-all` or `~all`');
  return result('ok', '');
}

/** @param selectors the names under `_domainkey` that were asked for, with what is there */
export function checkDkim(
  domain: string,
  selectors: readonly { selector: string; records: TxtRecords }[],
): RecordCheck {
  const nameOf = (selector: string) => `${selector}._domainkey.${domain}`;
  const keys = selectors.flatMap(({ selector, records }) =>
    (records ?? [])
      .filter((text) => /(^|;)\s*p=/i.test(text))
      .map((text) => ({ name: nameOf(selector), text })),
  );
  const usable = keys.find(({ text }) => /(^|;)\s*p=\s*[A-Za-z0-9+/]{40,}/i.test(text));
  const base = { kind: 'dkim' as const, found: keys.map(({ name, text }) => `${name}: ${text}`) };
  if (usable) return { ...base, status: 'ok', name: usable.name, advice: '' };
  const name =
    keys[0]?.name ?? nameOf(selectors.length === 1 ? (selectors[0]?.selector ?? '') : '<selector>');
  if (keys.length > 0)
    return {
      ...base,
      status: 'invalid',
      name,
      advice: 'The key is empty, which revokes it: enter the one that the mail provider shows',
    };
  if (selectors.every(({ records }) => records === null))
    return { ...base, status: 'unknown', name, advice: NO_RESPONSE };
  return {
    ...base,
    status: 'missing',
    name,
    advice:
      'Switch DKIM on at the mail provider and add the record that it shows; if it is there, name its selector, which is not among those that were tried',
  };
}

/** @param parents the domain and those above it, nearest first: the policy of a parent holds for its subdomains */
export function checkDmarc(
  domain: string,
  parents: readonly { name: string; records: TxtRecords }[],
): RecordCheck {
  const base = { kind: 'dmarc' as const, name: `_dmarc.${domain}` };
  const isPolicy = (text: string) => /^v=DMARC1\s*(;|$)/i.test(text);
  const place = parents.find(({ records }) => records?.some(isPolicy));
  const found = (place?.records ?? []).filter(isPolicy);
  if (!place) {
    if (parents.some(({ records }) => records === null))
      return { ...base, status: 'unknown', found, advice: NO_RESPONSE };
    return {
      ...base,
      status: 'missing',
      found,
      advice: `Add a TXT record \`v=DMARC1; p=none; rua=mailto:<address that reads reports>\`, and later \`p=quarantine\``,
    };
  }
  const at = { ...base, name: place.name, found };
  if (found.length > 1) return { ...at, status: 'invalid', advice: 'There must be one record only' };
  const own = place.name === base.name;
  const tag = (name: string) =>
    new RegExp(`;\\s*${name}\\s*=\\s*([^;\\s]+)`, 'i').exec(found[0] ?? '')?.[1]?.toLowerCase();
  const policy = (own ? undefined : tag('sp')) ?? tag('p');
  if (policy === 'none')
    return {
      ...at,
      status: 'weak',
      advice: 'It only reports: set `p=quarantine` once the reports name no sender of yours as failing',
    };
  return policy === 'quarantine' || policy === 'reject'
    ? { ...at, status: 'ok', advice: '' }
    : { ...at, status: 'invalid', advice: 'The tag `p` must be none, quarantine or reject' };
}
