const PATH = /^\/(?!\/)[^\s\\\p{Cc}]*$/u;

const hostOf = (address: string): string | undefined => {
  try {
    return new URL(address).host;
  } catch {
    return undefined;
  }
};

/**
 * What is wrong with the target of a redirect; undefined where it leads into the shop.
 * @param shops addresses of the shop; empty ones are not set
 */
export function redirectIssue(target: string, shops: readonly string[]): string | undefined {
  if (PATH.test(target)) return undefined;
  const own = shops.flatMap((shop) => hostOf(shop) ?? []);
  if (!/^https:\/\/[^\s\\\p{Cc}]+$/u.test(target))
    return 'must be a path that begins with one slash, or an https address of the shop';
  const host = hostOf(target);
  if (host !== undefined && own.includes(host) && new URL(target).username === '') return undefined;
  return own.length === 0
    ? 'must be a path that begins with one slash: the settings of the store have no address of the shop'
    : `must be a path that begins with one slash, or an https address of ${[...new Set(own)].join(' or ')}`;
}
