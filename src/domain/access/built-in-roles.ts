import type { Permission } from '#domain/_shared/permission.js';
import { allPermissions } from './catalogue.js';

/**
 * What only a superAdmin may do: a user who can hand out rights, or read the mail of a superAdmin, could have them all.
 */
const keptFromAdmins: ReadonlySet<Permission> = new Set<Permission>([
  'role:manage',
  'apiKey:manage',
  'adminSetting:secure',
]);

/** The roles that every installation has. Their permissions follow the catalogue, so a new feature needs no migration. */
export const builtInRoles: Readonly<Record<string, ReadonlySet<Permission>>> = {
  superAdmin: allPermissions,
  admin: new Set([...allPermissions].filter((permission) => !keptFromAdmins.has(permission))),
};

export const SUPER_ADMIN = 'superAdmin';

/** A role as far as rights go. */
export interface RoleGrant {
  name: string;
  builtIn: boolean;
  permissions: readonly string[];
}

/** What a role grants: of a built-in one what the code says, of another what is stored and still in the catalogue. */
export function permissionsOfRole(role: RoleGrant): ReadonlySet<Permission> {
  if (role.builtIn) return builtInRoles[role.name] ?? new Set();
  return new Set(
    role.permissions.filter((name): name is Permission => allPermissions.has(name as Permission)),
  );
}

/** What a role keeps of features and plugins that are not there: nothing is granted by it until they are back. */
export function unknownPermissions({ builtIn, permissions }: RoleGrant): string[] {
  return builtIn ? [] : permissions.filter((name) => !allPermissions.has(name as Permission)).sort();
}

export function permissionsOfRoles(roles: readonly RoleGrant[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role) => [...permissionsOfRole(role)]));
}
