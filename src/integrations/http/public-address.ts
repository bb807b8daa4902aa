import { BlockList, isIP } from 'node:net';

/** IPv4 that is not the internet: the machine itself, its networks, clouds' metadata, tests, groups, the reserved rest. */
const closedV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Parts of the global IPv6 range that lead elsewhere: tunnels that carry an IPv4 address, and examples. */
const closedV6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [network, bits] of closedV4) closed.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of closedV6) closed.addSubnet(network, bits, 'ipv6');
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address, without brackets, is one of the open internet. Anything that is no address is not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, 'ipv4');
    case 6:
      return globalV6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
    default:
      return false;
  }
}
