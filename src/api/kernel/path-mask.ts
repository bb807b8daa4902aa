import type { Route } from './route.js';

/** A path as it may be logged. */
export type PathMask = (path: string) => string;

/**
 * Writes the parameters that are secrets (`secretParams`) as their names: `/store/unsubscribe/:token`. It goes by the path
 * alone, so that a request with another method, or one that fails before its route, is logged without the secret too.
 * @param others paths of this form that no route declares; every `:name` in them is a secret
 */
export function createPathMask(routes: readonly Route[], others: readonly string[]): PathMask {
  const patterns = new Set(others);
  for (const { path, secretParams = [] } of routes) {
    if (secretParams.length === 0) continue;
    patterns.add(
      path.replace(/:(\w+)/g, (whole, name: string) => (secretParams.includes(name) ? whole : '*')),
    );
  }
  const masks = [...patterns].map((pattern) => {
    const parts = pattern.split('/').map((part) => (/^[:*]/.test(part) ? '[^/]+' : part));
    const names = pattern.split('/');
    return { names, like: new RegExp(`^${parts.join('/')}(?=/|$)`, 'i') };
  });
  return (path) => {
    const mask = masks.find(({ like }) => like.test(path));
    if (!mask) return path;
    return path
      .split('/')
      .map((part, index) => (mask.names[index]?.startsWith(':') ? mask.names[index] : part))
      .join('/');
  };
}
