import { isIP } from 'node:net';

/** `203.0.113.7`, `2001:db8::1`, `10.0.0.0/8`, `2001:db8::/32`. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || rest.length > 0 || address.includes('%')) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 6 ? 128 : 32));
}

/** An address as it is shown and compared; undefined for what is not an address. IPv4 arrives mapped on sockets of both families. */
export function plainAddress(address: string | undefined): string | undefined {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0] ?? '';
  return isIP(plain) === 0 ? undefined : plain;
}
