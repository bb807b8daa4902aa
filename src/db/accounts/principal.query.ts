import { boolean, instant, jsonOf, nullable, text, texts, uuid } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import type { Knex } from '#db/kernel/knex.js';
import { hidden } from '#db/kernel/prepared-statements.js';
import { highestVendorRole, type VendorRole } from '#domain/vendors/vendor-role.js';
import { permissionsOfRoles, type RoleGrant } from '#domain/access/built-in-roles.js';
import { SECOND_FACTOR_DAYS } from '#domain/access/access.settings.js';
import type { SupportedVendor } from '#domain/vendors/support.js';
import { MEMBERSHIPS, requiredSinceSql } from './required-factor-sql.js';
import { sha256 } from '#lib/crypto.js';

/** `code`: of a factor that the account has. `enrolment`: the account must have one, and its time to set it up is over. */
export type MissingFactor = 'code' | 'enrolment';

/** Who a session or an API key stands for. */
export interface KnownPrincipal {
  kind: 'session' | 'api_key';
  /** The session id or the API key id. */
  id: string;
  /** The user of the session; for an API key its creator. */
  userId: string;
  /** Null for guests: their address is made up. */
  email: string | null;
  name: string | null;
  anonymous: boolean;
  roles: readonly string[];
  permissions: ReadonlySet<string>;
  /** The active vendor of the session, where its user is a member. */
  vendorId: string | null;
  /** Whether that vendor is suspended. */
  vendorSuspended?: boolean;
  /** The user's role within that vendor. */
  vendorRole: VendorRole | null;
  /** The vendor whose panel the operator looks at, and only looks. */
  support?: SupportedVendor;
  /** When the session began; null for an API key. */
  signedInAt: Date | null;
  /** Of a session: what of the second factor is missing; it may do nothing else until then. */
  missingFactor?: MissingFactor;
  /** Of an API key: whether it may do acts with money. */
  moneyActs?: boolean;
  /** When the session or key ends by itself; null for a key without an end. */
  validUntil: Date | null;
}

const userColumns = {
  id: uuid,
  userId: uuid,
  email: text,
  name: text,
  roles: nullable(jsonOf<RoleGrant[]>()),
  validUntil: nullable(instant),
};

const apiKeyUserColumns = { ...userColumns, permissions: texts, moneyActs: boolean };

const ROLES = `select jsonb_agg(jsonb_build_object(
    'name', r.name, 'builtIn', r.built_in, 'permissions', to_jsonb(r.permissions))) as roles,
    min(ur.created_at) as since
  from access_user_roles ur join access_roles r on r.id = ur.role_id and r.deleted_at is null
  where ur.user_id = u.id`;

/** Whether the seven days are over in which somebody with a role and without a second factor has to set one up. */
const ENROLMENT_DUE = `coalesce(
  ${requiredSinceSql('granted.since', `(${MEMBERSHIPS})`)} < now() - interval '${SECOND_FACTOR_DAYS} days'
  and not exists (select 1 from accounts_second_factors f where f.user_id = u.id and f.confirmed_at is not null), false)`;

/**
 * The session behind a token with its user, permissions and active vendor; null when it is unknown or over, or its user
 * banned. The active vendor is that of the active organization, else the one named by the session, and in both cases
 * only while the user is a member; else the only one that the user works for, unless the session chose none.
 */
