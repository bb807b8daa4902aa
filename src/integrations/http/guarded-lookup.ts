import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

/** Whether the platform may connect to an address, as an IP without brackets. */
export type MayReach = (address: string) => boolean;

/** Thrown for an address that may not be connected to. */
export class BlockedAddressError extends Error {
  constructor(host: string) {
    super(`${host} is not an address of the open internet`);
  }
}

/**
 * Looks names up for a connection, and refuses one of whose addresses is not allowed. The address is looked at as the
 * connection is made, so that a name that responds differently the second time gains nothing.
 */
export function createGuardedLookup(mayReach: MayReach): LookupFunction {
  return (host, asked, done) => {
    lookup(host, { ...asked, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first) done(error ?? new Error(`${host} has no address`), '', 0);
      else if (!found.every(({ address }) => mayReach(address))) done(new BlockedAddressError(host), '', 0);
      else if (asked.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };
}

/**
 * For an address that stands in the URL itself: it is never looked up, so it has to be looked at here.
 * @throws BlockedAddressError
 */
export function assertReachable(url: URL, mayReach: MayReach): void {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !mayReach(host)) throw new BlockedAddressError(host);
}
