import { useQuery } from '@tanstack/react-query';
import { data } from '../../lib/api.js';
import { useDeclarations } from '../../lib/declarations.js';
import { mayCall, useSession } from '../../lib/session.js';

export interface PermissionGroup {
  /** What the permissions are about: `order` of `order:view`. */
  about: string;
  permissions: { name: string; description: string }[];
}

/** Permissions by what they are about, in the order of the alphabet. */
export function groupsOf(entries: readonly { permission: string; description: string }[]): PermissionGroup[] {
  const groups = new Map<string, PermissionGroup>();
  for (const { permission, description } of entries) {
    const [about = permission] = permission.split(':');
    const group = groups.get(about) ?? { about, permissions: [] };
    group.permissions.push({ name: permission, description });
    groups.set(about, group);
  }
  return [...groups.values()].sort((first, second) => first.about.localeCompare(second.about));
}

/** All permissions with what each allows; to a session that may not read them its own, without words. */
export function usePermissions() {
  const session = useSession();
  const may = mayCall(useDeclarations().get('getAdminPermissions'), session);
  const known = useQuery({
    queryKey: ['getAdminPermissions'],
    queryFn: ({ signal }) => data('getAdminPermissions', { signal }),
    staleTime: Infinity,
    enabled: may,
  });
  const own = [...session.permissions].map((permission) => ({ permission, description: '' }));
  return { entries: may ? known.data : own, error: known.error };
}
