import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, type DataOf } from 'haat-client';
import { createContext, use, useEffect } from 'react';
import { client, onSignedOut } from './api.js';
import type { OperationEntry } from './declarations.js';
import { stepUpOf } from './step-up.js';

export interface Session {
  me: DataOf<'getMe'>;
  permissions: ReadonlySet<string>;
}

/** A session that may do nothing before its code was entered, or before the account has a second factor. */
export type Waiting = 'code' | 'enrol';

const key = ['session'];

async function load(): Promise<Session | Waiting | null> {
  try {
    const [me, permissions] = await Promise.all([client.data('getMe'), client.data('getMePermissions')]);
    return me.user.anonymous ? null : { me: withPanel(me), permissions: new Set(permissions) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    const step = stepUpOf(error);
    if (step === 'code' || step === 'enrol') return step;
    throw error;
  }
}

/** An operator who has opened the panel of a vendor sees it as its owner does. */
function withPanel(me: DataOf<'getMe'>): DataOf<'getMe'> {
  const { support } = me;
  if (!support) return me;
  const { vendorId: id, displayName, status } = support;
  return { ...me, activeVendor: { id, displayName, status, slug: '', role: 'owner' } };
}

/** The session of the browser; null where nobody is signed in, a word where a step of the sign-in is missing. */
export function useSessionQuery() {
  const queries = useQueryClient();
  // A session that ended meanwhile: the address stays, so that a sign-in leads back to the same place.
  useEffect(() => onSignedOut(() => queries.setQueryData(key, null)), [queries]);
  return useQuery({ queryKey: key, queryFn: load, staleTime: 60_000, retry: false });
}

export function useRefreshSession(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: key });
}

export const SessionContext = createContext<Session | null>(null);

/** The session within the shell, where there is one. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('Only within the shell');
  return session;
}

const ranks = ['member', 'admin', 'owner'];

/** Whether the session may call an operation, as far as roles decide it; the API decides again. */
export function mayCall(operation: OperationEntry | undefined, { me, permissions }: Session): boolean {
  if (!operation) return false;
  if (operation.audience === 'admin') return permissions.has(operation.permission ?? '');
  // An operator who looks at the panel of a vendor changes nothing.
  if (me.support && operation.method !== 'get') return false;
  const role = me.activeVendor?.role;
  return role !== undefined && ranks.indexOf(role) >= ranks.indexOf(operation['vendor-role'] ?? 'member');
}
