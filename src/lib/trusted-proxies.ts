import { BlockList, isIP } from 'node:net';

/** Whether a text is an IP address or a range of them, `10.0.0.0/8`. */
export function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/**
 * Whose `X-Forwarded-For` is believed: that of the first `TRUST_PROXY` hops, and that of every address in
 * `TRUSTED_PROXIES`. An IPv4 address counts as well where a socket reports it as IPv6 (`::ffff:10.0.0.7`).
 */
export function trustedProxies(config: {
  TRUST_PROXY: number;
  TRUSTED_PROXIES: readonly string[];
}): (address: string, hop: number) => boolean {
  const listed = new BlockList();
  for (const entry of config.TRUSTED_PROXIES) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) listed.addAddress(address, familyOf(address));
    else listed.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address, hop) =>
    hop < config.TRUST_PROXY || (isIP(address) !== 0 && listed.check(address, familyOf(address)));
}