export async function sessionPrincipal(knex: Knex, token: string): Promise<KnownPrincipal | null> {
  const rows = await query(knex, {
    ...userColumns,
    validUntil: instant,
    isAnonymous: boolean,
    signedInAt: instant,
    vendorId: nullable(uuid),
    vendorStatus: nullable(text),
    memberRole: nullable(text),
    secondFactorPending: boolean,
    enrolmentDue: boolean,
    support: nullable(jsonOf<{ vendorId: string; displayName: string; status: string }>()),
    supportUntil: nullable(instant),
  })(
    `select s.id, s.expires_at as valid_until, s.created_at as signed_in_at, u.id as user_id, u.email, u.name, u.is_anonymous,
            granted.roles, vendor.id as vendor_id, vendor.status as vendor_status, vendor.role as member_role, s.second_factor_pending,
            s.support_until, (
              select jsonb_build_object('vendorId', v.id, 'displayName', v.display_name, 'status', v.status)
              from vendors v where v.id = s.support_vendor_id and s.support_until > now() and v.deleted_at is null
            ) as support,
            ${ENROLMENT_DUE} as enrolment_due
     from accounts_sessions s
     join accounts_users u on u.id = s.user_id and u.banned_at is null
     cross join lateral (${ROLES}) granted
     left join lateral (
       select v.id, v.status, m.role, coalesce(v.organization_id = s.active_organization_id, false) as of_organization,
              coalesce(v.id = s.active_vendor_id, false) as chosen, count(*) over () as memberships
       from vendors v
       join accounts_members m on m.organization_id = v.organization_id and m.user_id = u.id
       where v.deleted_at is null
       order by of_organization desc, chosen desc limit 1
     ) vendor on vendor.of_organization or vendor.chosen or (vendor.memberships = 1 and not s.no_vendor)
     where s.token_hash = ${hidden('text')} and s.expires_at > now()`,
    [sha256(token)],
  );
  const row = rows[0];
  if (!row) return null;
  const roles = row.roles ?? [];
  const missingFactor = row.secondFactorPending ? 'code' : row.enrolmentDue ? 'enrolment' : undefined;
  const permissions: ReadonlySet<string> = missingFactor ? new Set() : permissionsOfRoles(roles);
  const { support, supportUntil } = row;
  const supported =
    support && supportUntil && permissions.has('vendor:support')
      ? { ...support, until: supportUntil }
      : undefined;
  return {
    kind: 'session',
    id: row.id,
    userId: row.userId,
    email: row.isAnonymous ? null : row.email,
    name: row.isAnonymous ? null : row.name,
    anonymous: row.isAnonymous,
    // Without its second factor a session holds nothing, whichever way it is looked at.
    roles: missingFactor ? [] : roles.map((role) => role.name),
    permissions,
    vendorId: missingFactor ? null : row.vendorId,
    vendorSuspended: row.vendorStatus === 'suspended',
    vendorRole: missingFactor || row.memberRole === null ? null : highestVendorRole(row.memberRole),
    support: supported,
    missingFactor,
    signedInAt: row.signedInAt,
    validUntil: row.validUntil,
  };
}

/** Whether a key is accepted from an address; null stands for one that is not known. */
const ALLOWED = `(cardinality(k.allowed_addresses) = 0 or exists (
  select 1 from unnest(k.allowed_addresses) as allowed (address) where ?::inet <<= allowed.address::inet))`;

/**
 * The API key with this hash; null when it is unknown, revoked, over or used from an address that it is not accepted
 * from, or its creator banned. It can do what it was given as far as its creator still can. Its use is recorded, at most
 * once a minute from the same address.
 * @param address null where it is not known
 */
export async function apiKeyPrincipal(
  knex: Knex,
  hash: string,
  address: string | null,
): Promise<KnownPrincipal | null> {
  const rows = await query(knex, apiKeyUserColumns)(
    `with used as (
       update access_api_keys k set last_used_at = now(), last_used_address = ?
       where k.hash = ? and k.revoked_at is null and ${ALLOWED}
         and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute'
           or k.last_used_address is distinct from ? and k.last_used_at < now())
     )
     select k.id, k.expires_at as valid_until, k.permissions, k.money_acts, u.id as user_id, u.email, u.name, granted.roles
     from access_api_keys k
     join accounts_users u on u.id = k.created_by and u.banned_at is null
     cross join lateral (${ROLES}) granted
     where k.hash = ? and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and ${ALLOWED}`,
    [address, hash, address, address, hash, address],
  );
  const row = rows[0];
  if (!row) return null;
  const held = permissionsOfRoles(row.roles ?? []);
  return {
    kind: 'api_key',
    id: row.id,
    userId: row.userId,
    email: row.email,
    name: row.name,
    anonymous: false,
    roles: [],
    permissions: new Set(
      row.permissions.filter((permission) => (held as ReadonlySet<string>).has(permission)),
    ),
    vendorId: null,
    vendorRole: null,
    signedInAt: null,
    moneyActs: row.moneyActs,
    validUntil: row.validUntil,
  };
}
