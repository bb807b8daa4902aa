import { accessSettings } from '#domain/access/access.settings.js';

/** SQL, since when the user `u` has a role at a vendor; null where they have none. */
export const MEMBERSHIPS = `select min(m.created_at) as since from accounts_members m
  join vendors v on v.organization_id = m.organization_id and v.deleted_at is null where m.user_id = u.id`;

const settingSince = (key: string) => `(select required.updated_at from settings_values required
  where required.key = '${key}' and required.vendor_id is null and required.value = 'true'::jsonb)`;

const since = (setting: string, role: string) =>
  `case when ${role} is not null and ${setting} is not null then greatest(${setting}, ${role}) end`;

/**
 * SQL, since when an account must have a second factor: by its roles of the platform and of vendors, each with its own setting.
 * Null where it need not.
 * @param roles SQL, since when it has a role of the platform
 * @param memberships SQL, since when it has a role at a vendor
 */
export const requiredSinceSql = (roles: string, memberships: string): string =>
  `least(${since(settingSince(accessSettings.requireSecondFactor.key), roles)},
     ${since(settingSince(accessSettings.requireVendorSecondFactor.key), memberships)})`;
