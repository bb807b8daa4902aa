import { textsOf } from '#domain/_shared/columns.js';
import { query } from '#db/kernel/query.js';
import { ORDERS_OF_USER } from '#db/kernel/personal-data.js';
import type { Reader } from '#db/kernel/unit-of-work.js';
import type { ErasureBlocker } from '#domain/personal-data/erasure.js';
import type { Person } from './personal-rows.query.js';

const conditions: Readonly<Record<ErasureBlocker, string>> = {
  open_orders: `exists (select 1 from orders o where o.id in ${ORDERS_OF_USER} and o.status not in ('delivered', 'cancelled'))`,
  open_returns: `exists (select 1 from returns_requests q where q.order_id in ${ORDERS_OF_USER}
    and q.status in ('requested', 'approved', 'received'))`,
  open_refunds: `exists (select 1 from payments_refunds f where f.order_id in ${ORDERS_OF_USER} and f.status = 'pending')`,
  store_credit: `(not :forfeit::boolean and exists (select 1 from store_credit_accounts c where c.user_id = :userId and c.balance > 0))`,
  sole_owner: `exists (select 1 from accounts_members m join vendors v on v.organization_id = m.organization_id and v.deleted_at is null
    where m.user_id = :userId and 'owner' = any(string_to_array(m.role, ','))
      and not exists (select 1 from accounts_members other where other.organization_id = m.organization_id
        and other.user_id <> m.user_id and 'owner' = any(string_to_array(other.role, ','))))`,
  last_super_admin: `(exists (select 1 from access_user_roles ur join access_roles a on a.id = ur.role_id and a.built_in and a.name = 'superAdmin'
      where ur.user_id = :userId)
    and not exists (select 1 from access_user_roles ur join access_roles a on a.id = ur.role_id and a.built_in and a.name = 'superAdmin'
      join accounts_users u on u.id = ur.user_id and u.banned_at is null where u.id <> :userId))`,
};

const statement = `select array_remove(array[${Object.entries(conditions)
  .map(([blocker, sql]) => `case when ${sql} then '${blocker}' end`)
  .join(',\n')}], null) as blockers`;

/** What keeps the data of a person from being erased now; empty where nothing does. */
export async function erasureBlockersQuery(
  reader: Reader,
  person: Person,
  { forfeitStoreCredit }: { forfeitStoreCredit: boolean },
): Promise<ErasureBlocker[]> {
  const [row] = await query(reader, { blockers: textsOf<ErasureBlocker>() })(statement, {
    ...person,
    forfeit: forfeitStoreCredit,
  });
  return row?.blockers ?? [];
}
