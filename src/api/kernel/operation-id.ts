import type { Route } from './route.js';

/** `getAdminOrdersByOrderIdInvoice`: unique because method and path are. */
export function operationId(route: Pick<Route, 'method' | 'path'>): string {
  const words = route.path
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? `by-${part.slice(1)}` : part));
  return [route.method, ...words]
    .join('-')
    .replace(/[^A-Za-z0-9]+([A-Za-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
    .replace(/[^A-Za-z0-9]/g, '');
}
