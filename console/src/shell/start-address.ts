import { useLocation } from 'react-router';
import { useSession } from '../lib/session.js';

const forSignedOut = new Set(['/sign-up', '/forgotten']);

/** Where a session goes on that is at an address which is not for it; undefined where it may stay. */
export function useStartAddress(): string | undefined {
  const { me, permissions } = useSession();
  const { pathname } = useLocation();
  const home = permissions.size > 0 ? '/' : me.activeVendor ? '/vendor' : '/apply';
  if (forSignedOut.has(pathname)) return home;
  if (pathname === '/' && home !== '/') return home;
  // Without an active vendor there is nothing to show there: choose one, or apply.
  if (pathname.startsWith('/vendor') && !me.activeVendor) return '/apply';
  return undefined;
}
