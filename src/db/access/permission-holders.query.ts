import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Permission } from '#domain/_shared/permission.js';
import { builtInRoles } from '#domain/access/built-in-roles.js';

export interface Recipient {
  id: string;
  email: string;
  name: string;
}

/** Users whose roles hold a permission: whom to notify about what it governs. Banned and unverified users are left out. */
export async function permissionHolders(reader: Reader, permission: Permission): Promise<Recipient[]> {
  const builtIn = Object.keys(builtInRoles).filter((name) => builtInRoles[name]?.has(permission));
  const { rows } = await reader.raw<{ rows: Recipient[] }>(
    `select distinct u.id, u.email, u.name
     from access_roles r
     join access_user_roles ur on ur.role_id = r.id
     join accounts_users u on u.id = ur.user_id
     where r.deleted_at is null and u.banned_at is null and u.email_verified
       and (r.built_in and r.name = any(?) or not r.built_in and ? = any(r.permissions))
     order by u.id`,
    [builtIn, permission],
  );
  return rows;
}

/** Users with a built-in role of this name who can receive mail. */
export async function usersWithRole(reader: Reader, roleName: string): Promise<Recipient[]> {
  const { rows } = await reader.raw<{ rows: Recipient[] }>(
    `select u.id, u.email, u.name
     from access_roles r
     join access_user_roles ur on ur.role_id = r.id
     join accounts_users u on u.id = ur.user_id
     where r.name = ? and r.built_in and u.email_verified and u.banned_at is null
     order by u.id`,
    [roleName],
  );
  return rows;
}
