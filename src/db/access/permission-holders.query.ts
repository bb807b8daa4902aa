import { type RowOf, text, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { Permission } from '#domain/_shared/permission.js';
import { builtInRoles } from '#domain/access/built-in-roles.js';

export const recipientColumns = { id: uuid, email: text, name: text };
export type Recipient = RowOf<typeof recipientColumns>;

/** Users whose roles hold a permission: whom to notify about what it governs. Banned and unverified users are left out. */
export async function permissionHolders(reader: Reader, permission: Permission): Promise<Recipient[]> {
  const builtIn = Object.keys(builtInRoles).filter((name) => builtInRoles[name]?.has(permission));
  return query(reader, recipientColumns)(
    `select distinct u.id, u.email, u.name
     from access_roles r
     join access_user_roles ur on ur.role_id = r.id
     join accounts_users u on u.id = ur.user_id
     where r.deleted_at is null and u.banned_at is null and u.email_verified
       and (r.built_in and r.name = any(?) or not r.built_in and ? = any(r.permissions))
     order by u.id`,
    [builtIn, permission],
  );
}

/** Users with a built-in role of this name who can receive mail. */
export async function usersWithRole(reader: Reader, roleName: string): Promise<Recipient[]> {
  return query(reader, recipientColumns)(
    `select u.id, u.email, u.name
     from access_roles r
     join access_user_roles ur on ur.role_id = r.id
     join accounts_users u on u.id = ur.user_id
     where r.name = ? and r.built_in and u.email_verified and u.banned_at is null
     order by u.id`,
    [roleName],
  );
}
